/** A column, and how its cells, given as texts, are sent. */
export interface TnsColumn {
  name: string
  type: number
  precision?: number
  scale?: number
  size: number
  /** 1: the database's characters; 2: national ones */
  form: 0 | 1 | 2
  encode(cell: string): Buffer
  /** as which types the driver may fetch it instead */
  defines?: readonly number[]
}

export const codes = {
  ...{ varchar: 1, number: 2, long: 8, date: 12, raw: 23, longRaw: 24, char: 96, binaryFloat: 100 },
  ...{ binaryDouble: 101, cursor: 102, object: 109, clob: 112, blob: 113, json: 119, timestamp: 180 },
  ...{ timestampTz: 181, intervalYm: 182, intervalDs: 183, timestampLtz: 231, boolean: 252 },
} as const

const utf8 = (cell: string) => Buffer.from(cell)
const hex = (cell: string) => Buffer.from(cell, 'hex')
const utf16 = (cell: string) => Buffer.from(cell, 'utf16le').swap16()

export const varchar = (name: string, size = 4000): TnsColumn => ({
  ...{ name, type: codes.varchar, size, form: 1, encode: utf8 },
})
export const nvarchar = (name: string): TnsColumn => ({
  ...{ name, type: codes.varchar, size: 4000, form: 2, encode: utf16 },
})
export const char = (name: string, size: number): TnsColumn => ({
  ...{ name, type: codes.char, size, form: 1, encode: (cell: string) => utf8(cell.padEnd(size)) },
})
/** without a precision: any number */
export const number = (name: string, precision = 0, scale = -127): TnsColumn => ({
  ...{ name, type: codes.number, precision, scale, size: 22, form: 0, encode: numberBytes },
})
export const raw = (name: string): TnsColumn => ({
  ...{ name, type: codes.raw, size: 2000, form: 0, encode: hex },
})
export const clob = (name: string): TnsColumn => ({
  ...{ name, type: codes.clob, size: 4000, form: 1, encode: utf8, defines: [codes.long] },
})
export const blob = (name: string): TnsColumn => ({
  ...{ name, type: codes.blob, size: 4000, form: 0, encode: hex, defines: [codes.longRaw] },
})
export const json = (name: string): TnsColumn => ({
  ...{ name, type: codes.json, size: 8000, form: 0, encode: utf8, defines: [codes.varchar] },
})
export const binaryFloat = (name: string): TnsColumn => ({
  ...{ name, type: codes.binaryFloat, size: 4, form: 0 },
  encode(cell) {
    const bytes = Buffer.alloc(4)
    bytes.writeFloatBE(Number(cell))
    return ordered(bytes)
  },
})
export const binaryDouble = (name: string): TnsColumn => ({
  ...{ name, type: codes.binaryDouble, size: 8, form: 0 },
  encode(cell) {
    const bytes = Buffer.alloc(8)
    bytes.writeDoubleBE(Number(cell))
    return ordered(bytes)
  },
})
export const date = (name: string): TnsColumn => ({
  ...{ name, type: codes.date, size: 7, form: 0, encode: (cell: string) => momentBytes(cell, 0) },
})
export const timestamp = (name: string): TnsColumn => ({
  ...{
    name,
    type: codes.timestamp,
    scale: 6,
    size: 11,
    form: 0,
    encode: (cell: string) => momentBytes(cell, 4),
  },
})
/** cells in UTC, with the zone behind them */
export const timestampTz = (name: string): TnsColumn => ({
  ...{ name, type: codes.timestampTz, scale: 6, size: 13, form: 0 },
  encode: (cell) => Buffer.concat([momentBytes(cell, 4), Buffer.from([20 + 5, 60 + 30])]),
})
/** cells in the zone of the database */
export const timestampLtz = (name: string): TnsColumn => ({
  ...{
    name,
    type: codes.timestampLtz,
    scale: 6,
    size: 11,
    form: 0,
    encode: (cell: string) => momentBytes(cell, 4),
  },
})
/** `years-months` with a sign */
export const intervalYm = (name: string): TnsColumn => ({
  ...{ name, type: codes.intervalYm, size: 5, form: 0 },
  encode(cell) {
    const [, sign = '+', years = '0', months = '0'] = /^([+-])(\d+)-(\d+)$/.exec(cell) ?? []
    const bytes = Buffer.alloc(5)
    bytes.writeUInt32BE(middle + signed(sign, years))
    bytes[4] = 60 + signed(sign, months)
    return bytes
  },
})
/** `days hours:minutes:seconds.nanoseconds` with a sign */
export const intervalDs = (name: string): TnsColumn => ({
  ...{ name, type: codes.intervalDs, size: 11, form: 0 },
  encode(cell) {
    const found = /^([+-])(\d+) (\d+):(\d+):(\d+)\.(\d{9})$/.exec(cell) ?? []
    const [, sign = '+', days = '', hours = '', minutes = '', seconds = '', nanoseconds = ''] = found
    const bytes = Buffer.alloc(11)
    bytes.writeUInt32BE(middle + signed(sign, days))
    bytes.set(
      [hours, minutes, seconds].map((part) => 60 + signed(sign, part)),
      4,
    )
    bytes.writeUInt32BE(middle + signed(sign, nanoseconds), 7)
    return bytes
  },
})
export const cursor = (name: string): TnsColumn => ({
  ...{ name, type: codes.cursor, size: 1, form: 0, encode: () => Buffer.alloc(0) },
})

