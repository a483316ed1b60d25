import { TdsBytes } from './tds-bytes.ts'

/** A column of the double: how its type is described, and how a value is written (MS-TDS 2.2.5.4 and 2.2.5.5). */
export interface TdsColumn {
  name: string
  info: Buffer
  /** null: NULL of this type */
  write(value: string | null): Buffer
}

type Writer = (value: string, bytes: TdsBytes) => TdsBytes
const collation = Buffer.from('0904d00034', 'hex')

/** Types whose values have their length in one byte before them. */
function byteLength(name: string, info: number[], write: Writer): TdsColumn {
  return {
    name,
    info: Buffer.from(info),
    write(value) {
      if (value === null) return Buffer.from([0])
      const bytes = write(value, new TdsBytes()).done()
      return Buffer.concat([Buffer.from([bytes.length]), bytes])
    },
  }
}

const signed = (value: string, bits: 8 | 16 | 32 | 64, bytes: TdsBytes) =>
  bytes.unsigned(BigInt.asUintN(bits, BigInt(value)), bits / 8)

export const tiny = (name: string) => byteLength(name, [0x26, 1], (value, bytes) => signed(value, 8, bytes))
export const small = (name: string) => byteLength(name, [0x26, 2], (value, bytes) => signed(value, 16, bytes))
export const int = (name: string) => byteLength(name, [0x26, 4], (value, bytes) => signed(value, 32, bytes))
export const bigint = (name: string) =>
  byteLength(name, [0x26, 8], (value, bytes) => signed(value, 64, bytes))
export const bit = (name: string) => byteLength(name, [0x68, 1], (value, bytes) => bytes.u8(Number(value)))
export const real = (name: string) =>
  byteLength(name, [0x6d, 4], (value, bytes) => {
    const part = Buffer.alloc(4)
    part.writeFloatLE(Number(value))
    return bytes.raw(part)
  })
export const float = (name: string) =>
  byteLength(name, [0x6d, 8], (value, bytes) => {
    const part = Buffer.alloc(8)
    part.writeDoubleLE(Number(value))
    return bytes.raw(part)
  })
export const money = (name: string) =>
  byteLength(name, [0x6e, 8], (value, bytes) => {
    const units = BigInt.asUintN(64, digitsOf(value, 4))
    return bytes.unsigned(units >> 32n, 4).unsigned(units & 0xffffffffn, 4)
  })
export const smallmoney = (name: string) =>
  byteLength(name, [0x6e, 4], (value, bytes) => bytes.unsigned(BigInt.asUintN(32, digitsOf(value, 4)), 4))
export const decimal = (name: string, precision: number, scale: number) =>
  byteLength(name, [0x6a, decimalBytes(precision), precision, scale], (value, bytes) => {
    const digits = digitsOf(value, scale)
    return bytes.u8(digits < 0n ? 0 : 1).unsigned(digits < 0n ? -digits : digits, decimalBytes(precision) - 1)
  })
export const guid = (name: string) =>
  byteLength(name, [0x24, 16], (value, bytes) => {
    const hex = Buffer.from(value.replaceAll('-', ''), 'hex')
    const [first, second, third] = [hex.subarray(0, 4), hex.subarray(4, 6), hex.subarray(6, 8)].map((part) =>
      Buffer.from(part).reverse(),
    )
    return bytes.raw(Buffer.concat([first as Buffer, second as Buffer, third as Buffer, hex.subarray(8)]))
  })

export const date = (name: string) => byteLength(name, [0x28], (value, bytes) => dayOf(value, bytes))
export const time = (name: string, scale: number) =>
  byteLength(name, [0x29, scale], (value, bytes) => timeOf(value, scale, bytes))
export const datetime2 = (name: string, scale: number) =>
  byteLength(name, [0x2a, scale], (value, bytes) => {
    const [day = '', clock = ''] = value.split(' ')
    return dayOf(day, timeOf(clock, scale, bytes))
  })
/** `2024-02-29 23:59:59.5 +05:30`, sent in UTC */
export const datetimeoffset = (name: string, scale: number) =>
  byteLength(name, [0x2b, scale], (value, bytes) => {
    const [day = '', clock = '', zone = ''] = value.split(' ')
    const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(zone) ?? []
    const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
    const [whole = '', fraction = ''] = clock.split('.')
    const utc = new Date(Date.parse(`${day}T${whole}Z`) - offset * 60_000).toISOString()
    timeOf(`${utc.slice(11, 19)}.${fraction}`, scale, bytes)
    return dayOf(utc.slice(0, 10), bytes).unsigned(BigInt.asUintN(16, BigInt(offset)), 2)
  })
