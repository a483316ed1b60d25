import type { SqlToken } from '../queries/scan-sql.ts'
import { isDistinctFrom } from './sql-operands.ts'
import { keywordOf, type Part } from './sql-parts.ts'

/** Of one pair of parentheses, or of a statement outside of all: what an `=` means at this place. */
export interface Scope {
  /** conditions stand here. It is no until a clause begins that is known to take them. */
  takesConditions: boolean
  /** the clause takes one condition, and no list: after a comma it has ended */
  isSingle: boolean
  /** JOIN came before, so ON begins a condition and no ON CONFLICT or ON DUPLICATE KEY */
  hasJoin: boolean
  /** keyword in front of the parenthesis */
  opener: string
  /** in `COLUMNS(…)`, whose conditions choose columns by their names */
  choosesColumns: boolean
  /** in the parentheses of IN, which is no part of a function's syntax */
  isList: boolean
}

export function outerScope(): Scope {
  return {
    takesConditions: false,
    isSingle: false,
    hasJoin: false,
    opener: '',
    choosesColumns: false,
    isList: false,
  }
}

/** Inside of a parenthesis the clause around it goes on, until a query begins. */
export function innerScope(around: Scope, opener: string, isList: boolean): Scope {
  const choosesColumns = around.choosesColumns || opener === 'COLUMNS'
  const takesConditions = around.takesConditions && !choosesColumns
  return { takesConditions, isSingle: false, hasJoin: false, opener, choosesColumns, isList }
}

const singleConditions = new Set(['WHERE', 'HAVING'])
const orderings = new Set(['GROUP', 'ORDER', 'PARTITION'])
/** Words after which an `=` may be something else than a comparison, or which end the clause before. */
const otherScopes = new Set([
  ...['FROM', 'JOIN', 'STRAIGHT_JOIN', 'UNION', 'INTERSECT', 'EXCEPT', 'VALUES', 'TABLE', 'SET', 'USING'],
  ...['INTO', 'LIMIT', 'FOR', 'UPDATE', 'INSERT', 'DELETE', 'MERGE', 'GROUP', 'ORDER', 'WINDOW', 'QUALIFY'],
  ...['RETURNING', 'TABLESAMPLE', 'PIVOT', 'UNPIVOT'],
])
const starWords = new Set(['EXCLUDE', 'EXCEPT', 'REPLACE', 'RENAME'])
const queryStarts = new Set([
  'SELECT',
  'WITH',
  'FROM',
  'VALUES',
  'TABLE',
  'INSERT',
  'UPDATE',
  'DELETE',
  'MERGE',
])

/** Follows the clauses of a scope; `before` are all parts before this keyword. */
export function readScope(scope: Scope, keyword: string, before: readonly Part[]): void {
  const last = before.at(-1)
  const set = (takesConditions: boolean, isSingle: boolean) => {
    scope.takesConditions = takesConditions && !scope.choosesColumns
    scope.isSingle = isSingle
  }
  // a query of its own, whatever it stands in
  if (last?.word === '(' && queryStarts.has(keyword)) {
    scope.isList = false
    set(false, false)
  }
  if (keyword === 'SELECT') set(true, false)
  else if (singleConditions.has(keyword)) set(true, true)
  else if (keyword === 'ON' && last?.word !== 'DISTINCT') set(scope.hasJoin, true)
  else if (keyword === 'BY') set(last !== undefined && orderings.has(keywordOf(last)), false)
  else if (keyword === 'FROM' && isDistinctFrom(before)) return
  else if (otherScopes.has(keyword)) {
    set(false, false)
    scope.hasJoin = keyword === 'JOIN' || (scope.hasJoin && keyword !== 'FROM')
  } else if (keyword === ',' && scope.isSingle) set(false, false)
  // `* exclude (a) like 'b%'` chooses columns as well
  else if (starWords.has(keyword) && last?.word === '*') set(false, false)
}

const plainNumberToken =
  /^(?:\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?|0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+)$/

/**
 * Do all databases see this token where it is? `1from` and `1.from` are a number and a keyword to some; MySQL may or may
 * not run what stands in its executable comments. Where it is not clear, nothing after it counts as a condition.
 */
export function isClearToken(text: string, { kind, start, end }: SqlToken, before: readonly Part[]): boolean {
  if (kind === 'word') return !oddSpace.test(text.slice(start, end))
  if (kind === 'number') return plainNumberToken.test(text.slice(start, end))
  if (kind !== 'symbol') return true
  const last = before.at(-1)?.token
  if (text[start] === '.') return last?.kind !== 'number' || last.end !== start
  return !/^\/\*M?!/.test(text.slice(start, start + 4))
}

/** Blanks that belong to names in some databases, and are blanks to others. */
const oddSpace = /[\u0085\u00a0\u1680\u180e\u2000-\u200d\u2028\u2029\u202f\u205f\u2060\u3000\ufeff]/

export function isPlainSpace(text: string): boolean {
  return /^[\t-\r ]*$/.test(text)
}
