import type { ColumnType } from '#shared/results/results-api.ts'
import { QueryFailed } from '../connector-errors.ts'
import { encodeValue } from '../encode-cell.ts'
import type { EngineCell, EngineColumn } from '../engine-protocol.ts'
import { packedRows } from '../packed-rows.ts'
import { maxColumns, tooManyColumns } from '../result-limits.ts'
import { rowBatch } from '../row-batch.ts'
import { longNumberText, readCells } from './json-document.ts'

/** What is known of a column so far; the type follows from it without another look at the cells. */
interface Column {
  name: string
  /** length of the key of the element; the rest of the name is a point and the key of a nested object */
  outer: number
  /** another column of the same name */
  next: Column | null
  /** by first appearance */
  index: number
  /** of the first value that is not null */
  first: 'string' | 'boolean' | 'number' | 'other' | null
  /** is every value a whole number? */
  isWhole: boolean
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
  let hasNullRow = false
  let places: number[] = []
  let values: unknown[] = []

  const findColumn = (name: string, outer: number): Column => {
    const known = columns.get(name) ?? null
    for (let column = known; column !== null; column = column.next) {
      if (column.outer === outer) return column
    }
    if (list.length === maxColumns)
      throw new QueryFailed(tooManyColumns(`more than ${maxColumns.toLocaleString('en-US')}`))
    const column: Column = { name, outer, next: known, index: list.length, first: null, isWhole: true }
    columns.set(name, column)
    list.push(column)
    return column
  }
  const hear = (name: string, value: unknown, outer: number) => {
    places.push(findColumn(name, outer).index)
    values.push(value)
  }
  return {
    add(element) {
      places = []
      values = []
      if (element === null) hasNullRow = true
      else readCells(element, wanted, hear)
      for (let at = 0; at < values.length; at++) noteType(list[places[at] as number] as Column, values[at])
      rows.add(
        places,
        values.map((value) => (value === null ? null : encodeValue(value))),
      )
    },
    columns() {
      // nothing but nulls: they need a column to show in
      if (hasNullRow && list.length === 0) findColumn('value', 'value'.length)
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
  const digits = longNumberText(value)
  const isWhole = digits === null ? Number.isInteger(value) : !/[.eE]/.test(digits)
  if (!isWhole) column.isWhole = false
  if (digits !== null) column.first ??= 'number'
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

/**
 * In the order of `fields`, then by first appearance. Of columns with the same name, which get numbers, the one with the
 * longest outer key comes first, so that their names do not depend on the order of the data.
 */
function inOrder(columns: readonly Column[], fields: readonly string[] | null): Column[] {
  const ordered = withNamesakesInOrder(columns)
  if (fields === null) return ordered
  const ranks = new Map(fields.toReversed().map((name, index) => [name, fields.length - 1 - index]))
  const rank = ({ name, outer }: Column) => ranks.get(name) ?? ranks.get(name.slice(0, outer)) ?? -1
  return ordered.toSorted((a, b) => rank(a) - rank(b))
}

function withNamesakesInOrder(columns: readonly Column[]): Column[] {
  if (columns.every(({ next }) => next === null)) return [...columns]
  const namesakes = Map.groupBy(
    columns.toSorted((a, b) => a.outer - b.outer),
    ({ name }) => name,
  )
  return columns.map(({ name }) => namesakes.get(name)?.pop() as Column)
}
