import { parseResultText } from '#shared/results/parse-result.ts'
import type { QueryResult } from '#shared/results/results-api.ts'
import type { RowWindow } from '#shared/results/row-windows-api.ts'
import { type TypedResult, typeResult } from '#shared/results/typed-result.ts'

/** A stored result as used by the pages. */
export interface LoadedResult {
  id: number
  /** typed, not filtered; of a large result possibly only the first rows: see `rowCount` */
  data: TypedResult
  /** number of rows of the whole result */
  rowCount: number
  log: readonly string[]
  truncated: boolean
  metadata: Readonly<Record<string, unknown>>
  /** seconds */
  runtime: number
  retrieved_at: string
  /** the text that was sent, with its limit */
  sentText?: string
}

/** Parses a result without losing digits. */
export function readResult(text: string): LoadedResult {
  const { value, exactNames } = parseResultText(text)
  const { query_result: result } = value as { query_result: QueryResult }
  const { columns, rows, log, truncated, metadata, row_count } = result.data
  return {
    id: result.id,
    data: typeResult({ columns, rows }, exactNames),
    rowCount: row_count ?? rows.length,
    log: log ?? [],
    truncated: truncated === true,
    metadata: metadata ?? {},
    runtime: result.runtime,
    retrieved_at: result.retrieved_at,
    sentText: result.query,
  }
}

/** True if only the first rows are loaded. */
export function isHead({ data, rowCount }: Pick<LoadedResult, 'data' | 'rowCount'>): boolean {
  return data.rows.length < rowCount
}

/** Parses some rows of a result, like `readResult` for all rows. */
export function readRows(text: string): TypedResult & { total: number } {
  const { value, exactNames } = parseResultText(text)
  const window = value as RowWindow
  return { ...typeResult(window, exactNames), total: window.total }
}
