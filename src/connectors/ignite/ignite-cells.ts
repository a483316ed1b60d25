import type { ColumnType } from '#shared/results/results-api.ts'
import type { CellEncoder } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'
import { encodeText, refuseCell } from '../encode-cell.ts'
import { doubleText, shortestFloat } from '../float-text.ts'
import type { WireBudget } from '../wire-budget.ts'
import { WireFault } from '../wire-fault.ts'
import { code, type IgniteReader } from './ignite-wire.ts'

/** A value as JSON, with the type that it has. */
export interface IgniteCell {
  type: ColumnType | null
  json: string
}

/** How the server's clock differs from UTC, in milliseconds: its dates and times come as instants of its zone. */
export interface ServerClock {
  date: number
  time: number
}

const day = 86_400_000
/** Clocks change by this at most: a date is a midnight, up to that. */
const maxClockChange = 3 * 3_600_000
/** Digits of larger decimals take long to compute. */
const maxDecimalBytes = 30_000
const maxPlainScale = 1000
const maxNesting = 20

/** Where values are read, and how. */
export interface IgniteSource {
  reader: IgniteReader
  clock: ServerClock
  /** of the row */
  budget: WireBudget
}

/** The next value of a row; null: there is none. Long lists are read in steps. */
export function* readCell(source: IgniteSource, depth = 0): Generator<void, IgniteCell | null> {
  const kind = source.reader.byte()
  const simple = simpleCell(kind, source)
  return simple === undefined ? yield* composed(kind, source, depth) : simple
}

/** undefined: the value consists of others. */
function simpleCell(kind: number, { reader, clock, budget }: IgniteSource): IgniteCell | null | undefined {
  switch (kind) {
    case code.null:
      return null
    case code.byte:
      return integer(reader.signedByte())
    case code.short:
      return integer(reader.short())
    case code.int:
      return integer(reader.int())
    case code.long:
      return integer(reader.long())
    case code.float:
      return float(shortestFloat(reader.float()))
    case code.double:
      return float(doubleText(reader.double()))
    case code.decimal:
      return float(decimalOf(reader))
    case code.boolean:
      return { type: 'boolean', json: reader.byte() === 0 ? 'false' : 'true' }
    case code.char:
      return string(reader.char())
    case code.string:
      return string(budget.text(reader.bytes(reader.int())))
    case code.uuid:
      return string(uuidOf(reader))
    case code.date:
      return dateOf(reader.long(), clock)
    case code.timestamp:
      return timestampOf(reader)
    case code.time:
      return string(timeOf(reader.long(), clock))
    case code.bytes:
      return string(budget.hex(reader.bytes(reader.int())))
    case code.serialized:
      return serializedOf(reader.bytes(reader.int()), clock, budget)
    default:
      return undefined
  }
}

const integer = (value: number | bigint): IgniteCell => ({ type: 'integer', json: String(value) })
const float = (json: string): IgniteCell => ({ type: 'float', json })
const string = (text: string): IgniteCell => ({ type: 'string', json: encodeText(text) })

/** Lists by the code of their elements, which come without codes of their own. */
const plainLists: Readonly<Record<number, (reader: IgniteReader) => string>> = {
  13: (reader) => String(reader.short()),
  14: (reader) => String(reader.int()),
  15: (reader) => String(reader.long()),
  16: (reader) => shortestFloat(reader.float()),
  17: (reader) => doubleText(reader.double()),
  18: (reader) => encodeText(reader.char()),
  19: (reader) => (reader.byte() === 0 ? 'false' : 'true'),
}
/** Lists whose elements have codes: of texts, UUIDs, dates, decimals, timestamps and times. */
const codedLists = new Set([20, 21, 22, 31, 34, 37])
const [objects, collection, wrapped] = [23, 24, 27]

function* composed(kind: number, source: IgniteSource, depth: number): Generator<void, IgniteCell> {
  if (depth > maxNesting) throw new QueryFailed('A value of the result is nested too deeply.')
  const { reader, budget } = source
  const plain = plainLists[kind]
  if (plain !== undefined) return yield* listOf(reader.int(), source, () => plain(reader))
  const coded = () => readCell(source, depth + 1)
  if (codedLists.has(kind)) return yield* listOf(reader.int(), source, coded)
  if (kind === objects) {
    // the type of the elements, which each of them has too
    reader.int()
    return yield* listOf(reader.int(), source, coded)
  }
  if (kind === collection) {
    const count = reader.int()
    reader.byte()
    return yield* listOf(count, source, coded)
  }
  if (kind === wrapped) {
    const bytes = reader.bytes(reader.int())
    reader.int()
    return string(budget.hex(bytes))
  }
  if (kind === code.object) return objectOf(source)
  throw new QueryFailed(
    `The result has a value of a type that is not supported (code ${kind}). Leave its column out.`,
  )
}

