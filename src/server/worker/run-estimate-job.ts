import { QueryFailed } from '#connectors/connector-errors.ts'
import { endJob, type StoredJob } from '#server/runs/index.ts'
import { sendText } from './send-text.ts'
import { withSession } from './with-session.ts'
import type { Worker } from './worker.ts'

/** A data source that needs longer to tell what it would read is of no help. */
const estimateSeconds = 60

/** Asks the data source what the text would read, and stores its answer with the job. */
export async function runEstimateJob(
  worker: Worker,
  job: StoredJob,
  controller: AbortController,
): Promise<void> {
  const estimate = await withSession(worker, job, controller, {
    seconds: estimateSeconds,
    isFresh: true,
    use: (session, connector, source, signal) =>
      sendText(worker, connector, source, job, async (text) => {
        if (session.estimate === undefined) throw new QueryFailed('This data source gives no estimates.')
        return await session.estimate(text, signal)
      }),
  })
  const attempt = { job_id: job.id, worker_id: worker.id, attempts: job.attempts }
  await endJob(worker.db, attempt, { status: 'finished', result_json: JSON.stringify(estimate) })
}
