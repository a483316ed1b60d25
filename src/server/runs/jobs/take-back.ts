import { hangSeconds } from '#server/kernel/index.ts'
import { endFailedJob, failedOutcome } from './end-failed-job.ts'
import { wakeNextRun } from './job-line-store.ts'
import type { StoredJob } from './job-store.ts'
import { noteOrphan } from './orphan-store.ts'
import type { WorkerContext } from './worker-context.ts'
import { deleteChunks, requeueJob } from './worker-store.ts'

/** What becomes of lost runs needs the database alone: a web process does it as well. */
export type SweepContext = Pick<WorkerContext, 'db' | 'config' | 'clock' | 'log'>

export type Loss =
  /** its process hung and was ended, or died by itself; seen by the one who started that process */
  | { how: 'hung' }
  | { how: 'died'; detail: string }
  /** nothing was heard of its process for so long that it hangs or is dead */
  | { how: 'silent' }
  /** its worker lives and does not run it: its end could not be written */
  | { how: 'unwritten' }

/**
 * How often a job may be started. When its worker is lost, it may be because of any of the runs there; so each of them is
 * tried once more in a process of its own, and one that takes that down too is to blame and is not tried again.
 */
const maxAttempts = 2

/**
 * Ends what is left of a run whose process is gone: its query in the database (noted here, ended by a worker), its
 * chunks. Then the job goes back into line, or ends when it was cancelled or has had its attempts.
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
 * The last attempt ran in a process of its own, so this message never appears at a run that only shared a worker
 * with the faulty one.
 */
function whyGivenUp(loss: Loss, attempts: number): string {
  if (loss.how === 'unwritten')
    return `The end of this run could not be written, ${attempts} times in a row, so it is not tried again. The log of the worker tells more.`
  const lost = `${attempts} times in a row, the last time with nothing else in it, so it is not tried again.`
  if (loss.how === 'hung')
    return `This run made its worker process hang: it did not answer for ${hangSeconds.worker} s and was ended. Its worker was lost ${lost}`
  if (loss.how === 'died')
    return `The worker process that ran this query died (${loss.detail}), ${lost} The query may need more memory than a worker has.`
  return `The worker process that ran this query died or stopped answering, ${lost}`
}
