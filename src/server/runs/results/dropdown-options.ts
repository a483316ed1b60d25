import type { Db } from '#server/kernel/index.ts'
import type { DropdownOption, DropdownPage } from '#shared/parameters/dropdowns-api.ts'
import { parseResultText } from '#shared/results/parse-result.ts'
import type { ResultColumn } from '#shared/results/results-api.ts'
import { type CellKind, cellKind, rowPrefixes, scanRows } from '#shared/results/row-scanner.ts'
import { giveBack, readFrame } from './read-frame.ts'
import { readingRoom, smallBytes } from './reading-room.ts'
import {
  findChunksOfRows,
  type RowRange,
  type StoredChunkOfResult,
  type StoredResult,
} from './result-store.ts'
import { type SharedWork, sharedWork } from './shared-work.ts'
import { textStart } from './text-start.ts'

/**
 * Limits of a dropdown list: its rows, the characters of its options, and the bytes of rows read for it. Values beyond
 * the limits are invalid.
 */
export const listLimits = { rows: 100_000, characters: 8_000_000, bytes: 100_000_000 }
/** Omit longer values, because clients cannot send them back (dropdowns-api.ts). Longer names are cut. */
export const maxValueLength = 10_000
export const maxNameLength = 2000

/** Max two lists from larger results are read at a time: one row may have 16 MB. */
const largeLists = readingRoom(2)

export type ReadChunks = (range: RowRange) => Promise<StoredChunkOfResult[]>

/** Reads chunks for one list. */
const chunksFrom =
  (db: Db): ReadChunks =>
  ({ result_id, from, count }) =>
    findChunksOfRows(db, result_id, from, count)

/**
 * The options of a result (docs/reference/api-results.md#dropdown-options), in batches: column `name` (in any case),
 * else the first; column `value`, else the first, as text. Chunks are decompressed one by one, each once.
 */
async function* readOptions(readChunks: ReadChunks, result: StoredResult): AsyncGenerator<DropdownOption[]> {
  const leave = result.byte_count <= smallBytes ? () => {} : await largeLists.enter(1)
  try {
    const readRows = optionReader(JSON.parse(result.columns_json) as ResultColumn[])
    const last = Math.min(listLimits.rows, result.row_count)
    let [read, characters, bytes] = [0, 0, 0]
    while (read < last && characters < listLimits.characters && bytes < listLimits.bytes) {
      // only the chunk with the next row
      const [chunk] = await readChunks({ result_id: result.id, from: read, count: 1 })
      if (chunk === undefined) return
      const text = await readFrame(chunk.frame)
      const found = readRows(text, {
        rows: last - read,
        characters: listLimits.characters - characters,
      })
      giveBack(text)
      yield found.options
      read = chunk.first_row + chunk.row_count
      characters += found.characters
      bytes += chunk.byte_count
    }
  } finally {
    leave()
  }
}

/** Reads options from the text of a chunk, up to a number of rows and characters. */
function optionReader(columns: readonly ResultColumn[]) {
  const prefixes = rowPrefixes(columns.map((column) => column.name))
  const named = (wanted: string) =>
    Math.max(
      0,
      columns.findIndex((column) => column.name.toLowerCase() === wanted),
    )
  const [nameColumn, valueColumn] = [named('name'), named('value')]
  return (text: Buffer, left: { rows: number; characters: number }) => {
    const options: DropdownOption[] = []
    let [rows, characters] = [0, 0]
    let name: unknown
    let value: string | null = valueText(null)
    scanRows(text, prefixes, {
      cell(column, kind, start, end) {
        if (column !== nameColumn && column !== valueColumn) return
        if (rows >= left.rows || characters >= left.characters) return
        if (column === nameColumn) name = cellName(text, kind, start, end)
        if (column === valueColumn) value = cellValue(text, kind, start, end)
      },
      endRow() {
        if (rows++ >= left.rows || characters >= left.characters || value === null) return
        characters += value.length + nameText(name).length
        options.push({ name, value })
      },
    })
    return { options, characters }
  }
}

function cellName(bytes: Buffer, kind: CellKind, start: number, end: number): unknown {
  const begin = textStart(bytes, kind, start, end, maxNameLength + 1)
  if (begin.length > maxNameLength) return `${begin.slice(0, maxNameLength)}…`.toWellFormed()
  return isText(kind) ? begin : parseResultText(begin).value
}

/** null: too long. */
function cellValue(bytes: Buffer, kind: CellKind, start: number, end: number): string | null {
  const begin = textStart(bytes, kind, start, end, maxValueLength + 1)
  if (begin.length > maxValueLength) return null
  return isText(kind) ? begin : valueText(parseResultText(begin).value)
}

function isText(kind: CellKind): boolean {
  return kind === cellKind.text || kind === cellKind.escapedText
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'None'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Lists being read now. Concurrent callers for the same list share one read. */
const reading = new WeakMap<Db, SharedWork<DropdownOption[]>>()
const never = new AbortController().signal

/** All options, for clients without paging. */
export function listOptions(db: Db, result: StoredResult): Promise<DropdownOption[]> {
  const shared = reading.get(db) ?? sharedWork<DropdownOption[]>()
  reading.set(db, shared)
  return shared.join(`${result.id}`, never, async () => {
    const options: DropdownOption[] = []
    for await (const some of readOptions(chunksFrom(db), result))
      for (const option of some) options.push(option)
    return options
  })
}

/** The wanted values that are in the list. */
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
  /** values whose options are needed as well */
  values: readonly string[]
}

type OptionPage = Omit<DropdownPage, 'depends_on'>

/** One page of the options whose name contains the text, in any case. */
export async function searchOptions(db: Db, result: StoredResult, search: OptionSearch): Promise<OptionPage> {
  const wanted = search.q.toLowerCase()
  const missing = new Set(search.values)
  const page: OptionPage = { options: [], count: 0, selected: [] }
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
