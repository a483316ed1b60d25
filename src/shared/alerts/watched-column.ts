import { compareDecimalTexts, isDecimalText } from '../format/decimal.ts'

/** A cell as alerts compare it: numbers with the digits that the database printed, lists and objects as JSON text. */
export type AlertCell = string | boolean | null

/** The data that alerts need from one column. */
export interface WatchedColumn {
  first: AlertCell
  /** null: not computed */
  extremes: Extremes | null
}

/** Min and max number of a column; the other kinds say why there are none. */
export type Extremes =
  | { kind: 'found'; min: string; max: string }
  | { kind: 'empty_cell' }
  | { kind: 'not_a_number' }

/** No database prints a longer number; a longer text of digits is a text. */
const maxNumberLength = 1000

/** Whether a text is a number. White space around it is ignored. */
export function isNumberText(text: string): boolean {
  return text.length <= maxNumberLength && isDecimalText(text.trim())
}

/** Converts a cell of a parsed result. */
export function toAlertCell(cell: unknown): AlertCell {
  if (cell === null || cell === undefined) return null
  if (typeof cell === 'boolean' || typeof cell === 'string') return cell
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
}

export interface ExtremeFinder {
  /** returns false when further cells make no difference */
  add(cell: AlertCell): boolean
  /** needs at least one cell */
  find(): Extremes
}

/** Up to this many digits, doubles are exact and can be compared. */
const surelyExact = 15

/** Finds the min and max number of a column, cell by cell, in constant memory. */
export function extremeFinder(): ExtremeFinder {
  let least: Bound | null = null
  let greatest: Bound | null = null
  let failure: Extremes | null = null
  return {
    add(cell) {
      if (failure !== null) return false
      const text = typeof cell === 'boolean' ? (cell ? '1' : '0') : cell
      if (text === null) failure = { kind: 'empty_cell' }
      else if (!isNumberText(text)) failure = { kind: 'not_a_number' }
      else {
        const bound = { text, number: Number(text) }
        if (least === null || compareBounds(bound, least) < 0) least = bound
        if (greatest === null || compareBounds(bound, greatest) > 0) greatest = bound
      }
      return failure === null
    },
    find() {
      if (failure !== null) return failure
      if (least === null || greatest === null) return { kind: 'empty_cell' }
      return { kind: 'found', min: least.text.trim(), max: greatest.text.trim() }
    },
  }
}

interface Bound {
  text: string
  number: number
}

function compareBounds(one: Bound, other: Bound): number {
  if (one.number < other.number) return -1
  if (one.number > other.number) return 1
  if (isExact(one.text) && isExact(other.text)) return 0
  return compareDecimalTexts(one.text.trim(), other.text.trim())
}

function isExact(text: string): boolean {
  return text.length <= surelyExact && !/e/i.test(text)
}
