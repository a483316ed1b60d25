import { type ByteWriter, reserve, writeByte, writeText } from './byte-writer.ts'

/** Where the parts of an ISO date lie in its text. */
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

type Piece = { from: number; to: number } | { literal: string }

/**
 * Writes date texts in the organisation's format (tokens of reference-api 5.3; SSS is six digits; offsets are not
 * converted). `write` answers false, and writes nothing, for text that is no ISO date.
 */
export interface DateCells {
  write(writer: ByteWriter, source: Buffer, start: number, end: number): boolean
  /** characters that the format itself puts in: they decide whether the cell has to be quoted */
  literals: string
}

export function dateCells(format: string): DateCells {
  const pieces = readFormat(format)
  return {
    literals: pieces.map((piece) => ('literal' in piece ? piece.literal : '')).join(''),
    write(writer, source, start, end) {
      if (!isIsoDate(source, start, end)) return false
      for (const piece of pieces) {
        if ('literal' in piece) writeText(writer, piece.literal)
        else {
          reserve(writer, 6)
          for (let at = piece.from; at < piece.to; at++) writeByte(writer, digitAt(source, start, end, at))
        }
      }
      return true
    },
  }
}

function readFormat(format: string): Piece[] {
  const pieces: Piece[] = []
  for (const part of format.match(/YYYY|YY|MM|DD|HH|mm|SSS|ss|[^YMDHmsS]+|[YMDHmsS]/g) ?? []) {
    const place = tokens[part]
    pieces.push(place === undefined ? { literal: part } : { from: place[0], to: place[1] })
  }
  return pieces
}

const zero = 0x30

/** The digit at a place of the full form; a date without time, or with few decimals, has zeros there. */
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

/** `YYYY-MM-DD`, optionally with `T` or a space and at least `HH:mm`. */
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
  return (
    length >= 16 &&
    isDigit(source[start + 11]) &&
    isDigit(source[start + 12]) &&
    source[start + 13] === colon &&
    isDigit(source[start + 14]) &&
    isDigit(source[start + 15])
  )
}

function twoDigits(source: Buffer, at: number): number {
  return ((source[at] ?? 0) - zero) * 10 + (source[at + 1] ?? 0) - zero
}
