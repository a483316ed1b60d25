import type { Db } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { lockDashboard } from './dashboard-store.ts'

/**
 * Runs `change` in a transaction in which nobody else can change the dashboard or its widgets: what `change` judges is
 * still so when it writes. It judges the actor itself, and undoes everything by throwing. Throws not_found.
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
