import { beginningWords, isDistinctFrom } from './sql-operands.ts'
import { keywordOf, type Part } from './sql-parts.ts'

/** State of one pair of parentheses, or of a statement outside of all: the meaning of `=` here. */
export interface Scope {
  /** whether conditions are allowed here; false until a clause begins that is known to have them */
  takesConditions: boolean
  /** the clause has a single condition: after a comma it has ended */
  isSingle: boolean
  /** after a JOIN, so ON begins a condition rather than ON CONFLICT or ON DUPLICATE KEY */
  hasJoin: boolean
  /** PIVOT and UNPIVOT turn values into columns: nothing after them counts as a condition */
  hasPivot: boolean
  /** after ClickHouse's SETTINGS, which assigns: nothing after it counts as a condition */
  hasSettings: boolean
  /** keyword before the parenthesis */
  opener: string
  /** in `COLUMNS(…)`, whose conditions select columns by name */
  choosesColumns: boolean
  /** in the parentheses of IN as an operator, not as part of a function's syntax */
  isList: boolean
}

export function outerScope(): Scope {
  return {
    takesConditions: false,
    isSingle: false,
    hasJoin: false,
    hasPivot: false,
    hasSettings: false,
    opener: '',
    choosesColumns: false,
    isList: false,
  }
}

/** In a parenthesis, the surrounding clause continues until a query begins. */
export function innerScope(around: Scope, opener: string, isList: boolean): Scope {
  const choosesColumns = around.choosesColumns || opener === 'COLUMNS'
  const takesConditions = around.takesConditions && !choosesColumns
  const { hasSettings } = around
  return { ...outerScope(), takesConditions, hasSettings, opener, choosesColumns, isList }
}

const singleConditions = new Set(['WHERE', 'HAVING'])
const orderings = new Set(['GROUP', 'ORDER', 'PARTITION'])
export const pivots = new Set(['PIVOT', 'UNPIVOT', 'PIVOT_WIDER', 'PIVOT_LONGER'])
/** Words after which `=` may not be a comparison, or which end the previous clause. */
export const clauseWords = new Set([
  ...['FROM', 'JOIN', 'STRAIGHT_JOIN', 'UNION', 'INTERSECT', 'EXCEPT', 'VALUES', 'TABLE', 'SET', 'USING'],
  ...['INTO', 'LIMIT', 'FOR', 'UPDATE', 'INSERT', 'DELETE', 'MERGE', 'GROUP', 'ORDER', 'WINDOW', 'QUALIFY'],
  ...['RETURNING', 'TABLESAMPLE', ...pivots],
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

/** Tracks the clauses of a scope; `before` are all parts before this keyword. */
export function readScope(scope: Scope, keyword: string, before: readonly Part[]): void {
  const last = before.at(-1)
  const set = (takesConditions: boolean, isSingle: boolean) => {
    scope.takesConditions = takesConditions && !scope.choosesColumns && !scope.hasPivot && !scope.hasSettings
    scope.isSingle = isSingle
  }
  // a subquery, wherever it is
  if (last?.word === '(' && queryStarts.has(keyword)) {
    scope.isList = false
    scope.hasPivot = false
    set(false, false)
  }
  if (pivots.has(keyword)) scope.hasPivot = true
  if (beginsSettings(scope, keyword, before)) {
    scope.hasSettings = true
    set(false, false)
  }
  if (keyword === 'SELECT') set(true, false)
  else if (singleConditions.has(keyword)) set(true, true)
  else if (keyword === 'ON' && last?.word !== 'DISTINCT') set(scope.hasJoin, true)
  else if (keyword === 'BY') set(last !== undefined && orderings.has(keywordOf(last)), false)
  else if (keyword === 'FROM' && isDistinctFrom(before)) return
  else if (clauseWords.has(keyword)) {
    set(false, false)
    scope.hasJoin = keyword === 'JOIN' || (scope.hasJoin && keyword !== 'FROM')
  } else if (keyword === ',' && scope.isSingle) set(false, false)
  // ClickHouse: what follows are assignments
  else if (keyword === 'SETTINGS' && !beginsOperand(last)) set(false, false)
  // `* exclude (a) like 'b%'` selects columns too
  else if (starWords.has(keyword) && last?.word === '*') set(false, false)
}

/** They follow a column with the name SETTINGS, and are no names of settings. */
const afterColumn = new Set([
  ...['AND', 'OR', 'NOT', 'IN', 'GLOBAL', 'LIKE', 'ILIKE', 'BETWEEN', 'IS', 'FROM', 'AS'],
])
const beforeTable = new Set(['FROM', 'JOIN', 'INTO', 'UPDATE', '.'])

/**
 * Whether the word before is ClickHouse's SETTINGS: the name of a setting follows. What is before it does not tell:
 * `select then settings b = 'x'` reads a column `then`. In FROM it is a table.
 */
function beginsSettings({ takesConditions }: Scope, keyword: string, before: readonly Part[]): boolean {
  const [first, last] = [before.at(-2), before.at(-1)]
  if (last === undefined || keywordOf(last) !== 'SETTINGS') return false
  if (beforeTable.has(first?.word ?? '') || (first?.word === ',' && !takesConditions)) return false
  if (keyword !== '' && signs.includes(keyword)) return false
  return !afterColumn.has(keyword)
}

const signs = '()[]{},;.+-*/<>=!%|?:^&~@#'

/** Whether a column may stand after this part; else the next word ends the clause, or is an alias. */
function beginsOperand(part: Part | undefined): boolean {
  if (part === undefined || part.word === '.') return true
  if (part.token.kind === 'symbol') return !')]}'.includes(part.word)
  return part.token.kind === 'word' && beginningWords.has(keywordOf(part))
}
