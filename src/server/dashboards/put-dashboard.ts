import { requireUserId } from '#server/identity/index.ts'
import type { Db } from '#server/kernel/index.ts'
import { requireQuery, requireVisible } from '#server/queries/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { createNewDashboard, requireName } from './create-dashboard.ts'
import { updateDashboard } from './dashboard-store.ts'
import { keepingDashboardVersion } from './keep-dashboard-version.ts'
import { requireModifiableDashboard } from './require-dashboard.ts'
import {
  nothingBefore,
  permittedOptions,
  requireFixedValues,
  staticValueAuthors,
} from './require-fixed-values.ts'
import { requireReadableSize } from './require-readable-size.ts'
import {
  findWidgetsByUuid,
  holdVisualization,
  insertWidget,
  listWidgets,
  removeWidget,
  type StoredWidget,
  updateWidget,
} from './widget-store.ts'

/** A dashboard as content in files describes it. */
export interface WantedDashboard {
  name: string
  tags: string[]
  is_draft: boolean
  dashboard_filters_enabled: boolean
  options: Record<string, unknown>
  widgets: readonly WantedWidget[]
}

export interface WantedWidget {
  uuid: string
  visualization_id: number | null
  text: string | null
  options: Record<string, unknown>
}

/**
 * Makes a dashboard equal to what is wanted, with its widgets, as one version; an archived one is unarchived. `id` is
 * the stored dashboard; null: it is created. Returns its id. Throws as a save does.
 */
export async function putDashboard(
  needs: { db: Db },
  actor: Actor,
  id: number | null,
  { widgets, name, options, ...values }: WantedDashboard,
): Promise<number> {
  const dashboardId = id ?? (await createNewDashboard(needs, actor, name)).id
  await keepingDashboardVersion(needs, actor, dashboardId, 'saved', async (db) => {
    await requireModifiableDashboard(db, actor, dashboardId)
    await updateDashboard(db, dashboardId, {
      ...{ ...values, name: requireName(name), options: JSON.stringify(options), is_archived: false },
    })
    await putWidgets(db, actor, dashboardId, widgets)
    await requireReadableSize(db, dashboardId)
  })
  return dashboardId
}

/** A widget that shows something else than before is replaced. */
async function putWidgets(
  db: Db,
  actor: Actor,
  dashboardId: number,
  wanted: readonly WantedWidget[],
): Promise<void> {
  const stored = new Map((await listWidgets(db, dashboardId)).map((widget) => [widget.id, widget]))
  const idOf = await findWidgetsByUuid(db, dashboardId)
  const kept = new Set<number>()
  for (const widget of wanted) {
    const before = stored.get(idOf.get(widget.uuid) ?? 0)
    if (before === undefined || (before.visualization?.id ?? null) !== widget.visualization_id) continue
    kept.add(before.id)
    await changeWidget(db, actor, before, widget)
  }
  for (const id of stored.keys()) if (!kept.has(id)) await removeWidget(db, id)
  for (const widget of wanted) {
    if (!kept.has(idOf.get(widget.uuid) ?? 0)) await addWidget(db, actor, dashboardId, widget)
  }
}

async function changeWidget(
  db: Db,
  actor: Actor,
  before: StoredWidget,
  { text, options }: WantedWidget,
): Promise<void> {
  const storedOptions = JSON.parse(before.options)
  const permitted =
    before.visualization === null
      ? options
      : await permittedOptions(
          actor,
          await requireQuery(db, actor, before.visualization.query_id),
          options,
          storedOptions,
        )
  await updateWidget(db, before.id, {
    ...{ text, options: JSON.stringify(permitted) },
    static_values_by: staticValueAuthors(requireUserId(actor), permitted, {
      ...{ options: storedOptions, static_values_by: before.static_values_by },
    }),
  })
}

async function addWidget(
  db: Db,
  actor: Actor,
  dashboard_id: number,
  { uuid, visualization_id, text, options }: WantedWidget,
): Promise<void> {
  if (visualization_id !== null) {
    const queryId = await holdVisualization(db, actor.org_id, visualization_id)
    if (queryId === null) throw refuse('not_found')
    await requireFixedValues(actor, await requireVisible(db, actor, queryId), options, {})
  }
  await insertWidget(db, {
    ...{ uuid, dashboard_id, visualization_id, text, options: JSON.stringify(options) },
    static_values_by: staticValueAuthors(requireUserId(actor), options, nothingBefore),
  })
}
