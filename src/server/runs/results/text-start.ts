import { type CellKind, cellKind } from '#shared/results/row-scanner.ts'

const backslash = 0x5c
const unicodeEscape = 0x75

/** The first characters of a text, list or object cell, without converting a large one to a string. */
export function textStart(bytes: Buffer, kind: CellKind, start: number, end: number, length: number): string {
  // a UTF-16 unit takes at most three bytes, or six with an escape
  if (kind !== cellKind.escapedText) {
    return bytes.toString('utf8', start, Math.min(end, start + length * 3)).slice(0, length)
  }
  const enough = Math.min(end, start + length * 6)
  let at = start
  while (at < enough) at += bytes[at] !== backslash ? 1 : bytes[at + 1] === unicodeEscape ? 6 : 2
  return (JSON.parse(`"${bytes.toString('utf8', start, at)}"`) as string).slice(0, length)
}
