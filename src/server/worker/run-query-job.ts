import type { Connector, QueryLender, Session } from '#connectors/connector.ts'
import { QueryFailed } from '#connectors/connector-errors.ts'
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
  type SubmittedText,
} from '#server/runs/index.ts'
import { type AnnotatedText, annotate } from '#shared/sql/annotate.ts'
import type { BoundValue } from '#shared/sql/bound-value.ts'
import { originalPosition, prepareText } from '#shared/sql/prepare-text.ts'
import { templateOffset } from '#shared/sql/render-text.ts'
import type { SqlDialect } from '#shared/sql/scan-sql.ts'
import { type LineAndColumn, offsetAt, positionAt } from '#shared/sql/text-position.ts'
import { StoringFailed } from './chunk-writer.ts'
import { createResultSink, type ResultSink, type SinkSummary } from './result-sink.ts'
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
        sink = sinkOf(worker, job, attempt, source)
        await runText(worker, session, connector, source, job, sink, signal)
        const summary = await sink.finish()
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

async function runText(
  worker: Worker,
  session: Session,
  connector: Connector,
  source: RunnableSource,
  job: StoredJob,
  sink: ResultSink,
  signal: AbortSignal,
): Promise<void> {
  const sent = annotated(worker, connector, source, job)
  try {
    await session.run(sent.text, sink, signal, shifted(job.bound ?? [], sent.prefixLength))
  } catch (error) {
    if (!(error instanceof QueryFailed) || error.position === null) throw error
    const submitted: SubmittedText =
      job.submitted === null ? { text: job.query_text ?? '', limit: null } : JSON.parse(job.submitted)
    const position = positionInSubmitted(submitted, connector.autoLimit, sent, error.position)
    throw new QueryFailed(error.message, { position, cause: error })
  }
}

function annotated(
  worker: Worker,
  connector: Connector,
  source: RunnableSource,
  job: StoredJob,
): AnnotatedText {
  const text = job.query_text ?? ''
  const kind = annotationOf(worker, connector, source)
  if (kind === false) return { text, prefixLength: 0 }
  return annotate(text, {
    username: job.actor_name,
    query_id: job.query_id,
    queue: queueName(job, source),
    job_id: kind === 'without job' ? null : job.id,
    query_hash: job.query_hash ?? '',
    scheduled: job.is_scheduled,
  })
}

function annotationOf({ secrets }: Worker, { annotates }: Connector, source: RunnableSource) {
  return typeof annotates === 'function' ? annotates(secrets.unseal(source.encrypted_options)) : annotates
}

/** Moves the positions of bound values by the length of the annotation before the text. */
function shifted(values: readonly BoundValue[], length: number): BoundValue[] {
  return values.map((value) => ({ ...value, start: value.start + length, end: value.end + length }))
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

function queueName(job: StoredJob, source: RunnableSource): string {
  return job.is_scheduled ? source.scheduled_queue_name : source.queue_name
}

/** Maps the position of an error in the sent text to the text that the user wrote. */
function positionInSubmitted(
  submitted: SubmittedText,
  dialect: SqlDialect | null,
  sent: { text: string; prefixLength: number },
  position: LineAndColumn,
): LineAndColumn | null {
  const rendered = submitted.rendered ?? submitted.text
  const prepared = prepareText(rendered, dialect, submitted.limit)
  const place = originalPosition(rendered, prepared, sent.prefixLength, sent.text, position)
  if (place === null || submitted.pieces === undefined) return place
  return positionAt(submitted.text, templateOffset(submitted.pieces, offsetAt(rendered, place)))
}
