import type { ColumnType } from '#shared/results/results-api.ts'
import type { CellEncoder, SinkColumn } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'
import { encodeFloat32, encodeInteger, encodeNumber, encodeText, encodeValue } from '../encode-cell.ts'
import { jsonDate, jsonMoment } from '../json-cells.ts'
import { jsonTextEncoder } from '../json-text.ts'
import { requireColumns } from '../result-limits.ts'
import {
  bytesIn,
  listIn,
  numberIn,
  structIn,
  type ThriftStruct,
  type ThriftValue,
  textIn,
} from './thrift-codec.ts'

type Kind = readonly [ColumnType | null, CellEncoder]

/** Texts come as bytes. */
const ofText =
  (encode: CellEncoder): CellEncoder =>
  (cell) =>
    encode(Buffer.isBuffer(cell) ? cell.toString('utf8') : cell)

/** A text that the server prints for lists and objects; mostly it is JSON. */
const nested: CellEncoder = (() => {
  const json = jsonTextEncoder((text) => encodeText(text))
  const encode: CellEncoder = (cell) => json((cell as Buffer).toString('utf8'))
  const steps = json.inSteps
  if (steps !== undefined) encode.inSteps = (cell) => steps((cell as Buffer).toString('utf8'))
  return encode
})()

const bytes: CellEncoder = (cell) => (Buffer.isBuffer(cell) ? `"${cell.toString('hex')}"` : encodeValue(cell))

const text: Kind = ['string', ofText(encodeText)]
const integer: Kind = ['integer', ofText(encodeInteger)]
const float: Kind = ['float', ofText(encodeNumber)]
const inner: Kind = [null, nested]

/** By the numbers of the protocol. */
const kinds: Readonly<Record<number, Kind>> = {
  0: ['boolean', encodeValue],
  ...{ 1: integer, 2: integer, 3: integer, 4: integer },
  5: [
    'float',
    (cell) => (typeof cell === 'number' ? encodeFloat32(Math.fround(cell)) : ofText(encodeNumber)(cell)),
  ],
  6: ['float', (cell) => (typeof cell === 'number' ? encodeValue(cell) : ofText(encodeNumber)(cell))],
  8: ['datetime', ofText(jsonMoment)],
  9: ['string', bytes],
  ...{ 10: inner, 11: inner, 12: inner, 13: inner },
  15: float,
  16: [null, ofText(encodeText)],
  17: ['date', ofText(jsonDate)],
}
const decimal = 15

export function columnsOf(schema: ThriftStruct | undefined): SinkColumn[] {
  const found = (listIn(schema, 1) ?? []).map((each): SinkColumn => {
    const column = each instanceof Map ? (each as ThriftStruct) : undefined
    const [entry] = listIn(structIn(column, 2), 1) ?? []
    const primitive = structIn(entry instanceof Map ? (entry as ThriftStruct) : undefined, 1)
    const number = numberIn(primitive, 1) ?? -1
    const [type, encode] = number === decimal ? decimalKind(primitive) : (kinds[number] ?? text)
    return { name: textIn(column, 1), type, encode }
  })
  requireColumns(found.map(({ name }) => name))
  return found
}

/** Without digits behind the point it is an integer. */
function decimalKind(primitive: ThriftStruct | undefined): Kind {
  const qualifiers = structIn(primitive, 2)?.get(1)
  const pairs = Array.isArray(qualifiers)
    ? (qualifiers as readonly (readonly [ThriftValue, ThriftValue])[])
    : []
  const scale = pairs.find(([name]) => Buffer.isBuffer(name) && name.toString() === 'scale')?.[1]
  const value = scale instanceof Map ? numberIn(scale as ThriftStruct, 1) : undefined
  return value === 0 ? integer : float
}

/** The lists of an answer, one for each column; with nulls where the server says so. */
export function cellsOf(set: ThriftStruct | undefined, columns: number): (ThriftValue | null)[][] {
  const lists = listIn(set, 3)
  if (lists === undefined) {
    if ((listIn(set, 2) ?? []).length > 0)
      throw new QueryFailed('The server sends results in a form that is no longer used.')
    return []
  }
  if (lists.length === 0) return []
  if (lists.length !== columns)
    throw new QueryFailed(`The server sent ${lists.length} lists of cells for ${columns} columns.`)
  return lists.map((each) => {
    const [column] = each instanceof Map ? [...(each as ThriftStruct).values()] : []
    const struct = column instanceof Map ? (column as ThriftStruct) : undefined
    const values = [...(listIn(struct, 1) ?? [])] as (ThriftValue | null)[]
    const nulls = bytesIn(struct, 2)
    for (let at = 0; at < values.length; at++) {
      if ((((nulls?.[at >> 3] ?? 0) >> (at & 7)) & 1) === 1) values[at] = null
    }
    return values
  })
}

/** UTF-16 units of a row's JSON, at least. */
export function lengthOf(row: readonly unknown[]): number {
  let length = 0
  for (const cell of row) {
    if (!Buffer.isBuffer(cell)) length += 8
    else length += cell.length > 1_000_000 ? cell.toString('utf8').length : cell.length
  }
  return length
}
