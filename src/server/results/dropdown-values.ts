import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { refuse } from '#shared/errors/refusal.ts'
import { parseResultText } from '#shared/results/parse-result.ts'
import type { ResultColumn } from '#shared/results/results-api.ts'
import type { Db } from '../db/database.ts'
import { findExecutionQuery } from './execution-store.ts'
import { findChunksOfRows, findResult } from './result-store.ts'

const decompress = promisify(zstdDecompress)

export interface DropdownOption {
  name: unknown
  value: string
}

/** A list to choose from is not longer than this; what lies beyond is no valid value. */
const maxOptions = 100_000

/**
 * The options of a dropdown query, from its newest stored result (reference-api 6.4): column `name` (in any case), else
 * the first; column `value`, else the first, as text. Without a result there are none.
 */
export async function findDropdownValues(db: Db, orgId: number, queryId: number): Promise<DropdownOption[]> {
  const query = await findExecutionQuery(db, orgId, queryId)
  if (query === null) return []
  if (query.data_source_id === null) throw refuse('query.detached')
  const result = query.latest_result_id === null ? null : await findResult(db, query.latest_result_id)
  if (result === null) return []
  const columns = JSON.parse(result.columns_json) as ResultColumn[]
  const first = columns[0]?.name ?? ''
  const named = (wanted: string) =>
    columns.find((column) => column.name.toLowerCase() === wanted)?.name ?? first
  const [nameColumn, valueColumn] = [named('name'), named('value')]
  const options: DropdownOption[] = []
  for (const chunk of await findChunksOfRows(db, result.id, 0, maxOptions)) {
    const text = (await decompress(chunk.frame)).toString('utf8')
    const rows = parseResultText(`[${text.startsWith(',') ? text.slice(1) : text}]`).value as Record<
      string,
      unknown
    >[]
    for (const row of rows) options.push({ name: row[nameColumn], value: valueText(row[valueColumn]) })
  }
  return options
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'None'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
