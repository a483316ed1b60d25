import type { ColumnType } from '#shared/results/results-api.ts'
import type { CellEncoder, SinkColumn } from '../connector.ts'
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

type Kind = readonly [ColumnType | null, CellEncoder]
const integer: Kind = ['integer', jsonInteger]
const float: Kind = ['float', jsonDouble]

/** Types by their name without parameters; others are text. */
const kinds: Readonly<Record<string, Kind>> = {
  Float32: float,
  Float64: float,
  BFloat16: float,
  Bool: ['boolean', jsonBoolean],
  Date: ['date', jsonDate],
  Date32: ['date', jsonDate],
  DateTime: ['datetime', jsonMoment],
  DateTime64: ['datetime', jsonMoment],
}

/** Types whose values are lists, objects or anything. */
const nested = new Set([
  ...['Array', 'Tuple', 'Map', 'Nested', 'JSON', 'Object', 'Variant', 'Dynamic', 'Nothing', 'Point', 'Ring'],
  ...['LineString', 'MultiLineString', 'Polygon', 'MultiPolygon', 'Geometry', 'QBit'],
])

/** Servers before 25.8 put integers of 64 bits and more in quotes, which in lists stay unless they are taken away. */
const quotedInteger = /"(-?\d{1,78})"/g

const plainTypes = /^(?:Array|Nullable|U?Int\d+|[(), ])+$/

/** The sink column of a type as ClickHouse names it: `LowCardinality(Nullable(String))`. */
export function clickhouseColumn(name: string, type: string): SinkColumn {
  const inner = innerType(type)
  const base = inner.replace(/\(.*$/s, '')
  const [columnType, encode] = kindOf(base, inner)
  return { name, type: columnType, encode }
}

function kindOf(base: string, inner: string): Kind {
  if (/^U?Int\d+$/.test(base) || base.startsWith('Interval')) return integer
  if (base.startsWith('Decimal')) return ['float', jsonNumber]
  if (nested.has(base)) return [null, plainTypes.test(inner) ? listOfIntegers : jsonValue]
  return kinds[base] ?? ['string', jsonString]
}

const withoutQuotes = (cell: unknown) => (cell as string).replace(quotedInteger, '$1')
const listOfIntegers: CellEncoder = (cell) => jsonValue(withoutQuotes(cell))
listOfIntegers.inSteps = function* (cell) {
  const text = withoutQuotes(cell)
  return (yield* jsonValue.inSteps?.(text) ?? []) ?? jsonValue(text)
}

const wrapper = /^(?:Nullable|LowCardinality)\((.*)\)$/s
const aggregate = /^SimpleAggregateFunction\([^,]+, (.*)\)$/s

/** Without what changes nothing in how a value is printed. */
function innerType(type: string): string {
  const found = wrapper.exec(type) ?? aggregate.exec(type)
  return found?.[1] === undefined ? type : innerType(found[1])
}
