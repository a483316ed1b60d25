import { isUtf8 } from 'node:buffer'
import ipaddr from 'ipaddr.js'
import { QueryFailed } from '../connector-errors.ts'
import { encodeFloat32, fitsDouble, refuseCell } from '../encode-cell.ts'
import type { SimpleKind } from './cql-types.ts'

type Read = (bytes: Buffer, isInner: boolean) => string

/**
 * JSON text of a value. `isInner`: in a collection, where numbers that readers of JSON would round are texts. Values
 * without bytes, which old clients could write, are null.
 */
export function simpleJson(kind: SimpleKind, bytes: Buffer, isInner: boolean): string {
  const length = lengths[kind]
  if (length !== undefined && bytes.length !== length) {
    return bytes.length === 0 ? 'null' : refuseCell(`${bytes.length} bytes`, kind)
  }
  if (bytes.length === 0 && kind !== 'text' && kind !== 'blob') return 'null'
  return readers[kind](bytes, isInner)
}

const lengths: Partial<Record<SimpleKind, number>> = {
  ...{ int: 4, bigint: 8, smallint: 2, tinyint: 1, float: 4, double: 8, boolean: 1 },
  ...{ uuid: 16, timestamp: 8, date: 4, time: 8 },
}

const readers: Readonly<Record<SimpleKind, Read>> = {
  text: (bytes) =>
    isUtf8(bytes) ? JSON.stringify(bytes.toString('utf8')) : refuseCell(bytes.toString('latin1'), 'text'),
  blob: (bytes) => `"${bytes.toString('hex')}"`,
  int: (bytes) => String(bytes.readInt32BE(0)),
  smallint: (bytes) => String(bytes.readInt16BE(0)),
  tinyint: (bytes) => String(bytes.readInt8(0)),
  bigint: (bytes, isInner) => wholeText(bytes.readBigInt64BE(0), isInner),
  varint: (bytes, isInner) => wholeText(integerOf(bytes), isInner),
  decimal: decimalText,
  float: (bytes) => encodeFloat32(bytes.readFloatBE(0)),
  double: (bytes) => doubleText(bytes.readDoubleBE(0)),
  boolean: (bytes) => String(bytes[0] !== 0),
  uuid: uuidText,
  inet: inetText,
  timestamp: (bytes) => timestampText(bytes.readBigInt64BE(0)),
  date: (bytes) => `"${dateText(bytes.readUInt32BE(0) - 2 ** 31)}"`,
  time: (bytes) => `"${timeText(bytes.readBigInt64BE(0))}"`,
  duration: (bytes) => `"${durationText(bytes)}"`,
}

function wholeText(value: bigint, isInner: boolean): string {
  const isLong = value > BigInt(Number.MAX_SAFE_INTEGER) || value < BigInt(Number.MIN_SAFE_INTEGER)
  return isInner && isLong ? `"${value}"` : value.toString()
}

function doubleText(value: number): string {
  if (Object.is(value, -0)) return '-0'
  return Number.isFinite(value) ? String(value) : 'null'
}

/** Printing a number takes more than linear time. */
const maxNumberBytes = 8192

function integerOf(bytes: Buffer): bigint {
  if (bytes.length === 0) return refuseCell('0 bytes', 'varint')
  if (bytes.length > maxNumberBytes)
    throw new QueryFailed(`A number of the result takes more than ${maxNumberBytes} bytes.`)
  return BigInt.asIntN(bytes.length * 8, BigInt(`0x${bytes.toString('hex')}`))
}

/** More zeros than these are written with an exponent, as Java does. */
const leadingZeros = 6

