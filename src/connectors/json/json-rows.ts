import type { ColumnType } from '#shared/results/results-api.ts'
import { QueryFailed } from '../connector-errors.ts'
import type { EngineCell, EngineColumn } from '../engine-protocol.ts'
import { maxColumns, tooManyColumns } from '../result-limits.ts'
import { rowBatch } from '../row-batch.ts'
import { readCells } from './json-document.ts'
import { packedRows } from './packed-rows.ts'

/** What is known of a column so far; the type follows from it without another look at the cells. */
interface Column {
  name: string
  /** by first appearance */
  index: number
  /** of the first value that is not null */
  first: 'string' | 'boolean' | 'number' | 'other' | null
  /** is every value a whole number? */
  isWhole: boolean
  /** the row that last had a cell of it, and the place of that cell in the row */
  row: number
  place: number
}

export interface JsonRows {
  /** a row; null is one whose cells are all null. Throws QueryFailed when there are too many columns */
  add(element: unknown): void
  columns(): EngineColumn[]
  /** once, at the end, after `columns`: rows are given away */
  batches(): Iterable<EngineCell[][]>
}

/**
 * Rows of a JSON document. It has no head: a column may appear first in the last row, so all rows are kept, packed, until
 * the document is read. That costs about as much memory as the document has bytes, and those are limited.
 */
export function jsonRows(fields: readonly string[] | null): JsonRows {
  const wanted = fields === null ? null : new Set(fields)
  const columns = new Map<string, Column>()
  const list: Column[] = []
  const rows = packedRows()
  let count = 0
  let hasNullRow = false
  let places: number[] = []
  let values: unknown[] = []

  const findColumn = (name: string): Column => {
    const known = columns.get(name)
    if (known !== undefined) return known
    if (list.length === maxColumns)
      throw new QueryFailed(tooManyColumns(`more than ${maxColumns.toLocaleString('en-US')}`))
    const column: Column = { name, index: list.length, first: null, isWhole: true, row: 0, place: 0 }
    columns.set(name, column)
    list.push(column)
    return column
  }
  const hear = (name: string, value: unknown) => {
    const column = findColumn(name)
    if (column.row === count) {
      values[column.place] = value
      return
    }
    column.row = count
    column.place = values.length
    places.push(column.index)
    values.push(value)
  }
  return {
    add(element) {
      count++
      places = []
      values = []
      if (element === null) hasNullRow = true
      else readCells(element, wanted, hear)
      for (let at = 0; at < values.length; at++) noteType(list[places[at] as number] as Column, values[at])
      rows.add(places, values)
    },
    columns() {
      // nothing but nulls: they need a column to show in
      if (hasNullRow && list.length === 0) findColumn('value')
      return inOrder(list, fields).map(({ name, first, isWhole }) => ({
        name,
        type: columnType(first, isWhole),
      }))
    },
    batches() {
      const order = new Int32Array(list.length)
      inOrder(list, fields).forEach((column, position) => {
        order[column.index] = position
      })
      return rows.read(order, rowBatch())
    },
  }
}

function noteType(column: Column, value: unknown): void {
  if (value === null) return
  if (typeof value !== 'number' || !Number.isInteger(value)) column.isWhole = false
  column.first ??=
    typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number'
      ? (typeof value as 'string' | 'boolean' | 'number')
      : 'other'
}

/** By the first value that is not null; objects and lists have no type of their own. */
function columnType(first: Column['first'], isWhole: boolean): ColumnType | null {
  if (first === 'number') return isWhole ? 'integer' : 'float'
  return first === 'other' ? null : first
}

/** In the order of `fields`, then by first appearance. */
function inOrder(columns: readonly Column[], fields: readonly string[] | null): Column[] {
  if (fields === null) return [...columns]
  const ranks = new Map(fields.toReversed().map((name, index) => [name, fields.length - 1 - index]))
  const rank = ({ name }: Column) => ranks.get(name) ?? ranks.get(name.split('.')[0] ?? '') ?? -1
  return columns.toSorted((a, b) => rank(a) - rank(b))
}
