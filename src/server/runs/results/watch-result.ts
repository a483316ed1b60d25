import type pg from 'pg'
import type { WatchedResult } from '#shared/alerts/alert-rules.ts'
import {
  type AlertCell,
  type ExtremeFinder,
  extremeFinder,
  type WatchedColumn,
} from '#shared/alerts/watched-column.ts'
import { parseResultText } from '#shared/results/parse-result.ts'
import type { ResultColumn } from '#shared/results/results-api.ts'
import { type CellKind, cellKind, rowPrefixes, scanRows } from '#shared/results/row-scanner.ts'
import type { ResultRow } from '#shared/results/typed-result.ts'
import { storedTexts } from './large-chunk.ts'
import type { StoredResult } from './result-store.ts'
import { textStart } from './text-start.ts'

/** What alerts need of a column; extremes require reading all rows. */
export interface WatchRequest {
  column: string
  extremes: boolean
}

/** A result as alerts see it; caches what it has read. */
export interface ResultWatch {
  look(requests: readonly WatchRequest[]): Promise<WatchedResult>
  /** the first rows, as many as a message shows; empty if they are too large for it */
  firstRows(): Promise<{ columns: readonly ResultColumn[]; rows: readonly ResultRow[] }>
}

/** Max rows in a message. */
const maxRows = 100
const maxColumns = 500
const maxRowBytes = 256 * 1024
/** Longer texts differ from every threshold within this length. */
const maxCellLength = 10_000
const framesAtOnce = 4

/**
 * Reads stored chunks, of finished results and of one whose row is not yet inserted. Takes the memory of a few small
 * chunks, or of one large chunk.
 */
export function watchResult(
  pool: pg.Pool,
  result: Pick<StoredResult, 'id' | 'columns_json' | 'row_count'>,
): ResultWatch {
  const columns = JSON.parse(result.columns_json) as ResultColumn[]
  const prefixes = rowPrefixes(columns.map(({ name }) => name))
  const place = new Map(columns.map(({ name }, index) => [name, index]))
  const known = new Map<string, WatchedColumn>()
  let head: Promise<Head> | undefined
  const readHead = () => {
    head ??=
      result.row_count === 0 ? Promise.resolve({ first: [], rows: [] }) : headOf(pool, result.id, prefixes)
    return head
  }
  return {
    async look(requests) {
      const { first } = await readHead()
      const searched = new Map<number, ExtremeFinder>()
      for (const { column, extremes } of requests) {
        const index = place.get(column)
        if (index === undefined || result.row_count === 0) continue
        if (!known.has(column)) known.set(column, { first: first[index] ?? null, extremes: null })
        if (extremes && known.get(column)?.extremes === null) searched.set(index, extremeFinder())
      }
      if (searched.size > 0) await searchExtremes(pool, result, prefixes, searched)
      for (const [index, finder] of searched) {
        known.set(columns[index]?.name ?? '', { first: first[index] ?? null, extremes: finder.find() })
      }
      return { row_count: result.row_count, column: (name) => known.get(name) }
    },
    async firstRows() {
      return { columns: columns.slice(0, maxColumns), rows: (await readHead()).rows }
    },
  }
}

interface Head {
  /** cells of the first row, in the order of the columns */
  first: AlertCell[]
  rows: ResultRow[]
}

async function headOf(pool: pg.Pool, resultId: number, prefixes: readonly string[]): Promise<Head> {
  const first: AlertCell[] = []
  const texts: string[] = []
  let bytesLeft = maxRowBytes
  let rowsLeft = maxRows
  for await (const { seq, text: chunk } of storedTexts(pool, resultId, 1)) {
    let next = chunk[0] === comma ? 1 : 0
    let isFirst = seq === 0
    scanRows(chunk, prefixes, {
      cell(column, kind, start, end) {
        if (isFirst) first[column] = cellOf(chunk, kind, start, end)
      },
      endRow(end) {
        isFirst = false
        bytesLeft -= end - next
        if (bytesLeft < 0) rowsLeft = 0
        if (rowsLeft-- > 0) texts.push(chunk.toString('utf8', next, end))
        next = end + 1
      },
    })
    if (rowsLeft <= 0) break
  }
  return { first, rows: parseResultText(`[${texts.join(',')}]`).value as ResultRow[] }
}

/** Reads all rows, and stops early if the rest cannot change the answer. */
async function searchExtremes(
  pool: pg.Pool,
  { id, row_count }: Pick<StoredResult, 'id' | 'row_count'>,
  prefixes: readonly string[],
  searched: ReadonlyMap<number, ExtremeFinder>,
): Promise<void> {
  const open = new Map(searched)
  let rows = 0
  for await (const chunk of storedTexts(pool, id, framesAtOnce)) {
    const { text } = chunk
    scanRows(text, prefixes, {
      cell(column, kind, start, end) {
        const finder = open.get(column)
        if (finder !== undefined && !finder.add(cellOf(text, kind, start, end))) open.delete(column)
      },
      endRow() {},
    })
    rows += chunk.row_count
    if (open.size === 0) return
  }
  if (rows !== row_count) throw new Error(`Result ${id} has ${rows} of its ${row_count} rows.`)
}

const comma = 0x2c

function cellOf(bytes: Buffer, kind: CellKind, start: number, end: number): AlertCell {
  switch (kind) {
    case cellKind.null:
      return null
    case cellKind.true:
      return true
    case cellKind.false:
      return false
    case cellKind.number:
      return bytes.toString('latin1', start, end)
    default:
      return textStart(bytes, kind, start, end, maxCellLength)
  }
}
