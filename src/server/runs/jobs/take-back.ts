import { hangSeconds } from '#server/kernel/index.ts'
import { endFailedJob, failedOutcome } from './end-failed-job.ts'
import { wakeNextRun } from './job-line-store.ts'
import type { StoredJob } from './job-store.ts'
import { noteOrphan } from './orphan-store.ts'
import type { WorkerContext } from './worker-context.ts'
import { deleteChunks, requeueJob } from './worker-store.ts'

/** Taking back lost runs needs only the database, so web processes do it too. */
export type SweepContext = Pick<WorkerContext, 'db' | 'config' | 'clock' | 'log'>

export type Loss =
  /** its process hung and was killed, or died by itself, as seen by the worker that started it */
  | { how: 'hung' }
  | { how: 'died'; detail: string }
  /** its process sent no heartbeat for too long: it hangs or is dead */
  | { how: 'silent' }
  /** its worker is alive but does not run it: the end could not be written */
  | { how: 'unwritten' }

/**
 * Max starts of a job. When a worker is lost, any of its runs may be the cause. Each of them is tried once more in its
 * own process; a run that takes that process down too is the cause and is not tried again.
 */
const maxAttempts = 2

/**
 * Cleans up after a run whose process died: its query in the database (recorded here, ended by a worker) and its
 * chunks. Then the job is requeued, or ends if it was cancelled or has used its attempts.
 */
export async function takeBack(context: SweepContext, job: StoredJob, loss: Loss): Promise<void> {
  const { db, log } = context
  const attempt = { job_id: job.id, worker_id: job.worker_id ?? '', attempts: job.attempts }
  await noteOrphan(db, attempt)
  if (job.cancel_requested_at !== null) {
    await endFailedJob(context, job, attempt, {
      status: 'cancelled',
      error: { message: 'Query cancelled by user.' },
    })
  } else if (job.attempts >= maxAttempts) {
    await endFailedJob(context, job, attempt, failedOutcome(job, whyGivenUp(loss, job.attempts)), {
      tookWorkers: loss.how !== 'unwritten',
    })
  } else {
    await requeueJob(db, job)
  }
  log.warn({ job: job.id, attempts: job.attempts, ...loss }, 'A run was taken back that its worker has lost.')
  if (job.result_id !== null) await deleteChunks(db, job.result_id)
  if (job.kind === 'query') await wakeNextRun(db, job.data_source_id)
}

/**
 * The last attempt ran in its own process, so a run that only shared a worker with the faulty one never gets this
 * message.
 */
function whyGivenUp(loss: Loss, attempts: number): string {
  if (loss.how === 'unwritten')
    return `The end of this run could not be written, ${attempts} times in a row, so it is not tried again. See the log of the worker.`
  const lost = `${attempts} times in a row, the last time with nothing else in it, so it is not tried again.`
  if (loss.how === 'hung')
    return `This run made its worker process hang: it did not answer for ${hangSeconds.worker} s and was ended. Its worker was lost ${lost}`
  if (loss.how === 'died')
    return `The worker process that ran this query died (${loss.detail}), ${lost} The query may need more memory than a worker has.`
  return `The worker process that ran this query died or stopped answering, ${lost}`
}
