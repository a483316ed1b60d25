import type { ColumnType } from '#shared/results/results-api.ts'
import { breaks } from '../breaks.ts'
import type { CellEncoder, SinkColumn } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'
import { anything } from '../flat-rows.ts'
import { jsonBoolean, jsonDouble, jsonForm, jsonInteger, jsonMoment, jsonNumber } from '../json-cells.ts'
import { cutList, cutObject, itemsOf, readString } from '../json-cut.ts'
import { maxColumns, requireColumns } from '../result-limits.ts'

interface Kind {
  type: ColumnType
  encode: CellEncoder
}

const day = /^\d{4}-\d\d-\d\d$/
const text: Kind = { type: 'string', encode: anything }
const integer: Kind = { type: 'integer', encode: jsonInteger }
const double: Kind = { type: 'float', encode: jsonDouble }
const moment: Kind = { type: 'datetime', encode: jsonMoment }
const date: Kind = { type: 'date', encode: jsonForm('date', (cell) => (day.test(cell) ? cell : null)) }

const kinds: Readonly<Record<string, Kind>> = {
  boolean: { type: 'boolean', encode: jsonBoolean },
  byte: integer,
  short: integer,
  integer,
  long: integer,
  unsigned_long: { type: 'integer', encode: jsonNumber },
  counter_integer: integer,
  counter_long: integer,
  half_float: double,
  float: double,
  scaled_float: double,
  double,
  counter_double: double,
  datetime: moment,
  date_nanos: moment,
  timestamp: moment,
  // of a day or of a moment, depending on the release and the language
  date: moment,
}

/**
 * The columns of an answer. A field may have several values, which come as a list: a column with one has no type but
 * text. `rows` are those of the first page, which is the only one of a result that can have lists.
 */
export async function readSqlColumns(columns: string, rows: string): Promise<SinkColumn[]> {
  const heads = cutList(columns, maxColumns + 1).map((column) => {
    const { name, alias, type } = JSON.parse(column) as Record<string, unknown>
    const shown = typeof alias === 'string' ? alias : name
    if (typeof shown !== 'string') throw new QueryFailed('The server sent a column without a name.')
    return { name: shown, type: typeof type === 'string' ? type.toLowerCase() : '' }
  })
  requireColumns(heads.map(({ name }) => name))
  const found = heads.map(({ type }) => kinds[type] ?? text)
  const days = heads.map(() => 0)
  const moments = heads.map(() => 0)
  const rest = breaks()
  for (const row of itemsOf(rows)) {
    const cells = cellsOf(row, heads.length)
    for (let at = 0; at < cells.length; at++) {
      const cell = cells[at] as string
      if (cell.startsWith('[') || cell.startsWith('{')) found[at] = text
      else if (heads[at]?.type === 'date' && cell !== 'null') {
        const count = day.test(readString(cell) ?? '') ? days : moments
        count[at] = (count[at] ?? 0) + 1
      }
    }
    await rest()
  }
  return heads.map(({ name, type }, at) => {
    if (type !== 'date' || found[at] === text) return { name, ...(found[at] as Kind) }
    return { name, ...kindOfDates(days[at] ?? 0, moments[at] ?? 0) }
  })
}

function kindOfDates(days: number, moments: number): Kind {
  if (days > 0) return moments === 0 ? date : text
  return moment
}

/** The cells of a row. Throws QueryFailed if they are not as many as the columns. */
export function cellsOf(row: string, count: number): string[] {
  const cells = cutList(row, count + 1)
  if (cells.length === count) return cells
  throw new QueryFailed('The server sent a row that has not as many cells as there are columns.')
}

/** The parts of an answer. */
export function partsOf(json: string): ReadonlyMap<string, string> {
  return cutObject(json, maxColumns)
}
