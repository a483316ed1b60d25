import { endFailedJob } from './end-failed-job.ts'
import { wakeNextRun } from './job-line-store.ts'
import type { StoredJob } from './job-store.ts'
import { killOrphan } from './kill-orphan.ts'
import type { WorkerContext } from './worker-context.ts'
import {
  deleteChunks,
  listOrphanedJobs,
  removeDeadWorkers,
  requeueJob,
  requeueLostJobs,
  underSweepLock,
} from './worker-store.ts'

/** How often a job may be started; one that takes its worker down twice is not tried again (promise R1). */
const maxAttempts = 2

/** Takes back what dead workers left, and puts waiting jobs into the queue that nothing else would start. */
export async function sweepJobs(worker: WorkerContext): Promise<void> {
  await underSweepLock(worker.db, async (db) => {
    for (const job of await listOrphanedJobs(db)) await takeBack(worker, job)
    await removeDeadWorkers(db)
    await requeueLostJobs(db, worker.config.maxRuns)
  })
}

/**
 * Ends what is left of a run whose worker is gone: its query in the database, its chunks. Then the job goes back into
 * line, or fails when it was cancelled or has had its attempts.
 */
export async function takeBack(worker: WorkerContext, job: StoredJob): Promise<void> {
  const { db, log } = worker
  await killOrphan(worker, job)
  const attempt = { job_id: job.id, worker_id: job.worker_id ?? '', attempts: job.attempts }
  if (job.cancel_requested_at !== null) {
    await endFailedJob(worker, job, attempt, {
      status: 'cancelled',
      error: { message: 'Query cancelled by user.' },
    })
  } else if (job.attempts >= maxAttempts) {
    await endFailedJob(worker, job, attempt, {
      status: 'failed',
      error: {
        message: `The worker process that ran this query died, ${job.attempts} times in a row, so it is not tried again. The query may need more memory than a worker has.`,
      },
    })
  } else {
    await requeueJob(db, job)
  }
  log.warn({ job: job.id, attempts: job.attempts }, 'A run was taken back from a worker that died.')
  if (job.result_id !== null) await deleteChunks(db, job.result_id)
  if (job.kind === 'query') await wakeNextRun(db, job.data_source_id)
}
