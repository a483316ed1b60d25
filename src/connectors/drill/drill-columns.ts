import type { ColumnType } from '#shared/results/results-api.ts'
import type { CellEncoder, SinkColumn } from '../connector.ts'
import { encodeText, refuseCell } from '../encode-cell.ts'
import {
  jsonBoolean,
  jsonDate,
  jsonDouble,
  jsonInteger,
  jsonMoment,
  jsonNumber,
  jsonString,
  jsonValue,
} from '../json-cells.ts'
import { readString } from '../json-cut.ts'

type Kind = readonly [ColumnType | null, CellEncoder]
const integer: Kind = ['integer', jsonInteger]
const float: Kind = ['float', jsonDouble]
const decimal: Kind = ['float', jsonNumber]
const string: Kind = ['string', jsonString]

const base64 = /^[A-Za-z0-9+/]*={0,2}$/

/** Bytes come in base 64. */
const bytes: CellEncoder = (cell) => {
  const text = readString(cell as string)
  if (text === null || !base64.test(text)) return refuseCell(cell as string, 'bytes')
  return encodeText(Buffer.from(text, 'base64').toString('hex'))
}

const kinds: Readonly<Record<string, Kind>> = {
  ...{ TINYINT: integer, SMALLINT: integer, INT: integer, BIGINT: integer },
  ...{ UINT1: integer, UINT2: integer, UINT4: integer, UINT8: integer },
  ...{ FLOAT4: float, FLOAT8: float, MONEY: decimal, VARDECIMAL: decimal },
  ...{ DECIMAL9: decimal, DECIMAL18: decimal, DECIMAL28SPARSE: decimal, DECIMAL38SPARSE: decimal },
  BIT: ['boolean', jsonBoolean],
  DATE: ['date', jsonDate],
  ...{ TIMESTAMP: ['datetime', jsonMoment], TIMESTAMPTZ: ['datetime', jsonMoment] },
  ...{ VARBINARY: ['string', bytes], FIXEDBINARY: ['string', bytes] },
  ...{ VARCHAR: string, VAR16CHAR: string, FIXEDCHAR: string, FIXED16CHAR: string },
  ...{ TIME: string, TIMETZ: string, INTERVAL: string, INTERVALDAY: string, INTERVALYEAR: string },
}

/**
 * The sink column of a type such as `VARCHAR(10)` or `VARDECIMAL(10, 2)`. The type of a list is that of its elements, so the
 * first cell of the column counts too. `undefined`: the server does not say, as those before Drill 1.19.
 */
export function drillColumn(name: string, type: string | undefined, first: string | null): SinkColumn {
  if (first !== null && /^[[{]/.test(first)) return { name, type: null, encode: jsonValue }
  if (type === undefined) return { name, type: 'string', encode: jsonString }
  const [columnType, encode] = kinds[type.replace(/\(.*/s, '')] ?? [null, jsonValue]
  return { name, type: columnType, encode }
}
