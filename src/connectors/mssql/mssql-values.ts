import { createRequire } from 'node:module'

/** What the driver's reader of values needs to know of a column. */
interface ColumnFacts {
  type: { name: string }
  scale: number | undefined
}
interface ReadResult {
  value: unknown
  offset: number
}
type ReadValue = (bytes: Buffer, at: number, column: ColumnFacts, options: object) => ReadResult

interface DriverParts {
  valueParser: { readValue: ReadValue }
  NotEnoughDataError: new (length: number) => object
  types: Readonly<Record<number, { name: string } | undefined>>
}

let isExact = false

/**
 * The driver turns decimals and money into JavaScript numbers, which have 15 digits, and times into dates. Here they
 * become the text that SQL Server prints. Other values are left to the driver.
 */
export function readExactly(): void {
  if (isExact) return
  isExact = true
  const require = createRequire(import.meta.url)
  const { valueParser, NotEnoughDataError, types }: DriverParts = {
    valueParser: require('tedious/lib/value-parser.js'),
    NotEnoughDataError: require('tedious/lib/token/helpers.js').NotEnoughDataError,
    types: require('tedious/lib/data-type.js').TYPE,
  }
  const driverRead = valueParser.readValue
  /** throws what makes the driver wait for more bytes */
  const need = (bytes: Buffer, end: number) => {
    if (bytes.length < end) throw new NotEnoughDataError(end)
  }
  valueParser.readValue = (bytes, at, column, options) => {
    const { name } = column.type
    if (name === 'Variant') return variant(bytes, at) ?? driverRead(bytes, at, column, options)
    const read = readers[name]
    if (read === undefined) return driverRead(bytes, at, column, options)
    const known = fixedLengths[name]
    if (known === undefined) need(bytes, at + 1)
    const length = known ?? (bytes[at] as number)
    const start = known === undefined ? at + 1 : at
    need(bytes, start + length)
    if (length === 0) return { value: null, offset: start }
    return { value: read(bytes.subarray(start, start + length), column.scale ?? 0), offset: start + length }
  }
  /** null: of a type that the driver reads exactly */
  const variant = (bytes: Buffer, at: number): ReadResult | null => {
    need(bytes, at + 4)
    const length = bytes.readUInt32LE(at)
    if (length === 0) return null
    need(bytes, at + 4 + length)
    const [type = -1, properties = 0] = bytes.subarray(at + 4)
    const read = readers[types[type]?.name ?? '']
    if (read === undefined) return null
    const start = at + 6 + properties
    const offset = at + 4 + length
    // of decimals, the precision comes before the scale
    const scale = properties === 0 ? 0 : (bytes[start - 1] ?? 0)
    return { value: read(bytes.subarray(start, offset), scale), offset }
  }
}

/** Types without a length before each value. */
const fixedLengths: Readonly<Record<string, number>> = {
  SmallMoney: 4,
  Money: 8,
  SmallDateTime: 4,
  DateTime: 8,
}

type Reader = (bytes: Buffer, scale: number) => string

const readMoney: Reader = (bytes) => {
  if (bytes.length === 4) return withPoint(BigInt(bytes.readInt32LE(0)), 4)
  // the higher half comes first
  return withPoint((BigInt(bytes.readInt32LE(0)) << 32n) + BigInt(bytes.readUInt32LE(4)), 4)
}

const readDecimal: Reader = (bytes, scale) => {
  let value = 0n
  for (let at = bytes.length - 1; at > 0; at--) value = (value << 8n) + BigInt(bytes[at] as number)
  return withPoint(bytes[0] === 1 ? value : -value, scale)
}

function withPoint(value: bigint, scale: number): string {
  if (scale === 0) return value.toString()
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

const dayMilliseconds = 86_400_000
const from1900 = Date.UTC(1900, 0, 1)
/** days from 0001-01-01 to 1970-01-01 */
const daysBefore1970 = 719_162

const readMoment: Reader = (bytes) => {
  if (bytes.length === 4) {
    return momentText(
      from1900 + bytes.readUInt16LE(0) * dayMilliseconds + bytes.readUInt16LE(2) * 60_000,
      false,
    )
  }
  // 300 ticks are a second
  const milliseconds = Math.round((bytes.readInt32LE(4) * 10) / 3)
  return momentText(from1900 + bytes.readInt32LE(0) * dayMilliseconds + milliseconds, true)
}

const readDate: Reader = (bytes) => new Date(dayOf(bytes)).toISOString().slice(0, 10)

const readTime: Reader = (bytes, scale) => {
  const ticks = bytes.readUIntLE(0, bytes.length)
  const perSecond = 10 ** scale
  const seconds = Math.floor(ticks / perSecond)
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const fraction = scale === 0 ? '' : `.${String(ticks % perSecond).padStart(scale, '0')}`
  return `${clock.map((part) => String(part).padStart(2, '0')).join(':')}${fraction}`
}

const readMoment2: Reader = (bytes, scale) => momentText(timeAndDay(bytes, scale, 0), scale > 0)

/** The server sends the time in UTC; the offset says how it would print it. */
const readOffset: Reader = (bytes, scale) => `${momentText(timeAndDay(bytes, scale, 2), true)}Z`

/** milliseconds, cut */
function timeAndDay(bytes: Buffer, scale: number, rest: number): number {
  const timeLength = bytes.length - 3 - rest
  const ticks = bytes.readUIntLE(0, timeLength)
  return dayOf(bytes.subarray(timeLength)) + Math.floor((ticks * 1000) / 10 ** scale)
}

function dayOf(bytes: Buffer): number {
  return (bytes.readUIntLE(0, 3) - daysBefore1970) * dayMilliseconds
}

function momentText(milliseconds: number, hasFraction: boolean): string {
  return new Date(milliseconds).toISOString().slice(0, hasFraction ? 23 : 19)
}

const readers: Readonly<Record<string, Reader>> = {
  ...{
    SmallMoney: readMoney,
    Money: readMoney,
    MoneyN: readMoney,
    NumericN: readDecimal,
    DecimalN: readDecimal,
  },
  ...{
    SmallDateTime: readMoment,
    DateTime: readMoment,
    DateTimeN: readMoment,
    Date: readDate,
    Time: readTime,
  },
  ...{ DateTime2: readMoment2, DateTimeOffset: readOffset },
}
