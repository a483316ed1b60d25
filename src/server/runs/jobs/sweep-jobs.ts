import { type SweepContext, takeBack } from './take-back.ts'
import { listOrphanedJobs, removeDeadWorkers, requeueLostJobs, underSweepLock } from './worker-store.ts'

/** Takes back the jobs of dead workers, and requeues waiting jobs that would otherwise never start. */
export async function sweepJobs(context: SweepContext): Promise<void> {
  await underSweepLock(context.db, async (db) => {
    for (const job of await listOrphanedJobs(db)) await takeBack(context, job, { how: 'silent' })
    await removeDeadWorkers(db)
    await requeueLostJobs(db, context.config.maxRuns)
  })
}
