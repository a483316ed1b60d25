import { requireUserId } from '#server/identity/index.ts'
import type { Db } from '#server/kernel/index.ts'
import { requireQuery, requireVisible } from '#server/queries/index.ts'
import type { createWidget, saveWidget } from '#shared/dashboards/widgets-api.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { BodyOf } from '#shared/http/endpoint.ts'
import { phrase } from '#shared/messages/phrase.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { touchDashboard } from './dashboard-store.ts'
import { keepingDashboardVersion } from './keep-dashboard-version.ts'
import { refuseArchived, requireModifiableDashboard } from './require-dashboard.ts'
import {
  nothingBefore,
  permittedOptions,
  requireFixedValues,
  staticValueAuthors,
} from './require-fixed-values.ts'
import { requireReadableSize } from './require-readable-size.ts'
import {
  countWidgets,
  findWidget,
  holdVisualization,
  insertWidget,
  removeWidget,
  type StoredWidget,
  updateWidget,
} from './widget-store.ts'

/** More are refused: each costs a result, and a larger dashboard is unreadable. */
const maxWidgets = 500

/**
 * Adds a visualization, or otherwise a text box, to a dashboard that the actor may change; the actor must be allowed to
 * see its query. Throws not_found, auth.forbidden and request.invalid.
 */
export async function addWidget(
  needs: { db: Db },
  actor: Actor,
  body: BodyOf<typeof createWidget>,
): Promise<StoredWidget> {
  const { dashboard_id, visualization_id = null, text = null } = body
  return await changingWidgets(needs, actor, dashboard_id, async (db) => {
    if (visualization_id !== null) {
      const queryId = await holdVisualization(db, actor.org_id, visualization_id)
      if (queryId === null) throw refuse('not_found')
      await requireFixedValues(actor, await requireVisible(db, actor, queryId), body.options ?? {}, {})
    }
    if ((await countWidgets(db, dashboard_id)) >= maxWidgets) {
      const reason = phrase('dashboard_id: a dashboard has at most {count} widgets.', { count: maxWidgets })
      throw refuse('request.invalid', { field: 'dashboard_id', reason })
    }
    const static_values_by = staticValueAuthors(requireUserId(actor), body.options ?? {}, nothingBefore)
    const options = JSON.stringify(body.options ?? {})
    const id = await insertWidget(db, { dashboard_id, visualization_id, text, options, static_values_by })
    await requireReadableSize(db, dashboard_id)
    return await requireWidget(db, actor, id)
  })
}

/**
 * Saves the sent fields. Editors of the dashboard may move all of its widgets, even those whose query they may not see.
 * Of these, the values for the query stay, because a shared dashboard runs it with the rights of its owner. If the sent
 * `version` is no longer the stored one, nothing is saved: dashboard.version_conflict. Throws not_found, auth.forbidden
 * and request.invalid.
 */
export async function changeWidget(
  needs: { db: Db },
  actor: Actor,
  id: number,
  { text, options, version }: BodyOf<typeof saveWidget>,
): Promise<StoredWidget> {
  const { dashboard_id } = await requireWidget(needs.db, actor, id)
  return await changingWidgets(needs, actor, dashboard_id, async (db) => {
    const stored = await requireWidget(db, actor, id)
    if ((version ?? stored.version) !== stored.version) throw refuse('dashboard.version_conflict')
    const toStore = options === undefined ? null : await optionsToStore(db, actor, stored, options ?? {})
    const changed = toStore === null ? stored.options : JSON.stringify(toStore)
    const before = { ...stored, options: JSON.parse(stored.options) }
    await updateWidget(db, id, {
      ...(text === undefined ? {} : { text }),
      options: changed,
      static_values_by: staticValueAuthors(requireUserId(actor), toStore ?? before.options, before),
    })
    // what makes a dashboard smaller is never refused
    const isLarger =
      changed.length > stored.options.length || (text?.length ?? 0) > (stored.text?.length ?? 0)
    if (isLarger) await requireReadableSize(db, dashboard_id)
    return await requireWidget(db, actor, id)
  })
}

async function optionsToStore(
  db: Db,
  actor: Actor,
  { visualization, options }: StoredWidget,
  sent: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  if (visualization === null) return sent
  return await permittedOptions(
    actor,
    await requireQuery(db, actor, visualization.query_id),
    sent,
    JSON.parse(options),
  )
}

/** Throws not_found, auth.forbidden and request.invalid. */
export async function deleteStoredWidget(needs: { db: Db }, actor: Actor, id: number): Promise<void> {
  const { dashboard_id } = await requireWidget(needs.db, actor, id)
  await changingWidgets(needs, actor, dashboard_id, (db) => removeWidget(db, id))
}

async function requireWidget(db: Db, actor: Actor, id: number): Promise<StoredWidget> {
  const widget = await findWidget(db, actor.org_id, id)
  if (widget === null) throw refuse('not_found')
  return widget
}

/** Users who may change the dashboard may change its widgets; that also counts as a change of the dashboard. */
async function changingWidgets<T>(
  needs: { db: Db },
  actor: Actor,
  dashboardId: number,
  change: (locked: Db) => Promise<T>,
): Promise<T> {
  return await keepingDashboardVersion(needs, actor, dashboardId, 'widgets', async (db) => {
    refuseArchived(await requireModifiableDashboard(db, actor, dashboardId))
    const changed = await change(db)
    await touchDashboard(db, dashboardId)
    return changed
  })
}
