import type { ColumnType } from '#shared/results/results-api.ts'
import type { CellEncoder, SinkColumn } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'
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
import { cutList, cutObject, readString } from '../json-cut.ts'

type Kind = readonly [ColumnType | null, CellEncoder]

const integer: Kind = ['integer', jsonInteger]
const double: Kind = ['float', jsonDouble]
const decimal: Kind = ['float', jsonNumber]
const boolean: Kind = ['boolean', jsonBoolean]

/** Microseconds since 1970, as we ask for them; from servers that do not know that, seconds with a fraction. */
const instant: Kind = [
  'datetime',
  jsonForm('TIMESTAMP', (text) => {
    const milliseconds = /^-?\d{1,18}$/.test(text) ? flooredThousandth(BigInt(text)) : secondsOf(text)
    const date = new Date(milliseconds)
    return Number.isNaN(date.getTime()) ? null : date.toISOString()
  }),
]

function flooredThousandth(micros: bigint): number {
  const rest = ((micros % 1000n) + 1000n) % 1000n
  return Number((micros - rest) / 1000n)
}

function secondsOf(text: string): number {
  return /^-?\d+(?:\.\d+)?(?:E\d+)?$/i.test(text)
    ? Math.floor(Math.round(Number(text) * 1e6) / 1000)
    : Number.NaN
}

const bytes: CellEncoder = (cell) => {
  const base64 = readString(cell as string)
  return base64 === null || !/^[\w+/]*={0,2}$/.test(base64)
    ? refuseCell(cell as string, 'BYTES')
    : `"${Buffer.from(base64, 'base64').toString('hex')}"`
}

/** A document comes as a text that holds it. */
const document: CellEncoder = (cell) => {
  const text = readString(cell as string)
  return text === null ? refuseCell(cell as string, 'JSON') : jsonValue(text)
}

const kinds: Readonly<Record<string, Kind>> = {
  ...{ INTEGER: integer, INT64: integer, FLOAT: double, FLOAT64: double },
  ...{ NUMERIC: decimal, BIGNUMERIC: decimal, BOOLEAN: boolean, BOOL: boolean },
  ...{ TIMESTAMP: instant, DATETIME: ['datetime', jsonMoment], DATE: ['date', jsonDate] },
  ...{ BYTES: ['string', bytes], JSON: [null, document] },
}

interface Field {
  name: string
  type: string
  isList: boolean
  fields: readonly Field[]
}

const maxDepth = 100

/** A field of `schema.fields`. Throws QueryFailed for what is none. */
export function fieldOf(json: string, depth = 0): Field {
  if (depth > maxDepth) throw new QueryFailed('The server sent a type that is nested too deeply.')
  const members = cutObject(json)
  const inner = members.get('fields')
  return {
    name: readString(members.get('name') ?? '') ?? '',
    type: (readString(members.get('type') ?? '') ?? '').toUpperCase(),
    isList: readString(members.get('mode') ?? '') === 'REPEATED',
    fields: inner === undefined ? [] : cutList(inner).map((one) => fieldOf(one, depth + 1)),
  }
}

/** The sink column of a field. Lists and records are values of JSON with their digits. */
export function columnOf(field: Field): SinkColumn {
  const { name } = field
  const isNested = field.isList || isRecord(field)
  if (!isNested) {
    const [type, encode] = kinds[field.type] ?? ['string', jsonString]
    return { name, type, encode }
  }
  return { name, type: null, encode: (cell) => jsonValue(writtenList(cell as string, field)) }
}

function isRecord({ type }: Field): boolean {
  return type === 'RECORD' || type === 'STRUCT'
}

/** Elements come as `[{"v": …}, …]`. */
function writtenList(json: string, field: Field): string {
  if (!field.isList) return written(json, field)
  if (json === 'null') return '[]'
  return `[${cutList(json)
    .map((item) => written(cutObject(item).get('v') ?? 'null', field))
    .join(',')}]`
}

/** Records come as `{"f": [{"v": …}, …]}`, in the order of their fields. */
function written(json: string, field: Field): string {
  if (json === 'null') return 'null'
  if (!isRecord(field)) return (kinds[field.type]?.[1] ?? jsonString)(json)
  const cells = cellsOf(json, field.fields.length)
  const members = field.fields.map((inner, at) => {
    return `${encodeText(inner.name)}:${writtenList(cells[at] ?? 'null', inner)}`
  })
  return `{${members.join(',')}}`
}

/** The values of a row or record. Throws QueryFailed if there are not as many as fields. */
export function cellsOf(json: string, count: number): string[] {
  const cells = cutList(cutObject(json).get('f') ?? '', count)
  if (cells.length !== count)
    throw new QueryFailed(`The server sent a row of ${cells.length} cells for ${count} columns.`)
  return cells.map((cell) => cutObject(cell).get('v') ?? 'null')
}
