import { deleteExpiredSessions, deleteOldRateLimits } from './maintenance-store.ts'
import type { WorkerContext } from './worker-context.ts'

export async function cleanSessions({ db }: Pick<WorkerContext, 'db'>): Promise<void> {
  await deleteExpiredSessions(db)
  await deleteOldRateLimits(db)
}
