import type { Document } from 'mongodb'
import type { ColumnType } from '#shared/results/results-api.ts'
import type { Sink } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'
import type { EngineCell } from '../engine-protocol.ts'
import { packedRows } from '../packed-rows.ts'
import { maxColumns, tooManyColumns } from '../result-limits.ts'
import { rowBatch } from '../row-batch.ts'
import { pathSign, readDocument } from './mongodb-cells.ts'

interface Column {
  name: string
  /** by first appearance */
  index: number
  type: ColumnType | null
}

export interface DocumentRowsOptions {
  flattensArrays: boolean
  fields: readonly string[] | null
  sortColumns: 'asc' | 'desc' | null
}

export interface DocumentRows {
  /** false: the sink has enough. A promise only when rows are sent, because most documents just join a batch. */
  add(document: Document): true | Promise<boolean>
  /** sends what is left; the columns too when no document came */
  finish(): Promise<void>
}

/**
 * Rows of documents. A collection has no head: a column may appear first in the last document, so rows are held, packed,
 * until all are read. Of a long result only this much is held; from then on the columns are fixed, and a document with
 * another key is an error, because leaving it out would show a part as if it were all.
 */
const heldBytes = 32_000_000

export function documentRows(sink: Sink, options: DocumentRowsOptions, maxHeld = heldBytes): DocumentRows {
  const { flattensArrays, fields, sortColumns } = options
  const columns = new Map<string, Column>()
  const list: Column[] = []
  const held = packedRows()
  const batch = rowBatch()
  let count = 0
  /** place of each column in a row, once columns are fixed */
  let order: Int32Array | null = null

  const findColumn = (path: string): Column | null => {
    const known = columns.get(path)
    if (known !== undefined) return known
    const name = path.replaceAll(pathSign, '.')
    if (fields !== null && !fields.some((field) => isWithin(name, field))) return null
    if (order !== null) throw new QueryFailed(lateColumn(name, count))
    if (list.length === maxColumns)
      throw new QueryFailed(tooManyColumns(`more than ${maxColumns.toLocaleString('en-US')}`))
    const column: Column = { name, index: list.length, type: null }
    columns.set(path, column)
    list.push(column)
    return column
  }
  const read = (document: Document) => {
    const places: number[] = []
    const texts: string[] = []
    readDocument(document, flattensArrays, (path, type, json) => {
      const column = findColumn(path)
      if (column === null) return
      if (json !== 'null') column.type = widened(column.type, type)
      places.push(column.index)
      texts.push(json)
    })
    count++
    return { places, texts }
  }
  const send = async (batches: Iterable<EngineCell[][]>) => {
    for (const rows of batches) if (!(await sink.rows(rows))) return false
    return true
  }
  /** tells the columns, and sends what was held */
  const fix = async () => {
    for (const field of fields ?? []) if (!list.some(({ name }) => isWithin(name, field))) findColumn(field)
    const inOrder = sorted(list, fields, sortColumns)
    const places = new Int32Array(list.length)
    inOrder.forEach(({ index }, place) => {
      places[index] = place
    })
    sink.columns(
      inOrder.map(({ name, type }) => ({ name, type: type ?? 'string', encode: (cell) => cell as string })),
    )
    order = places
    return await send(held.read(order, rowBatch()))
  }
  return {
    add(document) {
      const { places, texts } = read(document)
      if (order === null) {
        held.add(places, texts)
        return held.bytes() < maxHeld || fix()
      }
      const row = new Array<EngineCell>(order.length).fill(null)
      for (let at = 0; at < places.length; at++)
        row[order[places[at] as number] as number] = texts[at] as string
      const rows = batch.add(row)
      return rows === null || sink.rows(rows)
    },
    async finish() {
      if (order === null) await fix()
      const rest = batch.rest()
      if (rest.length > 0) await sink.rows(rest)
    },
  }
}

function isWithin(name: string, field: string): boolean {
  return name === field || name.startsWith(`${field}.`)
}

/** The type of the first value that is not null; whole numbers and others together are `float`. */
function widened(known: ColumnType | null, type: ColumnType): ColumnType {
  return known === 'integer' && type === 'float' ? type : (known ?? type)
}

function sorted(
  columns: readonly Column[],
  fields: readonly string[] | null,
  direction: 'asc' | 'desc' | null,
): Column[] {
  if (direction !== null) {
    const sign = direction === 'asc' ? 1 : -1
    return columns.toSorted((one, other) =>
      one.name < other.name ? -sign : one.name > other.name ? sign : 0,
    )
  }
  if (fields === null) return [...columns]
  const rank = ({ name }: Column) => fields.findIndex((field) => isWithin(name, field))
  return columns.toSorted((one, other) => rank(one) - rank(other))
}

function lateColumn(name: string, count: number): string {
  return `Document ${(count + 1).toLocaleString('en-US')} has a field "${name}" that none of the ${count.toLocaleString('en-US')} before it has. Name the fields you need in "fields", or in a stage $project.`
}
