import { type CellKind, cellKind } from '#shared/results/row-scanner.ts'

/** Max length of a cell's text in a spreadsheet, in UTF-16 units. */
export const maxCellLength = 32_767

/**
 * The text of a cell that is longer than a spreadsheet holds: it ends with a mark, because a cell that is shorter than
 * its value must not look whole. `start`: at least as much of the text as fits; `length`: of the whole text.
 */
export function cutText(start: string, length: number): string {
  const mark = `… [cut: ${length.toLocaleString('en-US')} characters]`
  const kept = maxCellLength - mark.length
  // half of a character would be another one
  const isHalf = /[\ud800-\udbff]/.test(start[kept - 1] ?? '')
  return start.slice(0, isHalf ? kept - 1 : kept) + mark
}

const backslash = 0x5c
const unicodeEscape = 0x75

/** Length of a cell's text in UTF-16 units, without converting it to a string. */
export function textLength(bytes: Uint8Array, kind: CellKind, start: number, end: number): number {
  let length = 0
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number
    if (byte === backslash && kind === cellKind.escapedText) {
      length++
      at += bytes[at + 1] === unicodeEscape ? 5 : 1
    } else if (byte >= 0xf0) length += 2
    // bytes that continue a character do not count
    else if ((byte & 0xc0) !== 0x80) length++
  }
  return length
}
