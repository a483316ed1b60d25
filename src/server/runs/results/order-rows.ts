import { type CellFormats, namesInTexts, type ShownColumn, searchText } from '#shared/results/cell-text.ts'
import { filtersMatcher } from '#shared/results/column-filter.ts'
import type { ResultColumn } from '#shared/results/results-api.ts'
import { type CellKind, cellKind, rowPrefixes, scanRows } from '#shared/results/row-scanner.ts'
import { maxTextBytes, storedValue } from './cell-value.ts'
import type { RowOrder } from './order-request.ts'
import { bytesOfKey, type SortedAs, type SortKeys, sortKeys } from './sort-keys.ts'
import { TooLargeToOrder } from './text-arena.ts'

export interface OrderTask extends RowOrder {
  columns: readonly ResultColumn[]
  row_count: number
  /** total bytes of the rows' JSON text */
  byte_count: number
  formats: CellFormats
}

export interface OrderedRows {
  /** row numbers of the matching rows, in the requested order */
  order: Uint32Array
  /** offset of each row in the text of its chunk */
  starts: Uint32Array
}

export interface RowOrdering {
  /** reads the text of the next chunk. Throws TooLargeToOrder. */
  read(chunk: Buffer): void
  finish(): OrderedRows
}

/** More rows are refused: 5,000,000 row numbers take 20 MB in the cache of the web process. */
export const maxOrderedRows = 5_000_000
/** Max bytes of keys, so that a web process stays below 256 MB (docs/reference/promises.md#p2). */
const keyBytes = 112 * 1024 * 1024
const bytesOfRow = 16

/** Reads the chunks of a result one by one and returns the matching rows in the requested order. */
export function rowOrdering(task: OrderTask): RowOrdering {
  const { sort, search, filters = [], columns, row_count: total } = task
  const place = new Map(columns.map(({ name }, index) => [name, index]))
  const prefixes = rowPrefixes(columns.map(({ name }) => name))
  const left = keyBytes - total * (bytesOfRow + sort.length * bytesOfKey)
  // texts take as many bytes as in JSON; a reformatted list or object may take more
  const textBytes = Math.min(Math.floor(left / Math.max(1, sort.length)), task.byte_count * 2)
  if (textBytes < 0 || total > maxOrderedRows) throw new TooLargeToOrder()
  const keys = sort.map(({ name }) => sortKeys(total, sortedAs(columns[place.get(name) ?? -1]), textBytes))
  const cells = rowCells(columns.length)
  const sorted = sort.map(({ name }) => place.get(name) ?? -1)
  const matches = search === null && filters.length === 0 ? () => true : rowMatcher(task, place, cells)
  const starts = new Uint32Array(total)
  const found = new Uint32Array(total)
  let row = 0
  let count = 0
  return {
    read(chunk) {
      cells.bytes = chunk
      let next = chunk[0] === comma ? 1 : 0
      scanRows(chunk, prefixes, {
        cell: cells.set,
        endRow(end) {
          if (row >= total) throw new Error('A result has more rows than it tells.')
          starts[row] = next
          next = end + 1
          if (matches()) {
            for (let index = 0; index < keys.length; index++)
              addCell(keys[index] as SortKeys, count, sorted[index] as number, cells)
            found[count++] = row
          }
          row++
        },
      })
    },
    finish() {
      if (row !== total) throw new Error(`A result has ${row} of its ${total} rows.`)
      const numbers = sortItems(
        count,
        sort.map(({ descending }, index) => ({ descending, key: keys[index] as SortKeys })),
      )
      // each entry is read before it is overwritten: row numbers replace item numbers in place
      if (numbers !== null)
        for (let at = 0; at < count; at++) numbers[at] = found[numbers[at] as number] as number
      return { order: (numbers ?? found).slice(0, count), starts }
    },
  }
}

const comma = 0x2c

function sortedAs(column: ResultColumn | undefined): SortedAs {
  const type = column?.type
  if (type === 'integer' || type === 'float') return 'number'
  return type === 'date' || type === 'datetime' ? 'date' : 'other'
}

/** Stable sorts from the last column to the first; null: the items stay as they are. */
function sortItems(count: number, by: readonly { descending: boolean; key: SortKeys }[]): Uint32Array | null {
  if (by.length === 0) return null
  let order = new Uint32Array(count)
  for (let item = 0; item < count; item++) order[item] = item
  let spare = new Uint32Array(count)
  for (const { descending, key } of by.toReversed()) {
    const sorted = key.sort(order, spare, descending)
    spare = sorted === order ? spare : order
    order = sorted as Uint32Array<ArrayBuffer>
  }
  return order
}

/** The cells of the current row. */
interface RowCells {
  bytes: Buffer
  kinds: Uint8Array
  starts: Uint32Array
  ends: Uint32Array
  set(column: number, kind: CellKind, start: number, end: number): void
}

function rowCells(width: number): RowCells {
  const kinds = new Uint8Array(width)
  const starts = new Uint32Array(width)
  const ends = new Uint32Array(width)
  return {
    bytes: Buffer.alloc(0),
    kinds,
    starts,
    ends,
    set(column, kind, start, end) {
      kinds[column] = kind
      starts[column] = start
      ends[column] = end
    },
  }
}

function addCell(
  key: SortKeys,
  item: number,
  column: number,
  { bytes, kinds, starts, ends }: RowCells,
): void {
  key.add(item, kinds[column] as CellKind, bytes, starts[column] as number, ends[column] as number)
}

/** Does the current row pass the filters, and does a searched cell of it show the text? */
function rowMatcher(
  { search, filters = [], formats }: OrderTask,
  place: ReadonlyMap<string, number>,
  cells: RowCells,
): () => boolean {
  const needle = search?.text.toLowerCase() ?? ''
  const read = [...(search?.columns ?? []), ...filters.map(({ column }) => column)]
  const names = [...namesInTexts(read)].filter((name) => place.has(name))
  const places = names.map((name) => place.get(name) as number)
  const longest = maxTextBytes / Math.max(1, ...read.map(placeholders))
  const passes = filtersMatcher(filters, formats)
  return () => {
    let length = 0
    for (const column of places) length += (cells.ends[column] as number) - (cells.starts[column] as number)
    if (length > longest) throw new TooLargeToOrder()
    const row: Record<string, unknown> = Object.create(null)
    for (let index = 0; index < names.length; index++) {
      row[names[index] as string] = valueAt(cells, places[index] as number)
    }
    if (!passes(row)) return false
    return (
      search === null ||
      search.columns.some((column) => searchText(column, row, formats).toLowerCase().includes(needle))
    )
  }
}

function valueAt({ bytes, kinds, starts, ends }: RowCells, column: number): unknown {
  return storedValue(
    bytes,
    (kinds[column] ?? cellKind.null) as CellKind,
    starts[column] as number,
    ends[column] as number,
  )
}

/** Number of placeholders in the templates of a column: each one writes out a whole cell. */
function placeholders(column: ShownColumn): number {
  const {
    linkUrlTemplate = '',
    linkTextTemplate = '',
    imageUrlTemplate = '',
    imageTitleTemplate = '',
  } = column
  const templates = linkUrlTemplate + linkTextTemplate + imageUrlTemplate + imageTitleTemplate
  return templates.split('{{').length - 1
}
