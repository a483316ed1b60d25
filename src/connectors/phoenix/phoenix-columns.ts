import type { ColumnType } from '#shared/results/results-api.ts'
import type { CellEncoder, SinkColumn } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'
import { encodeDouble, encodeInteger, encodeNumber, encodeText, refuseCell } from '../encode-cell.ts'
import { doubleText, shortestFloat } from '../float-text.ts'
import { jsonTextEncoder } from '../json-text.ts'
import type { WireBudget } from '../wire-budget.ts'
import type { FieldReader } from './avatica-wire.ts'

/** What an answer says of a column. */
export interface AvaticaColumn {
  name: string
  /** a number of `java.sql.Types`, or of Phoenix's own types */
  type: number
}

export function readColumn(reader: FieldReader): AvaticaColumn {
  let [label, name, type] = ['', '', 0]
  while (reader.next()) {
    if (reader.field === 9) label = reader.text()
    else if (reader.field === 10) name = reader.text()
    else if (reader.field === 20) type = typeOf(reader.message())
    else reader.skip()
  }
  return { name: label || name, type }
}

/** As a number of 32 bits with its sign. */
function typeOf(reader: FieldReader): number {
  let type = 0
  while (reader.next()) {
    if (reader.field === 1) type = reader.number() | 0
    else reader.skip()
  }
  return type
}

type Kind = readonly [ColumnType | null, CellEncoder]

const milliseconds = 86_400_000

/** Days, or milliseconds, since 1970 as the beginning of an ISO time. */
function isoOf(text: string, factor: number, type: string): string {
  const date = new Date(Number(encodeInteger(text)) * factor)
  return Number.isNaN(date.getTime()) ? refuseCell(text, type) : date.toISOString()
}

const date: CellEncoder = (cell) => {
  const text = isoOf(String(cell), milliseconds, 'date')
  return encodeText(text.slice(0, text.indexOf('T')))
}
const timestamp: CellEncoder = (cell) => encodeText(isoOf(String(cell), 1, 'timestamp').slice(0, -1))
const time: CellEncoder = (cell) => {
  const text = isoOf(String(cell), 1, 'time').slice(11, -1)
  return encodeText(text.endsWith('.000') ? text.slice(0, -4) : text)
}
const boolean: CellEncoder = (cell) =>
  cell === 'true' || cell === 'false' ? cell : refuseCell(String(cell), 'boolean')
const json = jsonTextEncoder((text) => encodeText(text))

const integer: Kind = ['integer', encodeInteger]
const double: Kind = ['float', encodeDouble]
const decimal: Kind = ['float', encodeNumber]
const string: Kind = ['string', encodeText]

/** Phoenix has numbers of its own for types without a sign, and for dates that cannot be below 1970. */
const kinds: Readonly<Record<number, Kind>> = {
  ...{ [-7]: ['boolean', boolean], 16: ['boolean', boolean] },
  ...{ [-6]: integer, 5: integer, 4: integer, [-5]: integer },
  ...{ 9: integer, 10: integer, 11: integer, 13: integer },
  ...{ 6: double, 7: double, 8: double, 14: double, 15: double, 2: decimal, 3: decimal },
  ...{ 91: ['date', date], 19: ['date', date] },
  ...{ 93: ['datetime', timestamp], 20: ['datetime', timestamp] },
  ...{ 92: ['string', time], 18: ['string', time] },
  ...{ 1: string, 12: string, [-1]: string, [-15]: string, [-9]: string, [-16]: string, 2005: string },
  ...{ [-2]: string, [-3]: string, [-4]: string, 2004: string },
}

/** Names of types for the schema. */
export const typeNames: Readonly<Record<number, string>> = {
  ...{ [-7]: 'BIT', 16: 'BOOLEAN', [-6]: 'TINYINT', 5: 'SMALLINT', 4: 'INTEGER', [-5]: 'BIGINT' },
  ...{ 9: 'UNSIGNED_INT', 10: 'UNSIGNED_LONG', 11: 'UNSIGNED_TINYINT', 13: 'UNSIGNED_SMALLINT' },
  ...{ 6: 'FLOAT', 8: 'DOUBLE', 14: 'UNSIGNED_FLOAT', 15: 'UNSIGNED_DOUBLE', 2: 'NUMERIC', 3: 'DECIMAL' },
  ...{ 91: 'DATE', 92: 'TIME', 93: 'TIMESTAMP', 18: 'UNSIGNED_TIME', 19: 'UNSIGNED_DATE' },
  ...{ 20: 'UNSIGNED_TIMESTAMP', 1: 'CHAR', 12: 'VARCHAR', [-2]: 'BINARY', [-3]: 'VARBINARY' },
}

