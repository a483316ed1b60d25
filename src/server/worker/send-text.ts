import type { Connector } from '#connectors/connector.ts'
import { QueryFailed } from '#connectors/connector-errors.ts'
import type { RunnableSource, StoredJob, SubmittedText } from '#server/runs/index.ts'
import { type AnnotatedText, annotate } from '#shared/sql/annotate.ts'
import type { BoundValue } from '#shared/sql/bound-value.ts'
import { originalPosition, prepareText } from '#shared/sql/prepare-text.ts'
import { templateOffset } from '#shared/sql/render-text.ts'
import type { SqlDialect } from '#shared/sql/scan-sql.ts'
import { type LineAndColumn, offsetAt, positionAt } from '#shared/sql/text-position.ts'
import type { Worker } from './worker.ts'

/** Calls `send` with the job's text and its annotation. Positions of errors then refer to the text that the user wrote. */
export async function sendText<T>(
  worker: Pick<Worker, 'secrets'>,
  connector: Connector,
  source: RunnableSource,
  job: StoredJob,
  send: (text: string, values: readonly BoundValue[]) => Promise<T>,
): Promise<T> {
  const sent = annotated(worker, connector, source, job)
  try {
    return await send(sent.text, shifted(job.bound ?? [], sent.prefixLength))
  } catch (error) {
    if (!(error instanceof QueryFailed) || error.position === null) throw error
    const submitted: SubmittedText =
      job.submitted === null ? { text: job.query_text ?? '', limit: null } : JSON.parse(job.submitted)
    const position = positionInSubmitted(submitted, connector.autoLimit, sent, error.position)
    throw new QueryFailed(error.message, { position, cause: error })
  }
}

function annotated(
  worker: Pick<Worker, 'secrets'>,
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

function annotationOf(
  { secrets }: Pick<Worker, 'secrets'>,
  { annotates }: Connector,
  source: RunnableSource,
) {
  return typeof annotates === 'function' ? annotates(secrets.unseal(source.encrypted_options)) : annotates
}

/** Moves the positions of bound values by the length of the annotation before the text. */
function shifted(values: readonly BoundValue[], length: number): BoundValue[] {
  return values.map((value) => ({ ...value, start: value.start + length, end: value.end + length }))
}

export function queueName(job: StoredJob, source: RunnableSource): string {
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
