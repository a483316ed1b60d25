import type { TextPosition } from '../connector-errors.ts'

/**
 * Where in its text an error is, as Hive and Spark say: `(line 1, pos 7)`, `; line 1 pos 7` and `line 1:7 …` count
 * characters from 0, Spark's `(line 1, position 8)` from 1.
 */
export function placeIn(told: string): TextPosition | null {
  const one = /== SQL \(line (\d+), position (\d+)\)/.exec(told)
  if (one !== null) return { line: Number(one[1]), column: Number(one[2]) }
  const zero = /\bline (\d+),? pos (\d+)/.exec(told) ?? /\bline (\d+):(\d+) /.exec(told)
  return zero === null ? null : { line: Number(zero[1]), column: Number(zero[2]) + 1 }
}
