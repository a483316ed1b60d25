import type { Db } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { lockDashboard } from './dashboard-store.ts'

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
    if (!(await lockDashboard(trx, actor.org_id, dashboardId))) throw refuse('not_found')
    return await change(trx)
  })
}
