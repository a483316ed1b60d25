import type { SqlToken } from './scan-sql.ts'
import { marker } from './sql-clarity.ts'
import { beginningWords, endingWords, operatorWords } from './sql-operands.ts'
import { keyAt, keywordOf, type Part } from './sql-parts.ts'
import { clauseWords, pivots } from './sql-scopes.ts'

const beforeBy = new Set(['GROUP', 'ORDER', 'UNION', 'INTERSECT', 'EXCEPT', 'ALL'])

/**
 * Whether all databases read BY, WINDOW or a word before a dot as the same keyword. Some take them for names:
 * `from partition by, t` reads two tables in SQLite. `before` are all parts before this word; `keyword` is '' for names.
 */
export function isClearClause(word: string, keyword: string, before: readonly Part[]): boolean {
  const last = before.length - 1
  // in `{{ x }}.from` the value may be a number: databases read `1.from` as `1. from`
  if (before[last]?.word === '.' && before[last - 1]?.word === marker && isAnyKeyword(word)) return false
  if (keyAt(before, last - 1) === 'WINDOW' && keyword !== 'AS') return false
  // MySQL reads a name in `select.n`, others a keyword
  if (keyword === '.' && isClauseWord(keyAt(before, last))) return false
  if (keyword !== 'BY') return true
  const opening = keyAt(before, last)
  if (opening !== 'PARTITION') return beforeBy.has(opening)
  return isInWindow(before[last])
}

function isAnyKeyword(word: string): boolean {
  return operatorWords.has(word) || isClauseWord(word) || endingWords.has(word) || word === 'WITH'
}

function isClauseWord(keyword: string): boolean {
  return beginningWords.has(keyword) || clauseWords.has(keyword)
}

/** Words that may follow the first word of an expression in parentheses, besides operators. */
const laterWords = new Set([
  ...['AT', 'ASC', 'DESC', 'NULLS', 'ORDER', 'GROUP', 'END', 'PLACING', 'OVERLAPS', 'SEPARATOR', 'RESPECT'],
  ...['IGNORE', 'PRECISION', 'VARYING', 'WITH', 'WITHOUT', 'LEADING', 'TRAILING', 'BOTH', 'FOR', 'LIMIT'],
  ...[
    'MEMBER',
    'SOUNDS',
    'UNION',
    'INTERSECT',
    'EXCEPT',
    'INNER',
    'LEFT',
    'RIGHT',
    'FULL',
    'CROSS',
    'NATURAL',
  ],
])

/**
 * Whether a parenthesis begins with two names, as a statement does that DuckDB accepts as a subquery:
 * `a in (summarize f(x = 'y'))`. There, `=` may name an argument. `token` is the second name.
 */
export function beginsOtherStatement(
  text: string,
  token: SqlToken,
  keyword: string,
  before: readonly Part[],
): boolean {
  const first = before.at(-1)
  if (before.at(-2)?.word !== '(' || first?.token.kind !== 'word' || beginningWords.has(first.word))
    return false
  if (operatorWords.has(first.word)) return false
  if (token.kind === 'quoted') return text[token.start] !== "'"
  return token.kind === 'word' && !operatorWords.has(keyword) && !laterWords.has(keyword)
}

const columnChoices = new Set(['NATURAL', 'COLUMNS', ...pivots])

/**
 * Whether the statement may choose columns by their names, for example with UNION BY NAME. In databases that name
 * unnamed columns after their text, a value in a select list is part of such a name.
 */
export function choosesColumnsByName(parts: readonly Part[]): boolean {
  return parts.some((part, index) => {
    const keyword = keywordOf(part)
    const before = parts[index - 1]
    if (columnChoices.has(keyword)) return true
    if (keyword === 'NAME') return before?.word === 'BY' && !listsExpressions(parts, index - 1)
    return before?.word === '*' && ['LIKE', 'ILIKE', 'NOT', 'SIMILAR', 'GLOB'].includes(keyword)
  })
}

/** Whether this BY is one of GROUP BY, ORDER BY or a window's PARTITION BY: there, `name` is a column. */
function listsExpressions(parts: readonly Part[], by: number): boolean {
  const opening = keyAt(parts, by - 1)
  if (opening === 'PARTITION') return isInWindow(parts[by - 1])
  return opening === 'GROUP' || opening === 'ORDER'
}

/** `partition` may be the name of a table elsewhere: `insert into partition by name`. */
function isInWindow(part: Part | undefined): boolean {
  return ['OVER', 'AS'].includes(part?.opener ?? '')
}