export const datetime = (name: string) =>
  byteLength(name, [0x6f, 8], (value, bytes) => {
    const [day = '', clock = ''] = value.split(' ')
    signed(String(daysFrom1900(day)), 32, bytes)
    return bytes.u32(Number((nanosecondsOf(clock) * 300n + 500_000_000n) / 1_000_000_000n))
  })
export const smalldatetime = (name: string) =>
  byteLength(name, [0x6f, 4], (value, bytes) => {
    const [day = '', clock = ''] = value.split(' ')
    return bytes.u16(daysFrom1900(day)).u16(Number(nanosecondsOf(clock) / 60_000_000_000n))
  })

function shortBytes(
  name: string,
  type: number,
  withCollation: boolean,
  encode: (value: string) => Buffer,
): TdsColumn {
  return {
    name,
    info: new TdsBytes()
      .u8(type)
      .u16(8000)
      .raw(withCollation ? collation : Buffer.alloc(0))
      .done(),
    write(value) {
      if (value === null) return new TdsBytes().u16(0xffff).done()
      const bytes = encode(value)
      return new TdsBytes().u16(bytes.length).raw(bytes).done()
    },
  }
}
export const nvarchar = (name: string) =>
  shortBytes(name, 0xe7, true, (value) => Buffer.from(value, 'utf16le'))
export const varchar = (name: string) => shortBytes(name, 0xa7, true, (value) => Buffer.from(value, 'latin1'))
export const varbinary = (name: string) => shortBytes(name, 0xa5, false, (value) => Buffer.from(value, 'hex'))

/** `nvarchar(max)`: in chunks of an unknown total */
export const nvarcharMax = (name: string): TdsColumn => ({
  name,
  info: new TdsBytes().u8(0xe7).u16(0xffff).raw(collation).done(),
  write(value) {
    if (value === null) return new TdsBytes().u64(0xffffffffffffffffn).done()
    const bytes = Buffer.from(value, 'utf16le')
    const parts = new TdsBytes().u64(0xfffffffffffffffen)
    const chunk = 1_000_001
    for (let at = 0; at < bytes.length; at += chunk) {
      const part = bytes.subarray(at, at + chunk)
      parts.u32(part.length).raw(part)
    }
    return parts.u32(0).done()
  },
})

/** `sql_variant`: `decimal` values as `1.50`, others as text */
export const variant = (name: string): TdsColumn => ({
  name,
  info: new TdsBytes().u8(0x62).u32(8009).done(),
  write(value) {
    if (value === null) return new TdsBytes().u32(0).done()
    const scale = /^-?\d+\.(\d+)$/.exec(value)?.[1]?.length
    if (scale === undefined) {
      const text = Buffer.from(value, 'utf16le')
      return new TdsBytes()
        .u32(text.length + 9)
        .u8(0xe7)
        .u8(7)
        .raw(collation)
        .u16(8000)
        .raw(text)
        .done()
    }
    const digits = digitsOf(value, scale)
    const bytes = new TdsBytes()
      .u8(digits < 0n ? 0 : 1)
      .unsigned(digits < 0n ? -digits : digits, 16)
      .done()
    return new TdsBytes()
      .u32(bytes.length + 4)
      .u8(0x6c)
      .u8(2)
      .u8(38)
      .u8(scale)
      .raw(bytes)
      .done()
  },
})

function digitsOf(value: string, scale: number): bigint {
  const [whole = '', fraction = ''] = value.split('.')
  if (fraction.length > scale) throw new Error(`${value} has more than ${scale} decimal places.`)
  return BigInt(whole + fraction.padEnd(scale, '0'))
}

function decimalBytes(precision: number): number {
  return precision <= 9 ? 5 : precision <= 19 ? 9 : precision <= 28 ? 13 : 17
}

function dayOf(value: string, bytes: TdsBytes): TdsBytes {
  const days = (Date.parse(`${value}T00:00:00Z`) - Date.parse('0001-01-01T00:00:00Z')) / 86_400_000
  return bytes.unsigned(BigInt(days), 3)
}

function daysFrom1900(value: string): number {
  return (Date.parse(`${value}T00:00:00Z`) - Date.UTC(1900, 0, 1)) / 86_400_000
}

function nanosecondsOf(clock: string): bigint {
  const [, hours, minutes, seconds, fraction = ''] = /^(\d\d):(\d\d):(\d\d)(?:\.(\d*))?$/.exec(clock) ?? []
  const whole = BigInt(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds))
  return whole * 1_000_000_000n + BigInt(fraction.slice(0, 9).padEnd(9, '0'))
}

function timeOf(clock: string, scale: number, bytes: TdsBytes): TdsBytes {
  const ticks = nanosecondsOf(clock) / 10n ** BigInt(9 - scale)
  return bytes.unsigned(ticks, scale <= 2 ? 3 : scale <= 4 ? 4 : 5)
}