export function phoenixColumn({ name, type }: AvaticaColumn): SinkColumn {
  const [columnType, encode] = kinds[type] ?? [null, json]
  return { name, type: columnType, encode }
}

/** Numbers of `Rep`, which say what a value is stored as. */
const reps = {
  boolean: new Set([0, 8]),
  integer: new Set([1, 3, 4, 5, 9, 11, 12, 13, 16, 17, 18, 19, 22]),
  float: new Set([6, 14]),
  double: new Set([7, 15]),
  ...{ bytes: 20, nothing: 24, bigInteger: 25, bigDecimal: 26, list: 27 },
}
const maxNesting = 20

/** A cell of a row as a text; null: there is none. Lists are JSON, and read in steps. */
export function* readCell(reader: FieldReader): Generator<void, string | null> {
  let cell: string | null = null
  let deprecated: string | null = null
  let isScalar = false
  let list: string[] | null = null
  while (reader.next()) {
    if (reader.field === 4) {
      isScalar = true
      cell = (yield* readValue(reader.message(), 0))?.text ?? null
    } else if (reader.field === 3) {
      if (reader.number() !== 0) list ??= []
    } else if (reader.field === 2) {
      list ??= []
      list.push(jsonOf(yield* readValue(reader.message(), 1), reader.budget))
      yield
    } else if (reader.field === 1) deprecated = (yield* readValue(reader.message(), 0))?.text ?? null
    else reader.skip()
  }
  if (list !== null && !isScalar) return `[${list.join(',')}]`
  return isScalar ? cell : deprecated
}

interface Value {
  text: string
  /** the text is JSON as it is */
  isJson: boolean
}

/** An element of a list. */
function jsonOf(value: Value | null, budget: WireBudget): string {
  if (value === null) return 'null'
  const json = value.isJson ? value.text : encodeText(value.text)
  // a text may be longer in JSON than it came
  budget.spend(0, json.length)
  return json
}

function* readValue(reader: FieldReader, depth: number): Generator<void, Value | null> {
  if (depth > maxNesting) throw new QueryFailed('A value of the result is nested too deeply.')
  let [type, isTrue, isNull, text, number, double] = [0, false, false, '', '0', 0]
  let bytes: Buffer | null = null
  const items: string[] = []
  while (reader.next()) {
    if (reader.field === 1) type = reader.number()
    else if (reader.field === 2) isTrue = reader.number() !== 0
    else if (reader.field === 3) text = reader.budget.text(reader.bytes())
    else if (reader.field === 4) number = reader.zigzag()
    else if (reader.field === 5) bytes = reader.bytes()
    else if (reader.field === 6) double = reader.double()
    else if (reader.field === 7) isNull = reader.number() !== 0
    else if (reader.field === 8) {
      items.push(jsonOf(yield* readValue(reader.message(), depth + 1), reader.budget))
      yield
    } else reader.skip()
  }
  if (isNull || type === reps.nothing) return null
  if (reps.boolean.has(type)) return { text: String(isTrue), isJson: true }
  if (reps.double.has(type)) return numberOf(doubleText(double))
  if (reps.float.has(type)) return numberOf(shortestFloat(floatOf(Number(number))))
  if (reps.integer.has(type)) return { text: number, isJson: true }
  // older servers send bytes as a text of base 64
  if (type === reps.bytes) {
    return { text: reader.budget.hex(bytes ?? Buffer.from(text, 'base64')), isJson: false }
  }
  if (type === reps.bigInteger) return { text: bigInteger(bytes), isJson: true }
  if (type === reps.list) return { text: `[${items.join(',')}]`, isJson: true }
  return { text, isJson: type === reps.bigDecimal && isNumber.test(text) }
}

function numberOf(digits: string): Value | null {
  return digits === 'null' ? null : { text: digits, isJson: true }
}

/** A number of 32 bits comes as its bits. */
function floatOf(bits: number): number {
  const buffer = Buffer.alloc(4)
  buffer.writeInt32LE(bits | 0)
  return buffer.readFloatLE()
}

const isNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const maxIntegerBytes = 30_000

function bigInteger(bytes: Buffer | null): string {
  if (bytes === null || bytes.length === 0) return '0'
  if (bytes.length > maxIntegerBytes)
    throw new QueryFailed('The result has a number of more than 70,000 digits.')
  return String(BigInt.asIntN(bytes.length * 8, BigInt(`0x${bytes.toString('hex')}`)))
}
