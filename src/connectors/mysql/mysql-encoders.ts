import type { FieldPacket, TypeCast } from 'mysql2'
import type { ColumnType } from '#shared/results/results-api.ts'
import type { CellEncoder, SinkColumn } from '../connector.ts'
import { encodeBytes, encodeNumber, encodeText } from '../encode-cell.ts'
import { isJsonText } from '../json-text.ts'

/**
 * The sink column of a field: its API type and the encoder for what `readCell` returns
 * (docs/reference/connectors.md#mysql-types).
 */
export function mysqlColumn(field: FieldPacket): SinkColumn {
  if (isJson(field)) return { name: field.name, type: null, encode: encodeJson }
  const [type, encode] = kinds[field.columnType ?? -1] ?? ['string', encodeBytes]
  return { name: field.name, type, encode }
}

/** MariaDB sends JSON as text and its format in separate metadata. */
function isJson(field: FieldPacket): boolean {
  const { extendedFormat } = field as FieldPacket & { extendedFormat?: string }
  return field.columnType === 245 || extendedFormat === 'json'
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

/** Digits as printed; ZEROFILL columns lose their zeros, which JSON does not allow. */
const encodeDigits: CellEncoder = (cell) => encodeNumber((cell as string).replace(/^(-?)0+(?=\d)/, '$1'))

/** BIT(64) is the largest. */
const maxBitBytes = 8

/**
 * BIT(n) arrives as big-endian bytes. MySQL never sends more than `maxBitBytes`; converting a longer value would take
 * forever.
 */
const encodeBits: CellEncoder = (cell) =>
  cell instanceof Uint8Array && cell.length <= maxBitBytes
    ? BigInt(`0x${Buffer.from(cell).toString('hex') || '0'}`).toString()
    : encodeBytes(cell)

const moment = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d+)?$/

/** `2024-01-02 03:04:05.123456` -> `2024-01-02T03:04:05.123`; the zero date stays as printed. */
const encodeMoment: CellEncoder = (cell) => {
  const match = moment.exec(cell as string)
  if (match === null || match[1] === '0000-00-00') return encodeText(cell)
  const fraction = match[3] === undefined ? '' : match[3].slice(0, 4).padEnd(4, '0')
  return `"${match[1]}T${match[2]}${fraction}"`
}

/** JSON text as it is; invalid JSON, which MariaDB accepts, becomes a string. */
const encodeJson: CellEncoder = (cell) => {
  const text = cell as string
  return isJsonText(text) ? text : encodeText(text)
}

type Kind = readonly [ColumnType, CellEncoder]
const float: Kind = ['float', encodeDigits]
const integer: Kind = ['integer', encodeDigits]
const datetime: Kind = ['datetime', encodeMoment]
const date: Kind = ['date', encodeText]
const string: Kind = ['string', encodeBytes]

/** Type codes of the protocol; types not listed are text or bytes. */
const kinds: Readonly<Record<number, Kind>> = {
  ...{ 0: float, 4: float, 5: float, 246: float },
  ...{ 1: integer, 2: integer, 3: integer, 8: integer, 9: integer, 16: ['integer', encodeBits] },
  ...{ 7: datetime, 12: datetime, 10: date, 14: date },
  ...{ 11: string, 13: string, 15: string, 249: string, 250: string, 251: string, 252: string },
  ...{ 253: string, 254: string, 255: string },
}
