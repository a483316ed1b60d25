import { requireUserId } from '#server/identity/index.ts'
import type { Db } from '#server/kernel/index.ts'
import { queriesById, querySubject } from '#server/queries/index.ts'
import { type Actor, can } from '#shared/permissions/can.ts'
import { forkName } from '#shared/queries/fork-name.ts'
import { changingDashboard } from './changing-dashboard.ts'
import { claimSlug } from './create-dashboard.ts'
import { copyDashboard, setSlug } from './dashboard-copy-store.ts'
import type { StoredDashboard } from './dashboard-store.ts'
import { insertVersion } from './dashboard-version-store.ts'
import { requireDashboard, requireModifiableDashboard } from './require-dashboard.ts'
import { requireFixedValues } from './require-fixed-values.ts'
import { listWidgets } from './widget-store.ts'

/** Max length of a dashboard's name, in characters as the database counts them. */
const maxNameLength = 100

/**
 * Copies a dashboard to a draft of the actor, for users who may edit it
 * (docs/reference/api-dashboards.md#forking-a-dashboard). Widgets that the actor may not see are copied too, and stay
 * hidden. Refuses to copy values fixed by others that the actor may not fix. Throws not_found, auth.forbidden and
 * request.invalid.
 */
export async function forkStoredDashboard(
  needs: { db: Db },
  actor: Actor,
  id: number,
): Promise<StoredDashboard> {
  const user_id = requireUserId(actor)
  // read widgets and options at the same moment
  return await changingDashboard(needs, actor, id, async (db) => {
    const original = await requireModifiableDashboard(db, actor, id)
    if (original.user_id !== user_id) await requireFixedValuesOf(db, actor, id)
    const copyId = await copyDashboard(db, id, { name: forkName(original, maxNameLength), user_id })
    // the stored slug of a copy is its id (docs/reference/api-dashboards.md#slugs)
    await setSlug(db, copyId, await claimSlug(db, actor.org_id, String(copyId)))
    await insertVersion(db, copyId, { kind: 'created', userId: user_id })
    return await requireDashboard(db, actor, copyId)
  })
}

/** A shared dashboard runs them with the rights of its owner, who will be the actor. Throws request.invalid. */
async function requireFixedValuesOf(db: Db, actor: Actor, dashboardId: number): Promise<void> {
  const widgets = await listWidgets(db, dashboardId)
  const queryIds = widgets.flatMap(({ visualization }) => visualization?.query_id ?? [])
  const queries = await queriesById(db, actor, queryIds)
  for (const { visualization, options } of widgets) {
    const query = queries.get(visualization?.query_id ?? 0)
    if (query === undefined || !can(actor, 'view', querySubject(query))) continue
    await requireFixedValues(actor, query, JSON.parse(options), {})
  }
}
