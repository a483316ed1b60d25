import { holdActor, requireUserId } from '#server/identity/index.ts'
import type { Db } from '#server/kernel/index.ts'
import { refusedSave } from '#server/queries/index.ts'
import type { DashboardSnapshot, DashboardVersionKind } from '#shared/dashboards/dashboard-versions-api.ts'
import type { saveDashboard } from '#shared/dashboards/dashboards-api.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { BodyOf } from '#shared/http/endpoint.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { cleanTags } from '#shared/tags/clean-tags.ts'
import { lockDashboard } from './dashboard-store.ts'
import {
  findPresentSnapshot,
  findSnapshotAt,
  insertRefusedVersion,
  insertVersion,
  takeOpenVersion,
} from './dashboard-version-store.ts'

/**
 * Runs `change` in a transaction that locks the dashboard and its widgets, so that what `change` checks is still true
 * when it writes. `change` checks the actor itself, and rolls back everything by throwing. Throws not_found.
 */
export async function changingDashboard<T>(
  { db }: { db: Db },
  actor: Actor,
  dashboardId: number,
  change: (locked: Db) => Promise<T>,
): Promise<T> {
  return await db.transaction().execute(async (trx) => {
    await holdActor(trx, actor)
    if (!(await lockDashboard(trx, actor.org_id, dashboardId))) throw refuse('not_found')
    return await change(trx)
  })
}

/** Arranging widgets saves each of them: changes by one user within this time are one version. */
const minutesOfOneVersion = 10

/**
 * Runs `change` under a lock on the dashboard, and keeps the result as a version, in one transaction. `change` checks
 * the actor itself, and rolls back everything by throwing. Throws not_found.
 */
export async function keepingDashboardVersion<T>(
  needs: { db: Db },
  actor: Actor,
  dashboardId: number,
  kind: Exclude<DashboardVersionKind, 'created' | 'refused'>,
  change: (locked: Db) => Promise<T>,
): Promise<T> {
  const userId = requireUserId(actor)
  return await changingDashboard(needs, actor, dashboardId, async (db) => {
    const answer = await change(db)
    const createdAt =
      kind === 'widgets' ? await takeOpenVersion(db, dashboardId, userId, minutesOfOneVersion) : null
    await insertVersion(db, dashboardId, { kind, userId, createdAt })
    return answer
  })
}

/**
 * Keeps a save that met a version conflict: the dashboard as the sender saw it, with the sent changes. Skips a save
 * that would have changed nothing.
 */
export async function keepRefusedSave(
  db: Db,
  actor: Actor,
  dashboardId: number,
  body: BodyOf<typeof saveDashboard>,
): Promise<void> {
  const version = body.version ?? 0
  const base =
    (await findSnapshotAt(db, dashboardId, version)) ?? (await findPresentSnapshot(db, dashboardId))
  const refused = refusedSave(base, sentFields(body))
  if (refused === null) return
  await insertRefusedVersion(db, dashboardId, { version, user_id: requireUserId(actor), ...refused })
}

/** The fields of a save that belong to a snapshot, as they would have been stored. */
function sentFields(body: BodyOf<typeof saveDashboard>): Partial<DashboardSnapshot> {
  const sent: Partial<DashboardSnapshot> = {}
  if (body.name !== undefined) sent.name = body.name.trim()
  if (body.tags !== undefined) sent.tags = cleanTags(body.tags)
  if (body.is_draft !== undefined) sent.is_draft = body.is_draft
  if (body.is_archived !== undefined) sent.is_archived = body.is_archived
  if (body.options !== undefined) sent.options = body.options ?? {}
  if (body.dashboard_filters_enabled !== undefined) {
    sent.dashboard_filters_enabled = body.dashboard_filters_enabled
  }
  return sent
}
