import type { Db } from '#server/kernel/index.ts'
import type { ResultColumn } from '#shared/results/results-api.ts'
import { readFrame } from './read-frame.ts'
import { findChunksOfRows, type StoredResult } from './result-store.ts'
import { rowPrefixes } from './row-encoder.ts'
import { rowStarts } from './row-scanner.ts'

export interface WindowRequest {
  result_id: number
  columns_json: string
  from: number
  count: number
  /** rows that are stored by now */
  total: number
  /** false while the run goes on: more may come */
  complete: boolean
}

/** `{columns, rows, from, total, complete}` as JSON text: some rows of a result, out of the chunks that hold them. */
export async function rowWindow(db: Db, request: WindowRequest): Promise<Buffer> {
  return windowText(request, await rowsOfWindow(db, request))
}

/** The same around rows that were cut out already. */
export function windowText(
  { columns_json, from, total, complete }: Omit<WindowRequest, 'result_id' | 'count'>,
  rows: readonly Buffer[],
): Buffer {
  const rest = JSON.stringify({ from, total, complete })
  return Buffer.concat([
    Buffer.from(`{"columns":${columns_json},"rows":[`),
    ...withCommas(rows),
    Buffer.from(`],${rest.slice(1)}`),
  ])
}

function withCommas(rows: readonly Buffer[]): Buffer[] {
  return rows.flatMap((row, index) => (index === 0 ? [row] : [comma, row]))
}

const comma = Buffer.from(',')

/** JSON texts of rows, each of one or more rows with commas between them. */
async function rowsOfWindow(db: Db, request: WindowRequest): Promise<Buffer[]> {
  const { from } = request
  // chunks may be there already that are not counted yet, nor their columns told
  const count = Math.min(request.count, Math.max(0, request.total - from))
  const columns = JSON.parse(request.columns_json) as ResultColumn[]
  const prefixes = rowPrefixes(columns.map((column) => column.name))
  const parts: Buffer[] = []
  for (const chunk of count === 0 ? [] : await findChunksOfRows(db, request.result_id, from, count)) {
    const bytes = await readFrame(chunk.frame)
    const starts = rowStarts(bytes, prefixes)
    const first = Math.max(0, from - chunk.first_row)
    const last = Math.min(chunk.row_count, from + count - chunk.first_row)
    const rows = bytes.subarray(starts[first], (starts[last] ?? bytes.length + 1) - 1)
    if (rows.length > 0) parts.push(rows)
  }
  return parts
}

/** The first rows of a result as a piece of JSON text, for the head of a large one. */
export async function firstRowsText(
  db: Db,
  result: Pick<StoredResult, 'id' | 'columns_json' | 'row_count'>,
  count: number,
): Promise<Buffer> {
  const { id, columns_json, row_count: total } = result
  const request = { result_id: id, columns_json, total, complete: true, from: 0, count }
  return Buffer.concat(withCommas(await rowsOfWindow(db, request)))
}
