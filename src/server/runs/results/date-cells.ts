import { type ByteWriter, reserve } from './byte-writer.ts'

/** Offsets of the parts of an ISO date in its text. */
const tokens: Record<string, readonly [from: number, to: number]> = {
  YYYY: [0, 4],
  YY: [2, 4],
  MM: [5, 7],
  DD: [8, 10],
  HH: [11, 13],
  mm: [14, 16],
  ss: [17, 19],
  SSS: [20, 26],
}

/** One byte of the output: an offset in the source, or, if negative, a byte of the format itself. */
type OutputByte = number

/**
 * Writes date texts in the organization's format (tokens of docs/reference/api-results.md#csv-and-tsv; SSS is six
 * digits; offsets are not converted). For text that is not an ISO date, `write` returns false and writes nothing.
 */
export interface DateCells {
  write(writer: ByteWriter, source: Buffer, start: number, end: number): boolean
  /** characters that the format itself adds: they decide whether the cell needs quotes */
  literals: string
}

export function dateCells(format: string): DateCells {
  const parts = format.match(/YYYY|YY|MM|DD|HH|mm|SSS|ss|[^YMDHmsS]+|[YMDHmsS]/g) ?? []
  const output = Int16Array.from(parts.flatMap(outputBytes))
  const furthest = Math.max(-1, ...output)
  return {
    literals: parts.filter((part) => tokens[part] === undefined).join(''),
    write(writer, source, start, end) {
      if (!isIsoDate(source, start, end)) return false
      reserve(writer, output.length)
      // `2026-01-31T23:59:59…`: every part is at its usual offset
      const isFull = end - start >= 19 && furthest < 19 && source[start + 16] === colon
      const { bytes } = writer
      let to = writer.length
      for (let index = 0; index < output.length; index++) {
        const place = output[index] as number
        if (place < 0) bytes[to++] = -place
        else bytes[to++] = isFull ? (source[start + place] as number) : digitAt(source, start, end, place)
      }
      writer.length = to
      return true
    },
  }
}

function outputBytes(part: string): OutputByte[] {
  const place = tokens[part]
  if (place === undefined) return [...Buffer.from(part, 'utf8')].map((byte) => -byte)
  return Array.from({ length: place[1] - place[0] }, (_, index) => place[0] + index)
}

const zero = 0x30

/** The digit at an offset of the full form; zero for parts that the text lacks (time, decimals). */
function digitAt(source: Buffer, start: number, end: number, place: number): number {
  if (start + place >= end || !isDigit(source[start + place])) return zero
  // decimals end where the offset starts: `.5+02:00`
  if (place > 20) {
    for (let at = 20; at < place; at++) if (!isDigit(source[start + at])) return zero
  }
  if (place >= 20 && source[start + 19] !== 0x2e) return zero
  if (place >= 17 && place < 19 && source[start + 16] !== 0x3a) return zero
  return source[start + place] as number
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= zero && byte <= 0x39
}

const dash = 0x2d
const colon = 0x3a

/** Whether all of the text is `YYYY-MM-DD`, optionally with `T` or a space, at least `HH:mm`, and an offset. */
function isIsoDate(source: Buffer, start: number, end: number): boolean {
  const length = end - start
  if (length < 10 || source[start + 4] !== dash || source[start + 7] !== dash) return false
  for (const at of [0, 1, 2, 3, 5, 6, 8, 9]) if (!isDigit(source[start + at])) return false
  const month = twoDigits(source, start + 5)
  const day = twoDigits(source, start + 8)
  if (month < 1 || month > 12 || day < 1 || day > 31) return false
  if (length === 10) return true
  const separator = source[start + 10]
  if (separator !== 0x54 && separator !== 0x20) return false
  if (length < 16 || source[start + 13] !== colon) return false
  for (const at of [11, 12, 14, 15]) if (!isDigit(source[start + at])) return false
  if (twoDigits(source, start + 11) > 24 || twoDigits(source, start + 14) > 59) return false
  return endOfZone(source, endOfSeconds(source, start + 16, end), end) === end
}

/** The offset after `:ss` and decimals, which are optional. */
function endOfSeconds(source: Buffer, at: number, end: number): number {
  if (at + 3 > end || source[at] !== colon || !isDigit(source[at + 1]) || !isDigit(source[at + 2])) return at
  let next = at + 3
  if (source[next] !== 0x2e || !isDigit(source[next + 1])) return next
  do next++
  while (next < end && isDigit(source[next]))
  return next
}

/** The offset after `Z`, `+02`, `+0200`, `+02:00` or `+02:00:00`, which are optional. */
function endOfZone(source: Buffer, at: number, end: number): number {
  if (at < end && source[at] === 0x5a) return at + 1
  if (at >= end || (source[at] !== 0x2b && source[at] !== dash)) return at
  let next = at
  for (let parts = 0; parts < 3; parts++) {
    const digits = next + (parts === 0 || source[next] === colon ? 1 : 0)
    if (digits + 2 > end || !isDigit(source[digits]) || !isDigit(source[digits + 1])) break
    next = digits + 2
  }
  return next
}

function twoDigits(source: Buffer, at: number): number {
  return ((source[at] ?? 0) - zero) * 10 + (source[at + 1] ?? 0) - zero
}
