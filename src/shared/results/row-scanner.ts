/** Kind of a cell's value. Texts: `start` and `end` are inside the quotes. */
export const cellKind = { null: 0, number: 1, true: 2, false: 3, text: 4, escapedText: 5, nested: 6 } as const
export type CellKind = (typeof cellKind)[keyof typeof cellKind]

export interface RowVisitor {
  cell(column: number, kind: CellKind, start: number, end: number): void
  /** `end`: offset after the row's closing brace */
  endRow(end: number): void
}

const encoder = new TextEncoder()

const quote = 0x22
const comma = 0x2c
const backslash = 0x5c
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/**
 * Walks over the bytes of a stored chunk (src/server/runs/results/row-encoder.ts: every column of every row, in order, no white space between
 * tokens) and reports each cell. Names are skipped: their length is known from `prefixes`.
 */
export function scanRows(bytes: Uint8Array, prefixes: readonly string[], visitor: RowVisitor): void {
  const lengths = prefixes.map((prefix) => encoder.encode(prefix).length)
  const width = lengths.length
  let at = 0
  while (at < bytes.length) {
    if (bytes[at] === comma) at++
    if (bytes[at] !== openBrace) throw new Error(`Stored rows cannot be read at byte ${at}.`)
    if (width === 0) at++
    for (let column = 0; column < width; column++) {
      at += lengths[column] as number
      at = scanCell(bytes, at, column, visitor)
    }
    if (bytes[at] !== closeBrace) throw new Error(`Stored rows cannot be read at byte ${at}.`)
    at++
    visitor.endRow(at)
  }
}

/** Returns the offset after the cell. */
function scanCell(bytes: Uint8Array, start: number, column: number, visitor: RowVisitor): number {
  const first = bytes[start]
  if (first === quote) {
    let at = start + 1
    let escaped = false
    for (let byte = bytes[at]; byte !== quote; byte = bytes[at]) {
      if (byte === undefined) throw new Error('Stored rows end inside a text.')
      if (byte === backslash) {
        escaped = true
        at++
      }
      at++
    }
    visitor.cell(column, escaped ? cellKind.escapedText : cellKind.text, start + 1, at)
    return at + 1
  }
  if (first === openBrace || first === openBracket) {
    const end = endOfNested(bytes, start)
    visitor.cell(column, cellKind.nested, start, end)
    return end
  }
  let at = start
  for (let byte = bytes[at]; byte !== comma && byte !== closeBrace && byte !== undefined; byte = bytes[at])
    at++
  visitor.cell(column, plainKind(first), start, at)
  return at
}

function plainKind(first: number | undefined): CellKind {
  if (first === 0x6e) return cellKind.null
  if (first === 0x74) return cellKind.true
  return first === 0x66 ? cellKind.false : cellKind.number
}

function endOfNested(bytes: Uint8Array, start: number): number {
  let depth = 0
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === quote) {
      at++
      while (bytes[at] !== quote) {
        if (at >= bytes.length) throw new Error('Stored rows end inside a text.')
        at += bytes[at] === backslash ? 2 : 1
      }
    } else if (byte === openBrace || byte === openBracket) depth++
    else if (byte === closeBrace || byte === closeBracket) {
      depth--
      if (depth === 0) return at + 1
    }
  }
  throw new Error('Stored rows end inside a value.')
}

/** Offsets of the row starts in a chunk, and its end: for cutting out whole rows. */
export function rowStarts(bytes: Uint8Array, prefixes: readonly string[]): number[] {
  const starts: number[] = []
  let next = bytes[0] === comma ? 1 : 0
  scanRows(bytes, prefixes, {
    cell() {},
    endRow(end) {
      starts.push(next)
      // after the comma
      next = end + 1
    },
  })
  starts.push(next)
  return starts
}

/** The text before the value of each column: `{"a":`, `,"b":` … */
export function rowPrefixes(names: readonly string[]): string[] {
  return names.map((name, index) => `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`)
}
