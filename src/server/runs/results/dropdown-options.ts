import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { Db } from '#server/kernel/index.ts'
import type { DropdownOption, DropdownPage } from '#shared/parameters/dropdowns-api.ts'
import { parseResultText } from '#shared/results/parse-result.ts'
import type { ResultColumn } from '#shared/results/results-api.ts'
import {
  findChunksOfRows,
  type RowRange,
  type StoredChunkOfResult,
  type StoredResult,
} from './result-store.ts'

const decompress = promisify(zstdDecompress)

/** A list to choose from is not longer than this; what lies beyond is no valid value. */
const maxOptions = 100_000
/** Rows that are read at once: the chunks of a result hold more or fewer. */
const windowRows = 5000

export type ReadChunks = (range: RowRange) => Promise<StoredChunkOfResult[]>

/** Read for one list alone. */
const chunksFrom =
  (db: Db): ReadChunks =>
  ({ result_id, from, count }) =>
    findChunksOfRows(db, result_id, from, count)

/**
 * The options of a result (reference-api 6.4), some at a time: column `name` (in any case), else the first; column
 * `value`, else the first, as text. Each chunk is decompressed and read once.
 */
async function* readOptions(readChunks: ReadChunks, result: StoredResult): AsyncGenerator<DropdownOption[]> {
  const columns = JSON.parse(result.columns_json) as ResultColumn[]
  const first = columns[0]?.name ?? ''
  const named = (wanted: string) =>
    columns.find((column) => column.name.toLowerCase() === wanted)?.name ?? first
  const [nameColumn, valueColumn] = [named('name'), named('value')]
  let read = 0
  while (read < Math.min(maxOptions, result.row_count)) {
    const chunks = await readChunks({ result_id: result.id, from: read, count: windowRows })
    if (chunks.length === 0) return
    for (const chunk of chunks) {
      const text = (await decompress(chunk.frame)).toString('utf8')
      const rows = parseResultText(`[${text.startsWith(',') ? text.slice(1) : text}]`).value
      const options = (rows as Record<string, unknown>[]).map((row) => ({
        name: row[nameColumn],
        value: valueText(row[valueColumn]),
      }))
      yield options.slice(0, maxOptions - read)
      read = chunk.first_row + chunk.row_count
    }
  }
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'None'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** All options, for clients that know no pages. */
export async function listOptions(db: Db, result: StoredResult): Promise<DropdownOption[]> {
  const options: DropdownOption[] = []
  for await (const some of readOptions(chunksFrom(db), result))
    for (const option of some) options.push(option)
  return options
}

/** Those of the wanted values that are in the list. */
export async function findChosen(
  readChunks: ReadChunks,
  result: StoredResult,
  wanted: readonly string[],
): Promise<string[]> {
  const missing = new Set(wanted)
  const found: string[] = []
  if (missing.size === 0) return found
  for await (const options of readOptions(readChunks, result)) {
    for (const { value } of options) if (missing.delete(value)) found.push(value)
    if (missing.size === 0) break
  }
  return found
}

export interface OptionSearch {
  q: string
  offset: number
  limit: number
  /** values whose options are wanted as well */
  values: readonly string[]
}

/** One page of the options whose name has the text, in any case. */
export async function searchOptions(
  db: Db,
  result: StoredResult,
  search: OptionSearch,
): Promise<DropdownPage> {
  const wanted = search.q.toLowerCase()
  const missing = new Set(search.values)
  const page: DropdownPage = { options: [], count: 0, selected: [] }
  for await (const options of readOptions(chunksFrom(db), result)) {
    for (const option of options) {
      if (missing.delete(option.value)) page.selected.push(option)
      if (wanted !== '' && !nameText(option.name).toLowerCase().includes(wanted)) continue
      if (page.count >= search.offset && page.options.length < search.limit) page.options.push(option)
      page.count++
    }
  }
  return page
}

function nameText(name: unknown): string {
  return name === null || name === undefined ? '' : valueText(name)
}
