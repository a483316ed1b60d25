import { type LimitDialect, limitInsertion } from './auto-limit.ts'
import { splitStatements } from './split-statements.ts'
import { type LineAndColumn, offsetAt, positionAt } from './text-position.ts'

/** The text that is hashed, stored and run, with a mapping of positions to the original text. */
export interface PreparedText {
  text: string
  /** offset in the original text of an offset in `text` */
  originalOffset(offset: number): number
  /** offset in `text` of an offset in the original text; null if that part was removed */
  preparedOffset(original: number): number | null
}

interface Piece {
  start: number
  length: number
  original: number
}

/**
 * Normalizes a text (docs/reference/connectors.md#statements) and, with a `limit`, limits its last statement if that is
 * a read without a limit. Without a dialect (documents, YAML) the text is unchanged.
 */
export function prepareText(text: string, dialect: LimitDialect | null, limit: number | null): PreparedText {
  if (dialect === null)
    return { text, originalOffset: (offset) => offset, preparedOffset: (offset) => offset }
  const pieces: Piece[] = []
  let sent = ''
  const append = (from: number, to: number) => {
    pieces.push({ start: sent.length, length: to - from, original: from })
    sent += text.slice(from, to)
  }
  const statements = splitStatements(text, dialect)
  statements.forEach((statement, index) => {
    if (index > 0) sent += ';\n'
    const isLast = index === statements.length - 1
    const insertion = isLast && limit !== null ? limitInsertion(statement.text, dialect, limit) : null
    if (insertion === null) {
      append(statement.start, statement.end)
      return
    }
    append(statement.start, statement.start + insertion.at)
    sent += insertion.text
    append(statement.start + insertion.at, statement.end)
  })
  return {
    text: sent,
    originalOffset: (offset) => toOriginal(pieces, offset),
    preparedOffset: (original) => toPrepared(pieces, original),
  }
}

/**
 * Maps the error position that the database reported for the sent text (with annotation) to the original text; null if
 * it is in the annotation.
 */
export function originalPosition(
  original: string,
  prepared: PreparedText,
  sentPrefixLength: number,
  sent: string,
  position: LineAndColumn,
): LineAndColumn | null {
  const offset = offsetAt(sent, position) - sentPrefixLength
  // a database that reports only lines points to the start of a line, which may be in the annotation
  if (offset < 0) return position.line === 1 ? positionAt(original, prepared.originalOffset(0)) : null
  return positionAt(original, prepared.originalOffset(offset))
}

function toOriginal(pieces: readonly Piece[], offset: number): number {
  const piece = lastWithin(pieces, 'start', offset) ?? pieces[0]
  if (piece === undefined) return 0
  return piece.original + Math.min(Math.max(0, offset - piece.start), piece.length)
}

function toPrepared(pieces: readonly Piece[], original: number): number | null {
  const piece = lastWithin(pieces, 'original', original)
  if (piece === undefined || original > piece.original + piece.length) return null
  return piece.start + (original - piece.original)
}

/** The last piece that begins at this offset or before it: a text may have very many statements and values. */
function lastWithin(pieces: readonly Piece[], side: 'start' | 'original', offset: number): Piece | undefined {
  let [low, high] = [0, pieces.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((pieces[middle]?.[side] ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return pieces[low - 1]
}
