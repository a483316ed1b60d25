import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { ResultColumn } from '#shared/results/results-api.ts'
import type { Db } from '../db/database.ts'
import { findChunksOfRows } from './result-store.ts'
import { rowPrefixes } from './row-encoder.ts'
import { rowStarts } from './row-scanner.ts'

const decompress = promisify(zstdDecompress)

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
  const { from } = request
  // chunks may be there already that are not counted yet, nor their columns told
  const count = Math.min(request.count, Math.max(0, request.total - from))
  const columns = JSON.parse(request.columns_json) as ResultColumn[]
  const prefixes = rowPrefixes(columns.map((column) => column.name))
  const parts: Buffer[] = []
  for (const chunk of count === 0 ? [] : await findChunksOfRows(db, request.result_id, from, count)) {
    const bytes = await decompress(chunk.frame)
    const starts = rowStarts(bytes, prefixes)
    const first = Math.max(0, from - chunk.first_row)
    const last = Math.min(chunk.row_count, from + count - chunk.first_row)
    const rows = bytes.subarray(starts[first], (starts[last] ?? bytes.length + 1) - 1)
    if (rows.length === 0) continue
    if (parts.length > 0) parts.push(Buffer.from(','))
    parts.push(rows)
  }
  const rest = JSON.stringify({ from, total: request.total, complete: request.complete })
  return Buffer.concat([
    Buffer.from(`{"columns":${request.columns_json},"rows":[`),
    ...parts,
    Buffer.from(`],${rest.slice(1)}`),
  ])
}
