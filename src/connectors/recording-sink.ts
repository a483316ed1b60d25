import { uniqueColumnNames } from '#shared/results/column-names.ts'
import type { ColumnType } from '#shared/results/results-api.ts'
import type { Sink, SinkColumn } from './connector.ts'
import { QueryFailed } from './connector-errors.ts'
import { maxRowLength, rowTooLarge } from './result-limits.ts'

/** A sink for tests that records what it gets and refuses what the contract of `Sink` forbids. */
export interface RecordingSink extends Sink {
  readonly names: string[]
  readonly types: (ColumnType | null)[]
  /** JSON text of every cell */
  readonly cells: string[][]
  /** number of rows of each batch */
  readonly batches: number[]
  readonly lines: string[]
  readonly facts: Record<string, unknown>
  /** calls of `columns` */
  readonly resultSets: number
}

export interface RecordingOptions {
  /** return false after this many rows */
  stopAfter?: number
  /** count rows only, for long results */
  keepsCells?: boolean
  /** duration of the sink's work per batch */
  milliseconds?: number
  /** refuse too large rows, as the sink of results does */
  refusesLargeRows?: boolean
}

export function recordingSink(options: RecordingOptions = {}): RecordingSink {
  const { stopAfter = Number.POSITIVE_INFINITY, keepsCells = true, milliseconds = 0 } = options
  const maxLength = options.refusesLargeRows === true ? maxRowLength : Number.POSITIVE_INFINITY
  let columns: readonly SinkColumn[] | null = null
  let isBusy = false
  let count = 0
  const record = { names: [] as string[], types: [] as (ColumnType | null)[], resultSets: 0 }
  const cells: string[][] = []
  const batches: number[] = []
  const lines: string[] = []
  const facts: Record<string, unknown> = {}
  return {
    cells,
    batches,
    lines,
    facts,
    get names() {
      return record.names
    },
    get types() {
      return record.types
    },
    get resultSets() {
      return record.resultSets
    },
    columns(given) {
      if (columns !== null) throw new Error('columns() came twice')
      columns = given
      record.resultSets++
      record.names = uniqueColumnNames(given.map((column) => column.name))
      record.types = given.map((column) => column.type)
    },
    async rows(batch) {
      if (columns === null) throw new Error('rows() came before columns()')
      if (isBusy) throw new Error('rows() came while the last batch was in work')
      isBusy = true
      batches.push(batch.length)
      count += batch.length
      for (const row of batch) {
        const encoded = encodeRow(row, columns)
        if (encoded.reduce((total, cell) => total + cell.length, 0) > maxLength)
          throw new QueryFailed(rowTooLarge)
        if (keepsCells) cells.push(encoded)
      }
      if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds))
      isBusy = false
      return count < stopAfter
    },
    log: (line) => lines.push(line),
    metadata: (given) => Object.assign(facts, given),
  }
}

function encodeRow(row: readonly unknown[], columns: readonly SinkColumn[]): string[] {
  if (row.length !== columns.length) throw new Error(`${row.length} cells for ${columns.length} columns`)
  return columns.map((column, index) => {
    const cell = row[index]
    if (cell === null || cell === undefined) return 'null'
    const json = column.encode(cell)
    // throws when an encoder returns invalid JSON
    JSON.parse(json)
    return json
  })
}