function* listOf(
  count: number,
  { reader, budget }: IgniteSource,
  item: () => string | Generator<void, IgniteCell | null>,
): Generator<void, IgniteCell> {
  budget.spendCount(count, reader.left)
  const items: string[] = []
  for (let at = 0; at < count; at++) {
    const read = item()
    const json = typeof read === 'string' ? read : ((yield* read)?.json ?? 'null')
    // a text may be longer in JSON than it came
    budget.spend(0, json.length)
    items.push(json)
    yield
  }
  return { type: null, json: `[${items.join(',')}]` }
}

/** An object of a program, whose fields only that program knows: its bytes. */
function objectOf({ reader, budget }: IgniteSource): IgniteCell {
  const head = reader.bytes(headBytes)
  const length = head.readInt32LE(lengthAt)
  if (length < headBytes + 1) throw new WireFault('The server sent an object of no valid length.')
  const rest = reader.bytes(length - headBytes - 1)
  return { type: 'string', json: `"67${head.toString('hex')}${budget.hex(rest)}"` }
}

/** behind its code: version, flags, type, hash, length, schema, offset of the schema */
const headBytes = 23
const lengthAt = 11

function decimalOf(reader: IgniteReader): string {
  const scale = reader.int()
  const length = reader.int()
  if (length > maxDecimalBytes) throw new QueryFailed('The result has a decimal of more than 70,000 digits.')
  const bytes = Buffer.from(reader.bytes(length))
  const first = bytes[0] ?? 0
  if (bytes.length > 0) bytes[0] = first & 0x7f
  const digits = BigInt(`0x${bytes.toString('hex') || '0'}`).toString()
  const sign = (first & 0x80) !== 0 && digits !== '0' ? '-' : ''
  if (scale === 0) return sign + digits
  if (scale < 0 || scale > maxPlainScale) return `${sign}${digits}e${-scale}`
  const padded = digits.padStart(scale + 1, '0')
  return `${sign}${padded.slice(0, -scale)}.${padded.slice(-scale)}`
}

function uuidOf(reader: IgniteReader): string {
  const halves = [reader.long(), reader.long()].map((half) =>
    BigInt.asUintN(64, half).toString(16).padStart(16, '0'),
  )
  return halves.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The class `java.sql.Date`, of which the protocol has no code of its own: its kind and the hash of its name. */
const sqlDate = Buffer.from('663aded540', 'hex')
/** behind them: a checksum of the class, then the instant */
const [instantAt, dateBytes] = [7, 15]

/** A value that Java has written in its own way: a date, or what only a program of Java can read. */
function serializedOf(bytes: Buffer, clock: ServerClock, budget: WireBudget): IgniteCell {
  const isDate = bytes.length === dateBytes && bytes.subarray(0, sqlDate.length).equals(sqlDate)
  return isDate ? dateOf(bytes.readBigInt64LE(instantAt), clock) : string(budget.hex(bytes))
}

function dateOf(instant: bigint, clock: ServerClock): IgniteCell {
  const local = Number(instant) + clock.date
  const days = Math.round(local / day)
  const isDate = Math.abs(local - days * day) <= maxClockChange
  const text = isoOf(isDate ? days * day : Number(instant))
  return isDate
    ? { type: 'date', json: encodeText(text.slice(0, text.indexOf('T'))) }
    : { type: 'datetime', json: encodeText(text) }
}

/** With the digits below a millisecond cut off. */
function timestampOf(reader: IgniteReader): IgniteCell {
  const instant = Number(reader.long())
  reader.int()
  return { type: 'datetime', json: encodeText(isoOf(instant)) }
}

function timeOf(instant: bigint, clock: ServerClock): string {
  const local = (((Number(instant) + clock.time) % day) + day) % day
  const text = isoOf(local).slice(11, -1)
  return text.endsWith('.000') ? text.slice(0, -4) : text
}

function isoOf(instant: number): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) throw new QueryFailed('The result has a date that is out of range.')
  return date.toISOString()
}

/** Encoder of a column whose first values had this type. */
export function encoderOf(type: ColumnType | null): CellEncoder {
  if (type === null) return (cell) => (cell as IgniteCell).json
  return (cell) => {
    const { type: found, json } = cell as IgniteCell
    return found === type ? json : refuseCell(json, type)
  }
}