function decimalText(bytes: Buffer, isInner: boolean): string {
  if (bytes.length < 5) return refuseCell(`${bytes.length} bytes`, 'decimal')
  const scale = bytes.readInt32BE(0)
  const unscaled = integerOf(bytes.subarray(4))
  const sign = unscaled < 0n ? '-' : ''
  const digits = (unscaled < 0n ? -unscaled : unscaled).toString()
  const exponent = digits.length - 1 - scale
  const text =
    sign + (scale >= 0 && exponent >= -leadingZeros ? plain(digits, scale) : scientific(digits, exponent))
  return isInner || !fitsDouble(text) ? `"${text}"` : text
}

function plain(digits: string, scale: number): string {
  if (scale === 0) return digits
  const padded = digits.padStart(scale + 1, '0')
  return `${padded.slice(0, -scale)}.${padded.slice(-scale)}`
}

function scientific(digits: string, exponent: number): string {
  const fraction = digits.length === 1 ? '' : `.${digits.slice(1)}`
  return `${digits[0]}${fraction}E${exponent < 0 ? '' : '+'}${exponent}`
}

function uuidText(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return `"${[hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')}"`
}

function inetText(bytes: Buffer): string {
  if (bytes.length !== 4 && bytes.length !== 16) return refuseCell(`${bytes.length} bytes`, 'inet')
  return `"${ipaddr.fromByteArray([...bytes]).toString()}"`
}

/** Cassandra has times of other millennia than JavaScript. */
function timestampText(milliseconds: bigint): string {
  const time = new Date(Number(milliseconds))
  return Number.isNaN(time.getTime()) ? '"date out of range"' : `"${time.toISOString()}"`
}

const dayMilliseconds = 86_400_000

function dateText(days: number): string {
  const time = new Date(days * dayMilliseconds)
  return Number.isNaN(time.getTime()) ? 'date out of range' : time.toISOString().replace(/T.*$/, '')
}

/** Nanoseconds of the day; zeros at the end say nothing. */
function timeText(nanoseconds: bigint): string {
  if (nanoseconds < 0n || nanoseconds >= 86_400_000_000_000n) return refuseCell(String(nanoseconds), 'time')
  const seconds = Number(nanoseconds / 1_000_000_000n)
  const fraction = String(nanoseconds % 1_000_000_000n)
    .padStart(9, '0')
    .replace(/0+$/, '')
  const two = (part: number) => String(Math.floor(part)).padStart(2, '0')
  const whole = `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`
  return fraction === '' ? whole : `${whole}.${fraction}`
}

const units: readonly (readonly [string, bigint])[] = [
  ['h', 3_600_000_000_000n],
  ['m', 60_000_000_000n],
  ['s', 1_000_000_000n],
  ['ms', 1_000_000n],
  ['us', 1000n],
  ['ns', 1n],
]

/** `1y2mo3d4h`, as CQL writes it. */
function durationText(bytes: Buffer): string {
  let at = 0
  const next = (): bigint => {
    const first = bytes[at++]
    if (first === undefined) return refuseCell(`${bytes.length} bytes`, 'duration')
    const more = Math.clz32(~(first << 24))
    if (at + more > bytes.length || more > 8) return refuseCell(`${bytes.length} bytes`, 'duration')
    let value = BigInt(more >= 8 ? 0 : first & (0xff >> more))
    for (const end = at + more; at < end; at++) value = value * 256n + BigInt(bytes[at] as number)
    // the sign is the last bit
    return (value >> 1n) ^ -(value & 1n)
  }
  const [months, days, nanoseconds] = [next(), next(), next()]
  const absolute = (value: bigint) => (value < 0n ? -value : value)
  let text = [months, days, nanoseconds].some((part) => part < 0n) ? '-' : ''
  const add = (count: bigint, unit: string) => {
    if (count > 0n) text += `${count}${unit}`
  }
  add(absolute(months) / 12n, 'y')
  add(absolute(months) % 12n, 'mo')
  add(absolute(days), 'd')
  let rest = absolute(nanoseconds)
  for (const [unit, size] of units) {
    add(rest / size, unit)
    rest %= size
  }
  return text === '' || text === '-' ? '0s' : text
}
