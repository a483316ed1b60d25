import { compareDecimalTexts, isDecimalText } from '../format/decimal.ts'

/** A cell as alerts compare it: numbers with the digits that the database printed, lists and objects as JSON text. */
export type AlertCell = string | boolean | null

/** What alerts need of one column. */
export interface WatchedColumn {
  first: AlertCell
  /** null: nobody has looked for them */
  extremes: Extremes | null
}

/** Least and greatest number of a column; the other kinds say why there are none. */
export type Extremes =
  | { kind: 'found'; min: string; max: string }
  | { kind: 'empty_cell' }
  | { kind: 'not_a_number' }

/** No database prints a longer number; a text of digits that goes on is a text. */
const maxNumberLength = 1000

/** Does a text stand for a number? White space around it does not count. */
export function isNumberText(text: string): boolean {
  return text.length <= maxNumberLength && isDecimalText(text.trim())
}

/** A cell of a parsed result, as the page has it. */
export function toAlertCell(cell: unknown): AlertCell {
  if (cell === null || cell === undefined) return null
  if (typeof cell === 'boolean' || typeof cell === 'string') return cell
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
}

export interface ExtremeFinder {
  /** false: what is to come makes no difference any more */
  add(cell: AlertCell): boolean
  /** for at least one cell */
  find(): Extremes
}

/** Doubles decide where they hold all digits of a number. */
const surelyExact = 15

/** Looks for the least and the greatest number of a column, cell by cell: columns of any length, in no memory. */
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
