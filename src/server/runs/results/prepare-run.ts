import { findConnector } from '#connectors/registry.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { BoundText } from '#shared/sql/bind-text.ts'
import type { BoundValue } from '#shared/sql/bound-value.ts'
import { type PreparedText, prepareText } from '#shared/sql/prepare-text.ts'
import type { RenderedPiece } from '#shared/sql/render-text.ts'
import type { NewJob } from '../jobs/insert-job-store.ts'
import { queryHash } from './query-hash.ts'
import { type Filling, renderQuery } from './render-query.ts'

/** The text as the user wrote it, stored with the job to locate errors in it. */
export interface SubmittedText {
  text: string
  /** with values for placeholders; absent if it has none */
  rendered?: string
  pieces?: readonly RenderedPiece[]
  limit: number | null
}

export interface Template extends Omit<Filling, 'rules'> {
  template: string
  /** rows; null: not limited automatically */
  limit: number | null
}

/** The text a run sends, and the hash that identifies its result. */
export type PreparedRun = Pick<NewJob, 'query_text' | 'submitted' | 'bound'> & { query_hash: string }

/**
 * Inserts values, normalizes, limits and hashes the text. `free` names the parameters whose value is unchecked and is
 * placed where any text is allowed: such a run needs full access. Throws execution.data_source_unavailable for an
 * unknown type, execution.missing_parameters, execution.invalid_parameters, execution.empty_query.
 */
export function prepareRunNow(
  sourceType: string,
  { template, limit, ...filling }: Template,
): { run: PreparedRun; free: readonly string[] } {
  const connector = findConnector(sourceType)
  if (connector === undefined) throw refuse('execution.data_source_unavailable')
  const rendered = renderQuery(template, { ...filling, rules: connector.binds })
  const prepared = prepareText(rendered.text, connector.autoLimit, limit)
  const { text } = prepared
  if (text.trim() === '') throw refuse('execution.empty_query')
  const values = placeValues(rendered.values, prepared)
  const run = {
    query_hash: queryHash(text, connector.autoLimit),
    query_text: text,
    submitted: text === template ? null : JSON.stringify(submittedText(template, rendered, limit)),
    bound: values.length === 0 ? null : JSON.stringify(values),
  }
  return { run, free: rendered.free }
}

/** The positions of the values in the text that is sent. */
function placeValues(values: readonly BoundValue[], prepared: PreparedText): BoundValue[] {
  return values.flatMap((value) => {
    const start = prepared.preparedOffset(value.start)
    return start === null ? [] : [{ ...value, start, end: start + value.end - value.start }]
  })
}

function submittedText(template: string, rendered: BoundText, limit: number | null): SubmittedText {
  if (rendered.text === template) return { text: template, limit }
  return { text: template, rendered: rendered.text, pieces: rendered.pieces, limit }
}