const middle = 0x80000000

function signed(sign: string, digits: string): number {
  return (sign === '-' ? -1 : 1) * Number(digits)
}

/** Bytes of a float in an order in which smaller numbers come first. */
function ordered(bytes: Buffer): Buffer {
  const isNegative = ((bytes[0] as number) & 0x80) !== 0
  if (isNegative) return Buffer.from(bytes.map((byte) => byte ^ 0xff))
  bytes[0] = (bytes[0] as number) | 0x80
  return bytes
}

function momentBytes(cell: string, fractionBytes: 0 | 4): Buffer {
  const found = /^(-?\d+)-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?$/.exec(cell)
  if (found === null) throw new Error(`not a date: ${cell}`)
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map(Number)
  const bytes = Buffer.alloc(7 + fractionBytes)
  bytes.set([Math.trunc(year / 100) + 100, (year % 100) + 100, month, day, hour + 1, minute + 1, second + 1])
  if (fractionBytes === 4) bytes.writeUInt32BE(Number((found[7] ?? '').padEnd(9, '0')), 7)
  return bytes
}

/** A number: its exponent, and pairs of digits, as Oracle keeps it. */
export function numberBytes(cell: string): Buffer {
  const found = /^(-?)(\d+)(?:\.(\d+))?$/.exec(cell)
  if (found === null) throw new Error(`not a number: ${cell}`)
  const [, sign = '', whole = '', fraction = ''] = found
  const left = whole.replace(/^0+/, '')
  const evenLeft = left.length % 2 === 0 ? left : `0${left}`
  const evenRight = fraction.length % 2 === 0 ? fraction : `${fraction}0`
  let pairs = `${evenLeft}${evenRight}`.match(/\d\d/g)?.map(Number) ?? []
  let exponent = evenLeft.length / 2 - 1
  while (pairs[0] === 0) {
    pairs = pairs.slice(1)
    exponent--
  }
  while (pairs.at(-1) === 0) pairs.pop()
  if (pairs.length === 0) return Buffer.from([0x80])
  if (sign === '') return Buffer.from([exponent + 193, ...pairs.map((pair) => pair + 1)])
  const end = pairs.length < 20 ? [102] : []
  return Buffer.from([(exponent + 193) ^ 0xff, ...pairs.map((pair) => 101 - pair), ...end])
}
