import type { ColumnType } from '#shared/results/results-api.ts'
import type { CellEncoder, SinkColumn } from '../connector.ts'
import { encodeText, refuseCell } from '../encode-cell.ts'
import {
  jsonBoolean,
  jsonDate,
  jsonDouble,
  jsonForm,
  jsonInteger,
  jsonMoment,
  jsonNumber,
  jsonString,
  jsonValue,
} from '../json-cells.ts'
import { cutList, membersOf, readString } from '../json-cut.ts'
import { parseType, type TrinoType } from './trino-types.ts'
import { inUtc } from './zoned-time.ts'

type Kind = readonly [ColumnType | null, CellEncoder]
const integer: Kind = ['integer', jsonInteger]
const double: Kind = ['float', jsonDouble]

const jsonBytes: CellEncoder = (cell) => {
  const base64 = readString(cell as string)
  return base64 === null || !/^[\w+/]*={0,2}$/.test(base64)
    ? refuseCell(cell as string, 'varbinary')
    : `"${Buffer.from(base64, 'base64').toString('hex')}"`
}

/** `2024-01-02 03:04:05.123 Europe/Berlin` */
const jsonInstant: CellEncoder = jsonForm('timestamp with time zone', inUtc)

const kinds: Readonly<Record<string, Kind>> = {
  boolean: ['boolean', jsonBoolean],
  ...{ tinyint: integer, smallint: integer, integer, long: integer, bigint: integer },
  ...{ real: double, float: double, double },
  date: ['date', jsonDate],
  timestamp: ['datetime', jsonMoment],
  'timestamp with time zone': ['datetime', jsonInstant],
  varbinary: ['string', jsonBytes],
}

/** The sink column of a type as the server names it. */
export function trinoColumn(name: string, typeText: string): SinkColumn {
  const type = parseType(typeText)
  if (type.inner.length > 0) return { name, type: null, encode: nestedEncoder(type) }
  if (type.base === 'unknown') return { name, type: null, encode: jsonValue }
  if (type.base === 'decimal') {
    const isWhole = (type.numbers[1] ?? '0') === '0'
    return { name, type: isWhole ? 'integer' : 'float', encode: isWhole ? jsonInteger : jsonNumber }
  }
  const [columnType, encode] = kinds[type.base] ?? ['string', jsonString]
  return { name, type: columnType, encode }
}

/** Rows, which come as lists, become objects; decimals within lists become numbers. Others stay as they come. */
function nestedEncoder(type: TrinoType): CellEncoder {
  if (!changes(type)) return jsonValue
  return (cell) => jsonValue(written(cell as string, type))
}

function changes({ base, inner }: TrinoType): boolean {
  return base === 'row' || base === 'decimal' || inner.some((one) => changes(one.type))
}

function written(json: string, type: TrinoType): string {
  if (json === 'null' || !changes(type)) return json
  const [first, second] = type.inner
  if (type.base === 'decimal') return jsonNumber(json)
  if (type.base === 'array' && first !== undefined) {
    return `[${cutList(json)
      .map((item) => written(item, first.type))
      .join(',')}]`
  }
  if (type.base === 'map' && second !== undefined) {
    return `{${membersOf(json)
      .map(([name, value]) => `${encodeText(name)}:${written(value, second.type)}`)
      .join(',')}}`
  }
  // older servers send rows as objects already
  if (!json.startsWith('[')) return json
  const cells = cutList(json)
  const fields = type.inner.map(({ name, type: own }, at) => {
    return `${encodeText(name ?? `_field${at}`)}:${written(cells[at] ?? 'null', own)}`
  })
  return `{${fields.join(',')}}`
}
