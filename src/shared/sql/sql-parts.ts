import type { SqlToken } from './scan-sql.ts'

/** A significant token of a text and its context. */
export interface Part {
  token: SqlToken
  /** with ASCII letters in upper case, as in keywords; '' for quoted parts */
  word: string
  /** all databases split the text into the same tokens up to here */
  isClear: boolean
  /** in a clause that WHERE, ON, LIMIT or OFFSET opened, outside of select lists */
  inConditions: boolean
  /** directly in the parentheses of `IN (…)` */
  inList: boolean
  /** the AND of BETWEEN */
  isBetweenAnd: boolean
  /** in a statement that reads or writes rows, and so accepts parameters */
  inQuery: boolean
  /** in a condition: `=` compares here; in FROM it may name an argument, in SET it assigns */
  inExpression: boolean
  /** directly in the parentheses of a membership test IN */
  inValueList: boolean
  /** a name, although it may look like a keyword: after a dot or AS */
  isName: boolean
  /** closes brackets that contain a `*` for columns */
  holdsStar: boolean
  /** keyword before the enclosing parenthesis */
  opener: string
}

/** The word as a keyword; '' for names that look like one. */
export function keywordOf({ word, isName }: Part): string {
  return isName ? '' : word
}

export function keyAt(parts: readonly Part[], index: number): string {
  const part = parts[index]
  return part === undefined ? '' : keywordOf(part)
}

/** The place of a token among the parts of a text; null: it is none. By halves: a long text has far more parts than values. */
export function indexOfPart(parts: readonly Part[], { start }: SqlToken): number | null {
  let [low, high] = [0, parts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((parts[middle]?.token.start ?? 0) < start) low = middle + 1
    else high = middle
  }
  return parts[low]?.token.start === start ? low : null
}
