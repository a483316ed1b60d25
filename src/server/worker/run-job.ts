import { Cancelled, ConnectionFailed, QueryFailed, TimedOut } from '#connectors/connector-errors.ts'
import type { EndedRun } from '#server/kernel/index.ts'
import {
  type ClaimedJob,
  claimJob,
  deleteChunks,
  endFailedJob,
  endJob,
  type FailedOutcome,
  failedOutcome,
  handBackJob,
  lendResults,
  noteOrphan,
  RunLost,
  type StoredJob,
  WorkerStopping,
  wakeNextRun,
} from '#server/runs/index.ts'
import type { AloneRuns } from './alone-runs.ts'
import { StoringFailed } from './chunk-writer.ts'
import { endOrphanOf, leavesJob } from './kill-orphan.ts'
import { runEstimateJob } from './run-estimate-job.ts'
import { runFileJob } from './run-file-job.ts'
import { runLevelJob } from './run-level-job.ts'
import { runQueryJob } from './run-query-job.ts'
import { runSchemaJob } from './run-schema-job.ts'
import { withSession } from './with-session.ts'
import type { Worker } from './worker.ts'

/** Seconds a connection test may take (docs/reference/connectors.md#connection-test). */
export const connectionTestSeconds = 30

/**
 * Claims and runs the next job that may start, which may be another one than `jobId`. Runs it here, or in a separate
 * process if it may crash its process. Never throws for a failing run.
 */
export async function runJob(
  worker: Worker,
  alone: AloneRuns,
  jobId: string,
  mayBeScheduled: boolean,
): Promise<void> {
  const leave = alone.enter()
  let job: ClaimedJob | null = null
  try {
    const { id, config } = worker
    const claiming = { id, maxRuns: config.maxRuns, takesSuspects: leave !== null }
    job = await claimJob(worker.db, { jobId, mayBeScheduled }, claiming)
    if (job?.is_suspect) await alone.run(job)
  } finally {
    leave?.()
  }
  if (job === null) return
  if (!job.is_suspect) await runHere(worker, job)
  await wakeNextRun(worker.db, job.data_source_id)
}

async function runHere(worker: Worker, job: StoredJob): Promise<void> {
  const controller = new AbortController()
  worker.running.set(job.id, controller)
  try {
    await runClaimed(worker, job, controller)
  } catch (error) {
    // Sextant's database is gone: the heartbeat gives the job back once it has returned
    worker.log.error({ err: error, job: job.id }, 'The end of a run could not be written.')
  } finally {
    if (worker.running.get(job.id) === controller) worker.running.delete(job.id)
  }
}

/** Cancels a run of this worker on request. */
export function cancelRun(worker: Worker, jobId: string): void {
  const controller = worker.running.get(jobId)
  if (controller !== undefined && !controller.signal.aborted) controller.abort(new Cancelled())
}

/** Runs a job of this worker and records how it ended. Throws if that cannot be written. */
export async function runClaimed(worker: Worker, job: StoredJob, controller: AbortController): Promise<void> {
  const attempt = { job_id: job.id, worker_id: worker.id, attempts: job.attempts }
  const began = performance.now()
  const noteEnd = (outcome: EndedRun['outcome']) => {
    const seconds = (performance.now() - began) / 1000
    const waited_seconds = Math.max(0, ((job.started_at?.getTime() ?? 0) - job.queued_at.getTime()) / 1000)
    worker.measures.runEnded({ kind: job.kind, outcome, seconds, waited_seconds })
    worker.log.info(
      {
        ...{ job: job.id, kind: job.kind, outcome, milliseconds: Math.round(seconds * 1000) },
        waited_milliseconds: Math.round(waited_seconds * 1000),
        ...{ data_source: job.data_source_id, query: job.query_id, attempts: job.attempts },
      },
      'A run has ended.',
    )
  }
  try {
    await endOrphanOf(worker, job)
    const queries = lendResults(worker, job, (inner) => runHere(worker, inner))
    if (job.kind === 'query') await runQueryJob(worker, job, controller, queries)
    else if (job.kind === 'schema') await runSchemaJob(worker, job, controller)
    else if (job.kind === 'level') await runLevelJob(worker, job, controller)
    else if (job.kind === 'file') await runFileJob(worker, job, controller)
    else if (job.kind === 'estimate') await runEstimateJob(worker, job, controller)
    else await runConnectionTest(worker, job, controller)
    noteEnd('finished')
  } catch (error) {
    const { reason } = controller.signal
    if (reason instanceof RunLost || error instanceof RunLost) {
      worker.log.warn({ job: job.id }, 'A run was given to another worker.')
    } else if (reason instanceof WorkerStopping) {
      if (await leavesJob(worker, job)) await noteOrphan(worker.db, attempt)
      await handBackJob(worker.db, attempt)
    } else {
      const outcome = failure(worker, job, error, reason)
      await endFailedJob(worker, job, attempt, outcome)
      noteEnd(outcome.status)
    }
    if (job.kind === 'query' && job.result_id !== null) await deleteChunks(worker.db, job.result_id)
    if (error instanceof StoringFailed) worker.room.reclaim()
  }
}

async function runConnectionTest(worker: Worker, job: StoredJob, controller: AbortController): Promise<void> {
  await withSession(worker, job, controller, {
    seconds: connectionTestSeconds,
    isFresh: true,
    use: (session, _connector, _source, signal) => session.ping(signal),
  })
  const attempt = { job_id: job.id, worker_id: worker.id, attempts: job.attempts }
  await endJob(worker.db, attempt, { status: 'finished', result_json: 'true' })
}

/** The outcome of a run after an error. Expected errors show their message; any other error is a bug and is logged. */
function failure(worker: Worker, job: StoredJob, error: unknown, reason: unknown): FailedOutcome {
  if (reason instanceof TimedOut || error instanceof TimedOut) {
    return failedOutcome(job, reason instanceof TimedOut ? reason.message : (error as Error).message)
  }
  if (reason instanceof Cancelled || error instanceof Cancelled) {
    return { status: 'cancelled', error: { message: 'Query cancelled by user.' } }
  }
  if (error instanceof QueryFailed) return failedOutcome(job, error.message, error.position)
  if (error instanceof ConnectionFailed) return failedOutcome(job, error.message)
  if (error instanceof StoringFailed) {
    worker.log.error({ err: error, job: job.id }, 'A result could not be stored.')
    return failedOutcome(job, error.message)
  }
  worker.log.error({ err: error, job: job.id }, 'A run failed because of a bug.')
  return failedOutcome(
    job,
    'The run failed because of an internal error of Sextant. See its log for details.',
  )
}
