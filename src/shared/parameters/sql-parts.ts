import type { SqlToken } from '../queries/scan-sql.ts'

/** A significant token of a text and what is known of its surroundings. */
export interface Part {
  token: SqlToken
  /** capital letters where they are ASCII, as in keywords; '' for quoted parts */
  word: string
  /** all databases split the text into the same tokens up to here */
  isClear: boolean
  /** in a place that WHERE, ON, LIMIT or OFFSET opened, and in no list of columns */
  inConditions: boolean
  /** directly in the parentheses of `IN (…)` */
  inList: boolean
  /** AND that belongs to BETWEEN */
  isBetweenAnd: boolean
  /** in a statement that reads or writes rows, and so takes parameters */
  inQuery: boolean
  /** where conditions stand: an `=` here compares; in FROM it may name an argument, in SET it assigns */
  inExpression: boolean
  /** directly in the parentheses of an IN that asks whether something is in a list */
  inValueList: boolean
  /** a name, although it may look like a keyword: behind a dot or AS */
  isName: boolean
  /** closes brackets with a `*` for columns in them */
  holdsStar: boolean
  /** keyword in front of the parenthesis that it stands in */
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
