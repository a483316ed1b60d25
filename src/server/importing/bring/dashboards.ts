import { keepDashboardVersion } from '#server/dashboards/index.ts'
import { storedKey } from '#server/kernel/index.ts'
import { gridColumns } from '#shared/dashboards/grid.ts'
import { halvedEdges } from '#shared/dashboards/stored-grid.ts'
import { readWidgetOptions } from '#shared/dashboards/widget-options.ts'
import { cleanTags } from '#shared/tags/clean-tags.ts'
import { isTrue, listOf, numberOrNull, objectOf, textOf } from '../redash/fields.ts'
import type { Row } from '../redash/redash-store.ts'
import { type Bringing, bringKind, byteaOf, idOf, type Kind, note, ourId } from './bring-kind.ts'
import { bringLinks } from './bring-links.ts'
import { dashboardsWithoutVersion, idsByKey } from './bring-store.ts'
import { timesOf } from './people.ts'
import { ownerOf } from './queries.ts'

/** Dashboards with their widgets and public links. */
export async function bringDashboards(bringing: Bringing): Promise<void> {
  const slugs = await idsByKey(bringing.db, 'dashboards', bringing.orgId, ['slug'])
  await bringKind(bringing, dashboardKind(slugs))
  await bringKind(bringing, widgetKind)
  await keepVersions(bringing)
  await bringShares(bringing)
}

function dashboardKind(slugs: Map<string, number>): Kind {
  /** Old addresses name a dashboard by its slug. */
  const slugHere = (row: Row): string => {
    const theirs = textOf(row, 'slug', 128)
    const slug = slugs.has(JSON.stringify([theirs])) ? `${theirs}_${idOf(row)}` : theirs
    slugs.set(JSON.stringify([slug]), idOf(row))
    return slug
  }
  return {
    kind: 'dashboard',
    from: 'dashboards',
    to: 'dashboards',
    make(row, bringing) {
      return {
        values: {
          org_id: bringing.orgId,
          name: textOf(row, 'name', 100),
          user_id: ownerOf(bringing, row),
          dashboard_filters_enabled: isTrue(row, 'dashboard_filters_enabled'),
          is_archived: isTrue(row, 'is_archived'),
          is_draft: isTrue(row, 'is_draft'),
          tags: cleanTags(listOf(row, 'tags').map(String)),
          options: JSON.stringify(objectOf(row, 'options') ?? {}),
        },
        once: {
          slug: slugHere(row),
          layout: '[]',
          version: Math.max(numberOrNull(row, 'version') ?? 1, 1),
          ...timesOf(row),
        },
      }
    },
  }
}

const widgetKind: Kind = {
  kind: 'widget',
  from: 'widgets',
  to: 'widgets',
  make(row, bringing) {
    const dashboard_id = ourId(bringing, 'dashboard', row['dashboard_id'])
    if (dashboard_id === null) return null
    const visualization_id = ourId(bringing, 'visualization', row['visualization_id'])
    if (visualization_id === null && row['visualization_id'] !== null) {
      note(
        bringing,
        'widget',
        row,
        `Its visualization did not come, so it is missing on dashboard ${dashboard_id}.`,
      )
      return null
    }
    const options = optionsHere(bringing, row)
    if (hasStaticValues(options))
      note(
        bringing,
        'widget',
        row,
        `It has static values on dashboard ${dashboard_id}. Redash does not say who stored them, so a shared dashboard runs them only if any value would be safe. Otherwise a user with full access has to enter each value again.`,
      )
    return {
      values: {
        ...{ dashboard_id, visualization_id },
        text: textOf(row, 'text'),
        options: JSON.stringify(options),
      },
      once: { width: 1, ...timesOf(row) },
      // a shared dashboard runs static values with the rights of the user who stored them; no user here did
      always: { static_values_by: {} },
    }
  },
}

/** The place is stored in the units of this grid; everything else stays as it is. */
function optionsHere({ redash }: Bringing, row: Row): Record<string, unknown> {
  const options = objectOf(row, 'options') ?? {}
  const position = objectOf(options, 'position')
  if (position === null) return options
  const { col, sizeX } = position
  const isHalved = redash.columns === 12 && typeof col === 'number' && typeof sizeX === 'number'
  return {
    ...options,
    position: { ...position, ...(isHalved && halvedEdges(col, sizeX)), columns: gridColumns },
  }
}

function hasStaticValues(options: Record<string, unknown>): boolean {
  const mappings = Object.values(readWidgetOptions(options).parameterMappings)
  return mappings.some(({ type }) => type === 'static-value')
}

/** A version contains the widgets, so it is kept once they are there. */
async function keepVersions({ db, ids }: Bringing): Promise<void> {
  const ours = [...(ids.get('dashboard')?.values() ?? [])]
  for (const { id, user_id } of await dashboardsWithoutVersion(db, ours))
    await keepDashboardVersion(db, id, { kind: 'created', userId: user_id })
}

/** One link per dashboard works here: the newest. Links that were ended stay ended. */
async function bringShares(bringing: Bringing): Promise<void> {
  const newest = new Map<number, Row>()
  for await (const page of bringing.redash.pages('api_keys')) {
    for (const row of page) {
      if (row['object_type'] !== 'dashboards' || !isTrue(row, 'active') || textOf(row, 'api_key') === '')
        continue
      const dashboard = Number(row['object_id'])
      const former = newest.get(dashboard)
      if (former !== undefined) {
        const words = 'It had several public links; only the newest works here.'
        bringing.report.note({ kind: 'public_link', id: String(dashboard), name: '', text: words })
      }
      newest.set(dashboard, row)
    }
  }
  const links = [...newest].flatMap(([theirs, row]) => {
    const dashboard_id = ourId(bringing, 'dashboard', theirs)
    if (dashboard_id === null) return []
    const { hash, sealed } = storedKey(bringing.secrets, textOf(row, 'api_key'))
    const values = {
      ...{ dashboard_id, org_id: bringing.orgId },
      user_id: ourId(bringing, 'user', row['created_by_id']),
      created_at: row['created_at'] ?? new Date().toISOString(),
      ...{ token_hash: byteaOf(hash), encrypted_token: byteaOf(sealed) },
    }
    return [{ key: String(theirs), values }]
  })
  await bringLinks(bringing, { kind: 'public_link', to: 'dashboard_tokens' }, links)
}
