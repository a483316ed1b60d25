import type { BindRules } from './bound-value.ts'
import { marker } from './sql-clarity.ts'
import { findPositions } from './value-positions.ts'

/** A range of the written text: a value in a literal, in a comment or where a literal is allowed. */
export interface PlacedValue {
  /** null: it is checked, or does not count as safe anyway */
  name: string | null
  start: number
  end: number
}

/**
 * The names of those texts that might be more than a value, with the values in place that are written unchanged: an entry
 * of a dropdown list may be an operator, an argument or the name of a hidden column.
 */
export function exposedTexts(text: string, placed: readonly PlacedValue[], rules: BindRules): string[] {
  const pieces: string[] = []
  const offsets: number[] = []
  let [at, length] = [0, 0]
  const append = (piece: string) => {
    pieces.push(piece)
    length += piece.length
  }
  for (const { start, end } of placed) {
    append(text.slice(at, start))
    offsets.push(length)
    append(marker)
    at = end
  }
  append(text.slice(at))
  const positions = findPositions(pieces.join(''), offsets, rules)
  return placed.flatMap(({ name }, index) => {
    if (name === null) return []
    const position = positions[index]
    if (position === undefined || position.kind === 'raw') return [name]
    return position.kind === 'comment' || position.isSafe ? [] : [name]
  })
}
