/** 1-based line and column; columns count UTF-16 units, as editors do. */
export interface LineAndColumn {
  line: number
  column: number
}

/** Line and column of the character at `offset` (UTF-16 units from 0); an offset beyond the text counts as its end. */
export function positionAt(text: string, offset: number): LineAndColumn {
  const before = text.slice(0, Math.max(0, offset))
  const lastNewline = before.lastIndexOf('\n')
  let line = 1
  for (let at = before.indexOf('\n'); at !== -1; at = before.indexOf('\n', at + 1)) line++
  return { line, column: before.length - lastNewline }
}

/** The offset of a line and column; positions beyond a line or the text are clamped to its end. */
export function offsetAt(text: string, position: LineAndColumn): number {
  let start = 0
  for (let line = 1; line < position.line; line++) {
    const newline = text.indexOf('\n', start)
    if (newline === -1) return text.length
    start = newline + 1
  }
  const newline = text.indexOf('\n', start)
  const end = newline === -1 ? text.length : newline
  return Math.min(end, start + Math.max(0, position.column - 1))
}

/** Databases count characters (code points); JavaScript counts UTF-16 units. Both from 0. */
export function offsetOfCodePoint(text: string, count: number): number {
  let offset = 0
  for (let left = count; left > 0 && offset < text.length; left--) {
    const code = text.codePointAt(offset) ?? 0
    offset += code > 0xffff ? 2 : 1
  }
  return offset
}
