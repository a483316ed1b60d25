import type { ColumnType } from '#shared/results/results-api.ts'
import type { CellEncoder, SinkColumn } from '../connector.ts'
import { encodeText } from '../encode-cell.ts'
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
import { jsonTextEncoder } from '../json-text.ts'

const textAsJson = jsonTextEncoder(encodeText)

/** Lists, maps and variants come as a text, which is JSON for most of them. */
const nested: CellEncoder = (cell) => {
  const text = readString(cell as string)
  return text === null ? jsonValue(cell) : textAsJson(text)
}

const kinds: readonly (readonly [RegExp, ColumnType | null, CellEncoder])[] = [
  [/^U?Int(?:8|16|32|64)$/, 'integer', jsonInteger],
  [/^Float(?:32|64)$/, 'float', jsonDouble],
  [/^Decimal\b/, 'float', jsonNumber],
  [/^Boolean$/, 'boolean', jsonBoolean],
  [/^Date$/, 'date', jsonDate],
  [/^Timestamp(?:_Tz)?$/i, 'datetime', jsonMoment],
  [/^(?:Array|Map|Tuple|Variant|EmptyArray|EmptyMap)\b/, null, nested],
  [/^N(?:ULL|ull)$/, null, jsonString],
]

/** The sink column of a type as an answer names it, such as `Nullable(Int32)` or `Int32 NULL`. */
export function databendColumn(name: string, given: string): SinkColumn {
  const plain = /^Nullable\((.*)\)$/.exec(given)?.[1] ?? given.replace(/ (?:NOT )?NULL$/, '')
  const [, type, encode] = kinds.find(([pattern]) => pattern.test(plain)) ?? [
    null,
    'string' as const,
    jsonString,
  ]
  return { name, type, encode }
}
