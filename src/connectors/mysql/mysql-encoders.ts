import type { FieldPacket, TypeCast } from 'mysql2'
import type { ColumnType } from '#shared/results/results-api.ts'
import type { CellEncoder, SinkColumn } from '../connector.ts'
import { encodeBytes, encodeDouble, encodeInteger, encodeText, refuseCell } from '../encode-cell.ts'
import { jsonTextEncoder } from '../json-text.ts'

/**
 * The sink column of a field: its API type and the encoder for what `readCell` returns
 * (docs/reference/connectors.md#mysql-types).
 */
export function mysqlColumn(field: FieldPacket): SinkColumn {
  if (isMariadbJson(field)) return { name: field.name, type: null, encode: encodeMariadbJson }
  const [type, encode] = kinds[field.columnType ?? -1] ?? ['string', encodeBytes]
  return { name: field.name, type, encode }
}

/** MariaDB sends JSON as text and its format in separate metadata. */
function isMariadbJson(field: FieldPacket): boolean {
  return (field as FieldPacket & { extendedFormat?: string }).extendedFormat === 'json'
}

/** Reads values as the text that the server sent; values without a character set as bytes. */
export const readCell: TypeCast = (field, next) => {
  const { extendedFormat } = field as typeof field & { extendedFormat?: string }
  if (extendedFormat === 'json') return field.string('utf8')
  switch (field.type) {
    case 'JSON':
      return field.string('utf8')
    case 'STRING':
    case 'VAR_STRING':
    case 'VARCHAR':
    case 'BLOB':
    case 'TINY_BLOB':
    case 'MEDIUM_BLOB':
    case 'LONG_BLOB':
    case 'ENUM':
    case 'SET':
      return next()
    case 'TINY':
    case 'SHORT':
    case 'LONG':
    case 'INT24':
    case 'LONGLONG':
    case 'FLOAT':
    case 'DOUBLE':
    case 'DECIMAL':
    case 'NEWDECIMAL':
    case 'DATE':
    case 'NEWDATE':
    case 'TIME':
    case 'DATETIME':
    case 'TIMESTAMP':
    case 'YEAR':
    case 'NULL':
      return field.string('latin1')
    default:
      return field.buffer()
  }
}

/** ZEROFILL columns lose their zeros, which JSON does not allow. */
function withoutZeros(cell: unknown): string {
  return (cell as string).replace(/^(-?)0+(?=\d)/, '$1')
}

const encodeWhole: CellEncoder = (cell) => encodeInteger(withoutZeros(cell))
const encodeFloat: CellEncoder = (cell) => encodeDouble(withoutZeros(cell))

const plainDecimal = /^-?\d+(?:\.\d+)?$/
const encodeDecimal: CellEncoder = (cell) =>
  plainDecimal.test(cell as string) ? withoutZeros(cell) : refuseCell(cell as string, 'decimal')

/** BIT(64) is the largest. */
const maxBitBytes = 8

/** BIT(n) arrives as big-endian bytes. Converting a longer value, which MySQL never sends, would take forever. */
const encodeBits: CellEncoder = (cell) => {
  const bytes = Buffer.from(cell as Uint8Array)
  if (bytes.length === 0 || bytes.length > maxBitBytes) return refuseCell(bytes.toString('latin1'), 'bit')
  return BigInt(`0x${bytes.toString('hex')}`).toString()
}

const moment = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d+)?$/

/** `2024-01-02 03:04:05.123456` -> `2024-01-02T03:04:05.123`; the zero date stays as printed. */
const encodeMoment: CellEncoder = (cell) => {
  const match = moment.exec(cell as string)
  if (match === null) return refuseCell(cell as string, 'datetime')
  if (match[1] === '0000-00-00') return encodeText(cell)
  const fraction = match[3] === undefined ? '' : match[3].slice(0, 4).padEnd(4, '0')
  return `"${match[1]}T${match[2]}${fraction}"`
}

/** Text of a type that the server prints in one way only. */
function printed(type: string, form: RegExp): CellEncoder {
  return (cell) => (form.test(cell as string) ? `"${cell}"` : refuseCell(cell as string, type))
}

const encodeJson = jsonTextEncoder((text) => refuseCell(text, 'JSON'))

/** MariaDB keeps JSON in columns of text, so it may be invalid: then it is a string. */
const encodeMariadbJson = jsonTextEncoder(encodeText)

type Kind = readonly [ColumnType | null, CellEncoder]
const decimal: Kind = ['float', encodeDecimal]
const float: Kind = ['float', encodeFloat]
const integer: Kind = ['integer', encodeWhole]
const datetime: Kind = ['datetime', encodeMoment]
const date: Kind = ['date', printed('date', /^\d{4}-\d\d-\d\d$/)]
const time: Kind = ['string', printed('time', /^-?\d{2,3}:\d\d:\d\d(?:\.\d+)?$/)]
const year: Kind = ['string', printed('year', /^\d{1,4}$/)]
const string: Kind = ['string', encodeBytes]

/** Type codes of the protocol; types not listed are text or bytes. */
const kinds: Readonly<Record<number, Kind>> = {
  ...{ 0: decimal, 4: float, 5: float, 246: decimal },
  ...{ 1: integer, 2: integer, 3: integer, 8: integer, 9: integer, 16: ['integer', encodeBits] },
  ...{ 7: datetime, 12: datetime, 10: date, 14: date, 11: time, 13: year, 245: [null, encodeJson] },
  ...{
    15: string,
    249: string,
    250: string,
    251: string,
    252: string,
    253: string,
    254: string,
    255: string,
  },
}
