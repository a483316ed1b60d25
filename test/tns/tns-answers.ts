import { TnsWriter } from './tns-bytes.ts'
import { codes, type TnsColumn } from './tns-types.ts'

/** How each column is sent: as itself, or as the type that the driver has defined. */
export type Sent = readonly { column: TnsColumn; type: number }[]

const utf8 = 873

export function describe(columns: readonly TnsColumn[]): Buffer {
  const out = new TnsWriter().u8(16, 0).integer(0).integer(columns.length)
  if (columns.length > 0) out.u8(0)
  for (const [at, { name, type, precision = 0, scale = 0, size, form }] of columns.entries()) {
    out
      .u8(type, 0, precision & 0xff, scale & 0xff)
      .integer(size)
      .integer(0)
      .integer(0)
    out
      .integer(0)
      .integer(0)
      .integer(form === 0 ? 0 : utf8)
      .u8(form)
    out
      .integer(form === 0 ? 0 : size)
      .u8(1, 0)
      .text(name)
      .text('')
      .text('')
      .integer(at + 1)
      .integer(0)
  }
  return out.integer(0).integer(0).integer(0).integer(0).integer(0).integer(0).done()
}

export function rowHeader(): Buffer {
  return new TnsWriter().u8(6, 0).integer(0).integer(0).integer(0).integer(0).integer(0).integer(0).done()
}

/** longer values than these have an indicator behind them */
const maxString = 4000
const longs: readonly number[] = [codes.long, codes.longRaw]

export function row(sent: Sent, cells: readonly (string | null)[]): Buffer {
  const out = new TnsWriter().u8(7)
  for (const [at, { column, type }] of sent.entries()) {
    const cell = cells[at] ?? null
    out.sized(cell === null ? null : column.encode(cell))
    const isDefined = type !== column.type
    if (longs.includes(type) || isDefined || column.size > maxString) out.integer(0).integer(0)
  }
  return out.done()
}

/** The end of an answer; number 0: all is well. */
export function end(facts: {
  cursor?: number
  rows?: number
  number?: number
  message?: string
  offset?: number
}): Buffer {
  const { cursor = 0, rows = 0, number = 0, message = '', offset = 0 } = facts
  const out = new TnsWriter().u8(4).integer(0).integer(0).integer(0).integer(0).integer(0).integer(0)
  out.integer(cursor).integer(offset).u8(0, 0, 0, 0, 0, 0)
  out.integer(0).integer(0).u8(0).integer(0).integer(0)
  out.integer(0).u8(0, 0).integer(0).integer(0).integer(0).integer(0).integer(0).integer(0)
  out.integer(number).integer(rows)
  return number === 0 ? out.done() : out.sized(Buffer.from(`${message}\n`)).done()
}

/** The end of a call that returns nothing. */
export function status(): Buffer {
  return new TnsWriter().u8(9).integer(0).integer(0).done()
}

export function pairs(
  values: Readonly<Record<string, string>>,
  flags: Readonly<Record<string, number>> = {},
): Buffer {
  const entries = Object.entries(values)
  const out = new TnsWriter().u8(8).integer(entries.length)
  for (const [key, value] of entries)
    out
      .text(key)
      .text(value)
      .integer(flags[key] ?? 0)
  return out.done()
}

/** The answer about the protocol: characters are UTF-8, national ones UTF-16, and the version is that of Oracle 12.1. */
export function protocol(): Buffer {
  const facts = Buffer.alloc(20)
  facts.writeUInt16BE(2000, 9)
  const compiled = Buffer.alloc(45)
  compiled[7] = 7
  const out = new TnsWriter().u8(1, 6, 0).raw(Buffer.from('double of Oracle\0'))
  out
    .raw(Buffer.from([utf8 & 0xff, utf8 >> 8, 1, 0, 0]))
    .u16(facts.length)
    .raw(facts)
  return out.sized(compiled).sized(Buffer.alloc(7)).done()
}

export function dataTypes(): Buffer {
  return new TnsWriter().u8(2).u16(0).done()
}

/** The listener has handed the connection over. */
export function accepted(): Buffer {
  const body = Buffer.alloc(37)
  body.writeUInt16BE(315, 0)
  body.writeUInt16BE(65_535, 4)
  body.writeUInt16BE(65_535, 6)
  // neither checksums nor encryption of Oracle's own
  body[15] = 8
  body.writeUInt32BE(262_144, 24)
  body.writeUInt32BE(2_097_152, 28)
  return body
}
