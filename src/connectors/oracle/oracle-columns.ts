import type { ColumnType } from '#shared/results/results-api.ts'
import type { CellEncoder, SinkColumn } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'
import {
  encodeBytes,
  encodeFloat32,
  encodeInteger,
  encodeNumber,
  encodeText,
  encodeValue,
  refuseCell,
} from '../encode-cell.ts'
import type { DriverColumn, OracleDriver } from './oracle-driver.ts'
import { intervalText } from './oracle-moments.ts'

type Kind = readonly [ColumnType, CellEncoder]

/** The driver prints `.5`. */
const encodeDecimal: CellEncoder = (cell) => encodeNumber(String(cell).replace(/^(-?)\./, '$10.'))

const moment = /^-?\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z?$/
const encodeMoment: CellEncoder = (cell) =>
  moment.test(String(cell)) ? encodeText(cell) : refuseCell(String(cell), 'date')

const string: Kind = ['string', encodeText]
const bytes: Kind = ['string', encodeBytes]
const time: Kind = ['datetime', encodeMoment]
const interval: Kind = ['string', (cell) => encodeText(intervalText(cell as object))]

const kinds: Readonly<Record<string, Kind>> = {
  ...{ VARCHAR2: string, NVARCHAR2: string, CHAR: string, NCHAR: string, ROWID: string, UROWID: string },
  ...{ LONG: string, CLOB: string, NCLOB: string, JSON: string, VECTOR: string, 'SYS.XMLTYPE': string },
  ...{ RAW: bytes, 'LONG RAW': bytes, BLOB: bytes },
  ...{
    DATE: time,
    TIMESTAMP: time,
    'TIMESTAMP WITH TIME ZONE': time,
    'TIMESTAMP WITH LOCAL TIME ZONE': time,
  },
  ...{ 'INTERVAL YEAR TO MONTH': interval, 'INTERVAL DAY TO SECOND': interval },
  ...{ BINARY_FLOAT: ['float', encodeFloat32], BINARY_DOUBLE: ['float', encodeValue] },
  ...{ BOOLEAN: ['boolean', encodeValue], BINARY_INTEGER: ['integer', encodeInteger] },
}

const longTypes = new Set(['LONG', 'LONG RAW', 'CLOB', 'NCLOB', 'BLOB', 'JSON', 'VECTOR', 'SYS.XMLTYPE'])
const texts = new Set(['NUMBER', 'CLOB', 'NCLOB', 'JSON', 'VECTOR'])

/** How the driver fetches a column: numbers with all of their digits, and large objects as a part of their row. */
export function fetchedAs(driver: OracleDriver): (column: DriverColumn) => { type: unknown } | undefined {
  return ({ dbTypeName }) => {
    if (texts.has(dbTypeName)) return { type: driver.STRING }
    return dbTypeName === 'BLOB' ? { type: driver.BUFFER } : undefined
  }
}

const bytesOfAnswer = 4_000_000
const rowsOfAnswer = 1000
/** Large objects come as a part of their row, and nothing tells how long they are. */
const rowsWithLong = 4
const usualBytes = 40

/** How many rows are asked for at once, by their largest size. */
export function rowsAtOnce(columns: readonly DriverColumn[]): number {
  if (columns.some(({ dbTypeName }) => longTypes.has(dbTypeName))) return rowsWithLong
  const width = columns.reduce((sum, { byteSize }) => sum + (byteSize ?? usualBytes), 0)
  return Math.min(rowsOfAnswer, Math.max(1, Math.floor(bytesOfAnswer / Math.max(1, width))))
}

/** Columns by their types; numbers without a declared scale by the values of the first rows. */
export function oracleColumns(
  columns: readonly DriverColumn[],
  first: readonly (readonly unknown[])[],
): SinkColumn[] {
  return columns.map((column, at) => {
    const [type, encode] = column.dbTypeName === 'NUMBER' ? numberKind(column, first, at) : kindOf(column)
    return { name: column.dbColumnName, type, encode }
  })
}

/** Throws for what is no value of a table. */
export function requireReadable(columns: readonly DriverColumn[]): void {
  for (const column of columns) if (column.dbTypeName !== 'NUMBER') kindOf(column)
}

function kindOf({ dbColumnName: name, dbTypeName }: DriverColumn): Kind {
  const kind = kinds[dbTypeName]
  if (kind !== undefined) return kind
  const advice =
    dbTypeName === 'CURSOR'
      ? 'Run the query of the cursor itself.'
      : 'Select its attributes, or convert it to text.'
  throw new QueryFailed(
    `The column ${name} has the type ${dbTypeName}, which cannot be shown in a table. ${advice}`,
  )
}

/** The scale of a number that is declared without one, and of FLOAT. */
const anyScale = -127
const wholeNumber = /^-?\d+$/

function numberKind(
  { precision = 0, scale = 0 }: DriverColumn,
  first: readonly (readonly unknown[])[],
  at: number,
): Kind {
  if (scale > 0) return ['float', encodeDecimal]
  if (scale !== anyScale && precision > 0) return ['integer', encodeInteger]
  if (precision > 0) return ['float', encodeDecimal]
  const isWhole = first.every((row) => row[at] === null || wholeNumber.test(String(row[at])))
  // a later number may still have a fraction, which it keeps
  return [isWhole ? 'integer' : 'float', encodeDecimal]
}

/** Estimates the JSON size of a row; bytes count twice, because they become hexadecimal digits. */
export function lengthOf(row: readonly unknown[]): number {
  let length = 0
  for (const cell of row) {
    if (typeof cell === 'string') length += cell.length
    else if (cell instanceof Uint8Array) length += cell.length * 2
    else length += 8
  }
  return length
}
