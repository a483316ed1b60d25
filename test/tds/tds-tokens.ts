import { TdsBytes } from './tds-bytes.ts'
import type { TdsColumn } from './tds-types.ts'

/** Tokens of a server's answer (MS-TDS 2.2.7). */
export const doneBits = { more: 1, error: 2, count: 0x10, attention: 0x20 } as const

export function columnMetadata(columns: readonly TdsColumn[]): Buffer {
  const bytes = new TdsBytes().u8(0x81).u16(columns.length)
  // user type 0; may be null
  for (const { name, info } of columns) bytes.u32(0).u16(1).raw(info).text(name, 1)
  return bytes.done()
}

export function row(columns: readonly TdsColumn[], cells: readonly (string | null)[]): Buffer {
  return Buffer.concat([Buffer.from([0xd1]), ...columns.map((column, at) => column.write(cells[at] ?? null))])
}

/** A row with a bit for each null, which has no value then. */
export function nullBitmapRow(columns: readonly TdsColumn[], cells: readonly (string | null)[]): Buffer {
  const bitmap = Buffer.alloc(Math.ceil(columns.length / 8))
  const values: Buffer[] = []
  columns.forEach((column, at) => {
    const cell = cells[at] ?? null
    if (cell === null) bitmap[at >> 3] = (bitmap[at >> 3] ?? 0) | (1 << (at & 7))
    else values.push(column.write(cell))
  })
  return Buffer.concat([Buffer.from([0xd2]), bitmap, ...values])
}

export function done(bits: number, rows = 0): Buffer {
  return new TdsBytes().u8(0xfd).u16(bits).u16(0xc1).u64(BigInt(rows)).done()
}

export interface TdsMessage {
  number: number
  message: string
  severity: number
  line: number
  procedure?: string
}

export function errorOrInfo({ number, message, severity, line, procedure = '' }: TdsMessage): Buffer {
  const part = new TdsBytes()
    .u32(number)
    .u8(1)
    .u8(severity)
    .text(message, 2)
    .text('double', 1)
    .text(procedure, 1)
    .u32(line)
  return new TdsBytes()
    .u8(severity > 10 ? 0xaa : 0xab)
    .sized(part)
    .done()
}

export function loginAck(): Buffer {
  const part = new TdsBytes()
    .u8(1)
    .raw(Buffer.from([0x74, 0, 0, 4]))
    .text('Microsoft SQL Server', 1)
    .raw(Buffer.from([16, 0, 4, 0]))
  return new TdsBytes().u8(0xad).sized(part).done()
}

export function environment(type: number, now: string, before: string): Buffer {
  return new TdsBytes().u8(0xe3).sized(new TdsBytes().u8(type).text(now, 1).text(before, 1)).done()
}
