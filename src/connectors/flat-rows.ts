import type { ColumnType } from '#shared/results/results-api.ts'
import type { CellEncoder, Sink } from './connector.ts'
import { QueryFailed } from './connector-errors.ts'
import type { EngineCell } from './engine-protocol.ts'
import { jsonBoolean, jsonDouble, jsonInteger, jsonMoment, jsonString, jsonValue } from './json-cells.ts'
import { copyOf } from './json-cut.ts'
import { packedRows } from './packed-rows.ts'
import { EnoughRows } from './remote-run.ts'
import { maxColumns, requireColumns, tooManyColumns } from './result-limits.ts'
import { rowBatch } from './row-batch.ts'

interface Column {
  name: string
  index: number
  /** null: no value came */
  type: ColumnType | null
}

export interface FlatRows {
  /** columns that there are also without rows, in this order */
  declare(names: readonly string[]): void
  /** Throws EnoughRows when the sink wants no more. Null: the row has joined others, and there is nothing to wait for. */
  add(cells: Iterable<readonly [name: string, json: string]>): Promise<void> | null
  /** sends what is left; the columns too when no row came */
  finish(): Promise<void>
}

/**
 * Rows of documents. A search has no head: a column may appear first in the last document, so rows are held, packed,
 * until all are read. Of a long result only this much is held; from then on the columns are fixed, and a document with
 * another one is an error, because leaving it out would show a part as if it were all.
 */
const heldBytes = 32_000_000

export interface FlatRules {
  /** texts with a date and a time are moments also without a zone */
  zoneless?: boolean
  maxHeld?: number
}

/** `advice`: how a query of this data source names the fields it needs. */
export function flatRows(
  sink: Sink,
  advice: string,
  { zoneless = false, maxHeld = heldBytes }: FlatRules = {},
): FlatRows {
  const moment = zoneless ? anyMoment : zonedMoment
  const columns = new Map<string, Column>()
  const held = packedRows()
  const batch = rowBatch()
  let count = 0
  let isFixed = false

  const columnOf = (name: string): Column => {
    const known = columns.get(name)
    if (known !== undefined) return known
    if (isFixed) throw new QueryFailed(`${lateColumn(name, count)} ${advice}`)
    if (columns.size === maxColumns) {
      throw new QueryFailed(tooManyColumns(`more than ${maxColumns.toLocaleString('en-US')}`))
    }
    // a name may be a part of a long text, which it would keep in memory
    const own = copyOf(name)
    const column: Column = { name: own, index: columns.size, type: null }
    columns.set(own, column)
    return column
  }
  const send = async (rows: EngineCell[][]) => {
    if (!(await sink.rows(rows))) throw new EnoughRows()
  }
  /** tells the columns, and sends what was held */
  const fix = async () => {
    isFixed = true
    requireColumns([...columns.keys()])
    sink.columns(
      Array.from(columns.values(), ({ name, type }) => {
        const known = type ?? 'string'
        return { name, type: known, encode: encoders[known] ?? anything }
      }),
    )
    const order = Int32Array.from({ length: columns.size }, (_, at) => at)
    for (const rows of held.read(order, rowBatch())) await send(rows)
  }
  return {
    declare(names) {
      for (const name of names) columnOf(name)
    },
    add(cells) {
      const places: number[] = []
      const texts: string[] = []
      for (const [name, json] of cells) {
        const column = columnOf(name)
        if (json === 'null') continue
        if (!isFixed) column.type = widened(column.type, typeOf(json, moment))
        places.push(column.index)
        texts.push(json)
      }
      count++
      if (!isFixed) {
        held.add(places, texts)
        return held.bytes() < maxHeld ? null : fix()
      }
      const row = new Array<EngineCell>(columns.size).fill(null)
      for (const [at, place] of places.entries()) row[place] = texts[at] as string
      const rows = batch.add(row)
      return rows === null ? null : send(rows)
    },
    async finish() {
      if (!isFixed) await fix()
      const rest = batch.rest()
      if (rest.length > 0) await sink.rows(rest)
    },
  }
}

/** Lists and objects stay JSON. */
export const anything: CellEncoder = (cell) =>
  /^[[{]/.test(cell as string) ? jsonValue(cell) : jsonString(cell)

const encoders: Partial<Record<ColumnType, CellEncoder>> = {
  integer: jsonInteger,
  float: jsonDouble,
  boolean: jsonBoolean,
  datetime: jsonMoment,
}

const zonedMoment = /^"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)"$/
const anyMoment = /^"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?"$/

function typeOf(json: string, moment: RegExp): ColumnType {
  if (json.startsWith('"')) return moment.test(json) ? 'datetime' : 'string'
  if (json === 'true' || json === 'false') return 'boolean'
  if (json.startsWith('[') || json.startsWith('{')) return 'string'
  return /[.eE]/.test(json) ? 'float' : 'integer'
}

/** Whole numbers and others together are `float`, other mixtures texts. */
function widened(known: ColumnType | null, type: ColumnType): ColumnType {
  if (known === null || known === type) return type
  const isNumber = (one: ColumnType) => one === 'integer' || one === 'float'
  return isNumber(known) && isNumber(type) ? 'float' : 'string'
}

function lateColumn(name: string, count: number): string {
  return `Document ${(count + 1).toLocaleString('en-US')} has a field "${name}" that none of the ${count.toLocaleString('en-US')} before it has.`
}
