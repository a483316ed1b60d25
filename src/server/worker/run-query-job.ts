import type { QueryLender } from '#connectors/connector.ts'
import { prepareAlerts } from '#server/alerting/index.ts'
import {
  type Attempt,
  endJob,
  insertChunk,
  insertResult,
  noteGoodRefresh,
  RunLost,
  type RunnableSource,
  reportProgress,
  reportWork,
  type StoredJob,
} from '#server/runs/index.ts'
import { StoringFailed } from './chunk-writer.ts'
import { createResultSink, type ResultSink, type SinkSummary } from './result-sink.ts'
import { queueName, sendText } from './send-text.ts'
import { withSession } from './with-session.ts'
import type { Worker } from './worker.ts'

/** Runs a query and stores its result: the chunks while it runs, and at the end the row that makes them visible. */
export async function runQueryJob(
  worker: Worker,
  job: StoredJob,
  controller: AbortController,
  queries: QueryLender,
): Promise<void> {
  const attempt = { job_id: job.id, worker_id: worker.id, attempts: job.attempts }
  const started = performance.now()
  let sink: ResultSink | null = null
  try {
    await withSession(worker, job, controller, {
      seconds: (source) => source.max_seconds ?? worker.config.maxSeconds,
      queries,
      use: async (session, connector, source, signal) => {
        const own = sinkOf(worker, job, attempt, source)
        sink = own
        await sendText(worker, connector, source, job, (text, values) =>
          session.run(text, own, signal, values),
        )
        const summary = await own.finish()
        const runtime = (performance.now() - started) / 1000
        await storeResult(worker, job, attempt, { ...summary, runtime }, source)
      },
    })
  } catch (error) {
    await (sink as ResultSink | null)?.settle()
    throw error
  }
}

function sinkOf(worker: Worker, job: StoredJob, attempt: Attempt, source: RunnableSource): ResultSink {
  const resultId = requireResultId(job)
  return createResultSink({
    maxRows: source.max_rows ?? worker.config.maxRows,
    maxBytes: source.max_bytes ?? worker.config.maxBytes,
    async writeChunk(chunk) {
      await worker.room.demand(chunk.frame.length)
      await insertChunk(worker.pool, resultId, chunk)
    },
    onProgress: (rows, columnsJson) => reportProgress(worker.db, attempt, rows, columnsJson),
    onWork: (progress) => reportWork(worker.db, attempt, progress),
  })
}

/** The id of the result is reserved when the job is claimed. */
function requireResultId(job: StoredJob): number {
  if (job.result_id === null) throw new Error('A query job was claimed without an id for its result.')
  return job.result_id
}

/** Stores in one transaction: the result, the queries that show it, the alerts that check it, and the end of the job. */
async function storeResult(
  worker: Worker,
  job: StoredJob,
  attempt: Attempt,
  summary: SinkSummary & { runtime: number },
  source: RunnableSource,
): Promise<void> {
  const result = {
    ...summary,
    id: requireResultId(job),
    org_id: job.org_id,
    data_source_id: job.data_source_id,
    query_hash: job.query_hash ?? '',
    query_text: job.query_text ?? '',
  }
  try {
    const evaluateAlerts = await prepareAlerts(worker, result)
    await worker.db.transaction().execute(async (tx) => {
      await insertResult(tx, result)
      if (job.query_id !== null) await noteGoodRefresh(tx, job.query_id)
      const outcome = { status: 'finished', row_count: summary.row_count } as const
      if (!(await endJob(tx, attempt, outcome))) throw new RunLost()
      await evaluateAlerts(tx, runFacts(job, source))
    })
    worker.measures.resultStored(result)
  } catch (error) {
    throw error instanceof RunLost ? error : new StoringFailed(error)
  }
}

/** Facts about the run for alert messages (docs/reference/api-alerts.md#message-metadata), named as in the annotation. */
function runFacts(job: StoredJob, source: RunnableSource): Record<string, unknown> {
  return {
    Username: job.actor_name,
    query_id: job.query_id ?? 'adhoc',
    Queue: queueName(job, source),
    'Job ID': job.id,
    'Query Hash': job.query_hash ?? '',
    Scheduled: job.is_scheduled,
  }
}
