import { Cancelled, ConnectionFailed, QueryFailed, TimedOut } from '#connectors/connector-errors.ts'
import type { EndedRun } from '../metrics/worker-measures.ts'
import { runQueryJob } from '../results/run-query-job.ts'
import { StoringFailed } from '../results/storing-failed.ts'
import { runSchemaJob } from '../schemas/run-schema-job.ts'
import { endFailedJob, type FailedOutcome } from './end-failed-job.ts'
import { claimJob, wakeNextRun } from './job-line-store.ts'
import { endJob, handBackJob, type StoredJob } from './job-store.ts'
import { withSession } from './with-session.ts'
import { RunLost, type WorkerContext, WorkerStopping } from './worker-context.ts'
import { deleteChunks } from './worker-store.ts'

/** Seconds a connection test may take (reference-connectors 1.10). */
const connectionTestSeconds = 30

/** Runs what is next in line on the data source of this job, if a slot is free. Never throws for a failing run. */
export async function runJob(worker: WorkerContext, jobId: string): Promise<void> {
  const job = await claimJob(worker.db, jobId, { id: worker.id, maxRuns: worker.config.maxRuns })
  if (job === null) return
  const controller = new AbortController()
  worker.running.set(job.id, controller)
  try {
    await runClaimed(worker, job, controller)
  } catch (error) {
    // the database of Sextant is gone: the heartbeat gives the job back when it has returned
    worker.log.error({ err: error, job: job.id }, 'The end of a run could not be written.')
  } finally {
    if (worker.running.get(job.id) === controller) worker.running.delete(job.id)
  }
  if (job.kind === 'query') await wakeNextRun(worker.db, job.data_source_id)
}

/** Ends a run of this worker because somebody asked for it. */
export function cancelRun(worker: WorkerContext, jobId: string): void {
  const controller = worker.running.get(jobId)
  if (controller !== undefined && !controller.signal.aborted) controller.abort(new Cancelled())
}

async function runClaimed(worker: WorkerContext, job: StoredJob, controller: AbortController): Promise<void> {
  const attempt = { job_id: job.id, worker_id: worker.id, attempts: job.attempts }
  const began = performance.now()
  const measure = (outcome: EndedRun['outcome']) =>
    worker.measures.runEnded({
      ...{ kind: job.kind, outcome, seconds: (performance.now() - began) / 1000 },
      waited_seconds: Math.max(0, ((job.started_at?.getTime() ?? 0) - job.queued_at.getTime()) / 1000),
    })
  try {
    if (job.kind === 'query') await runQueryJob(worker, job, controller)
    else if (job.kind === 'schema') await runSchemaJob(worker, job, controller)
    else await runConnectionTest(worker, job, controller)
    measure('finished')
  } catch (error) {
    const { reason } = controller.signal
    if (reason instanceof RunLost || error instanceof RunLost) {
      worker.log.warn({ job: job.id }, 'A run was given to another worker.')
    } else if (reason instanceof WorkerStopping) await handBackJob(worker.db, attempt)
    else {
      const outcome = failure(worker, job, error, reason)
      await endFailedJob(worker, job, attempt, outcome)
      measure(outcome.status)
    }
    if (job.kind === 'query' && job.result_id !== null) await deleteChunks(worker.db, job.result_id)
  }
}

async function runConnectionTest(
  worker: WorkerContext,
  job: StoredJob,
  controller: AbortController,
): Promise<void> {
  await withSession(worker, job, controller, {
    seconds: connectionTestSeconds,
    use: (session, _connector, _source, signal) => session.ping(signal),
  })
  const attempt = { job_id: job.id, worker_id: worker.id, attempts: job.attempts }
  await endJob(worker.db, attempt, { status: 'finished', result_json: 'true' })
}

/** How a run ends after an error. Expected errors show their message; anything else is a bug and is logged. */
function failure(worker: WorkerContext, job: StoredJob, error: unknown, reason: unknown): FailedOutcome {
  if (reason instanceof TimedOut || error instanceof TimedOut) {
    return failed(job, reason instanceof TimedOut ? reason.message : (error as Error).message)
  }
  if (reason instanceof Cancelled || error instanceof Cancelled) {
    return { status: 'cancelled', error: { message: 'Query cancelled by user.' } }
  }
  if (error instanceof QueryFailed) return failed(job, error.message, error.position)
  if (error instanceof ConnectionFailed) return failed(job, error.message)
  if (error instanceof StoringFailed) {
    worker.log.error({ err: error, job: job.id }, 'A result could not be stored.')
    return failed(job, error.message)
  }
  worker.log.error({ err: error, job: job.id }, 'A run failed by a bug.')
  return failed(job, 'The run failed by an internal error of Sextant. Its log tells more.')
}

function failed(
  job: StoredJob,
  message: string,
  position: { line: number; column: number } | null = null,
): FailedOutcome {
  if (job.kind === 'schema') {
    return { status: 'failed', error: { code: 2, message: 'Error retrieving schema', details: message } }
  }
  return { status: 'failed', error: position === null ? { message } : { message, position } }
}
