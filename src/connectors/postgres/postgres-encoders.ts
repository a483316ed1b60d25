import type { ColumnType } from '#shared/results/results-api.ts'
import type { CellEncoder, SinkColumn } from '../connector.ts'
import { encodeDouble, encodeInteger, encodeNumber, encodeText, refuseCell } from '../encode-cell.ts'
import { jsonTextEncoder } from '../json-text.ts'
import { encodeInstant, encodeTime } from '../printed-times.ts'
import { type ElementText, postgresArrayEncoder } from './postgres-array.ts'

/**
 * The sink column of a field: its API type and the encoder for the text that the server sends
 * (docs/reference/connectors.md#postgresql-types).
 */
export function postgresColumn(name: string, oid: number): SinkColumn {
  const scalar = scalars[oid]
  if (scalar !== undefined) return { name, type: scalar[0], encode: scalar[1] }
  const element = arrayElements[oid]
  if (element === undefined) return { name, type: oid < firstUserOid ? 'string' : null, encode: encodeText }
  const encode = scalars[element]?.[1] ?? encodeText
  const delimiter = element === boxOid ? ';' : ','
  return { name, type: 'string', encode: postgresArrayEncoder(encode, delimiter, elementText(encode)) }
}

/**
 * Whether the JSON of a cell may be up to half as long as what the server sent: `{-Infinity,…}` is `[null,…]`. Other
 * cells shrink by at most a few characters.
 */
export function mayShrink(oid: number): boolean {
  return scalars[oid] === undefined && arrayElements[oid] !== undefined
}

function elementText(encode: CellEncoder): ElementText {
  if (encode === encodeText) return 'text'
  return numbers.has(encode) ? 'numbers' : 'other'
}

const numbers = new Set([encodeInteger, encodeNumber, encodeDouble])

/** user-defined types: enumerations, composites, extensions */
const firstUserOid = 16384
const boxOid = 603

const encodeBoolean: CellEncoder = (cell) => {
  if (cell === 't') return 'true'
  return cell === 'f' ? 'false' : refuseCell(cell as string, 'boolean')
}

/** json and jsonb are JSON already. */
const encodeJson = jsonTextEncoder((text) => refuseCell(text, 'JSON'))

const encodeBytea: CellEncoder = (cell) => {
  const text = cell as string
  return encodeText(text.startsWith('\\x') ? text.slice(2) : text)
}

/** Two numbers with as many digits as PostgreSQL has. */
const maxRangeLength = 400_000

/** `[1,10)` -> `[1, 10)`; the empty range is an empty text (docs/reference/connectors.md#cell-values). */
const encodeRange: CellEncoder = (cell) => {
  if (cell === 'empty') return '""'
  const text = cell as string
  if (text.length > maxRangeLength) return encodeText(text)
  const middle = boundEnd(text, 1)
  const end = boundEnd(text, middle + 1)
  const isOpened = text[0] === '[' || text[0] === '('
  const isClosed = end === text.length - 1 && text[end] !== ','
  if (!isOpened || text[middle] !== ',' || !isClosed) return encodeText(text)
  return encodeText(
    `${text[0]}${bound(text.slice(1, middle))}, ${bound(text.slice(middle + 1, end))}${text[end]}`,
  )
}

/** By character: a pattern for quoted bounds would take memory per character. */
function boundEnd(text: string, start: number): number {
  let isQuoted = false
  for (let at = start; at < text.length; at++) {
    const char = text[at]
    if (char === '\\') at++
    else if (char === '"') isQuoted = !isQuoted
    else if (!isQuoted && (char === ',' || char === ']' || char === ')')) return at
  }
  return text.length
}

function bound(text: string): string {
  return text.startsWith('"') ? text.slice(1, -1).replace(/\\(.)|"(")/g, '$1$2') : text
}

type Scalar = readonly [ColumnType | null, CellEncoder]
const integer: Scalar = ['integer', encodeInteger]
const double: Scalar = ['float', encodeDouble]
const json: Scalar = [null, encodeJson]
const rangeText: Scalar = ['string', encodeRange]
const time: Scalar = ['string', encodeTime]

const scalars: Readonly<Record<number, Scalar>> = {
  16: ['boolean', encodeBoolean],
  17: ['string', encodeBytea],
  20: integer,
  21: integer,
  23: integer,
  26: integer,
  700: double,
  701: double,
  1700: ['float', encodeNumber],
  114: json,
  3802: json,
  1082: ['date', encodeText],
  1083: time,
  1266: time,
  1114: ['datetime', encodeInstant],
  1184: ['datetime', encodeInstant],
  3904: rangeText,
  3906: rangeText,
  3908: rangeText,
  3910: rangeText,
  3912: rangeText,
  3926: rangeText,
}

/** Array type -> element type of the built-in types. */
const arrayElements: Readonly<Record<number, number>> = {
  ...{ 143: 142, 199: 114, 629: 628, 651: 650, 719: 718, 775: 774, 791: 790, 1000: 16, 1001: 17, 1002: 18 },
  ...{ 1003: 19, 1005: 21, 1007: 23, 1009: 25, 1010: 27, 1014: 1042, 1015: 1043, 1016: 20, 1017: 600 },
  ...{ 1018: 601, 1019: 602, 1020: boxOid, 1021: 700, 1022: 701, 1028: 26, 1040: 829, 1041: 869, 1115: 1114 },
  ...{ 1182: 1082, 1183: 1083, 1185: 1184, 1187: 1186, 1231: 1700, 1263: 2275, 1270: 1266, 1561: 1560 },
  ...{ 1563: 1562, 2951: 2950, 3221: 3220, 3807: 3802, 3905: 3904, 3907: 3906, 3909: 3908, 3911: 3910 },
  ...{ 3913: 3912, 3927: 3926 },
}
