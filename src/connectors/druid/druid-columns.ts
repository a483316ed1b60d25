import type { ColumnType } from '#shared/results/results-api.ts'
import type { CellEncoder, SinkColumn } from '../connector.ts'
import { encodeText } from '../encode-cell.ts'
import {
  jsonBoolean,
  jsonDate,
  jsonDouble,
  jsonInteger,
  jsonMoment,
  jsonString,
  jsonValue,
} from '../json-cells.ts'
import { readString } from '../json-cut.ts'
import { jsonTextEncoder } from '../json-text.ts'

type Kind = readonly [ColumnType | null, CellEncoder]
const integer: Kind = ['integer', jsonInteger]
const float: Kind = ['float', jsonDouble]

const midnight = /T00:00:00(?:\.0+)?Z"$/

/** Dates come as the moment of their midnight: `"2024-02-29T00:00:00.000Z"`. */
const date: CellEncoder = (cell) => jsonDate((cell as string).replace(midnight, '"'))

const textAsJson = jsonTextEncoder(encodeText)

/** Nested columns come as a text that holds their JSON. */
const nested: CellEncoder = (cell) => {
  const text = readString(cell as string)
  return text === null ? jsonValue(cell) : textAsJson(text)
}

const kinds: Readonly<Record<string, Kind>> = {
  ...{ TINYINT: integer, SMALLINT: integer, INTEGER: integer, BIGINT: integer },
  ...{ REAL: float, FLOAT: float, DOUBLE: float, DECIMAL: float },
  BOOLEAN: ['boolean', jsonBoolean],
  TIMESTAMP: ['datetime', jsonMoment],
  DATE: ['date', date],
  ...{ CHAR: ['string', jsonString], VARCHAR: ['string', jsonString] },
  ARRAY: [null, jsonValue],
}

/** The sink column of a type as the third line of an answer names it. */
export function druidColumn(name: string, sqlType: string): SinkColumn {
  const [type, encode] = kinds[sqlType] ?? [null, nested]
  return { name, type, encode }
}
