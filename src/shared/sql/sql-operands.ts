import { keyAt, keywordOf, type Part } from './sql-parts.ts'

/** Words that begin an expression and cannot be names of functions or types. */
export const beginningWords = new Set([
  ...['SELECT', 'WHERE', 'AND', 'OR', 'XOR', 'NOT', 'ON', 'HAVING', 'BY', 'CASE', 'WHEN', 'THEN', 'ELSE'],
])
/** Words that never end an operand. */
export const operatorWords = new Set([
  ...beginningWords,
  ...[
    'DISTINCT',
    'ALL',
    'ANY',
    'SOME',
    'BETWEEN',
    'SYMMETRIC',
    'IN',
    'LIKE',
    'ILIKE',
    'IS',
    'FROM',
    'TO',
    'AS',
  ],
  ...[
    'OVER',
    'WINDOW',
    'FILTER',
    'WITHIN',
    'PARTITION',
    'ROWS',
    'RANGE',
    'GROUPS',
    'CAST',
    'PIVOT',
    'UNPIVOT',
  ],
  ...['SIMILAR', 'GLOB', 'MATCH', 'REGEXP', 'RLIKE', 'ESCAPE', 'COLLATE', 'USING', 'LIMIT', 'OFFSET', 'SET'],
  ...['INTERVAL', 'OPERATOR', 'JOIN', 'VALUES', 'EXISTS', 'BINARY', 'DIV', 'MOD', 'ISNULL', 'NOTNULL'],
  // MySQL's `a sounds like 'x'` compares how words sound
  'SOUNDS',
])
/** Words that are keywords in some clauses and column names elsewhere. */
const softWords = new Set([
  ...[
    'RANGE',
    'ROWS',
    'GROUPS',
    'MATCH',
    'FILTER',
    'INTERVAL',
    'OVER',
    'WITHIN',
    'PARTITION',
    'OPERATOR',
    'ESCAPE',
    'SOUNDS',
  ],
])
/** Words that end the operand before them. */
export const endingWords = new Set([
  ...[
    'AND',
    'OR',
    'XOR',
    'THEN',
    'ELSE',
    'END',
    'WHEN',
    'WHERE',
    'GROUP',
    'ORDER',
    'HAVING',
    'LIMIT',
    'OFFSET',
  ],
  ...[
    'FETCH',
    'UNION',
    'INTERSECT',
    'EXCEPT',
    'WINDOW',
    'QUALIFY',
    'RETURNING',
    'FOR',
    'AS',
    'FROM',
    'ASC',
    'SETTINGS',
  ],
  ...[
    'DESC',
    'NULLS',
    'JOIN',
    'INNER',
    'LEFT',
    'RIGHT',
    'FULL',
    'CROSS',
    'NATURAL',
    'STRAIGHT_JOIN',
    'ESCAPE',
  ],
  ...[
    'INTO',
    'ON',
    'SET',
    'USING',
    'ROWS',
    'RANGE',
    'GROUPS',
    'ASOF',
    'POSITIONAL',
    'SEMI',
    'ANTI',
    'SEPARATOR',
  ],
])

/** Whether FROM belongs to IS [NOT] DISTINCT FROM. `before` are all parts before it. */
export function isDistinctFrom(before: readonly Part[], end = before.length): boolean {
  const [distinct, is] = [before[end - 1], before[end - 2]]
  if (distinct === undefined || is === undefined || keywordOf(distinct) !== 'DISTINCT') return false
  if (keywordOf(is) === 'IS') return true
  const first = before[end - 3]
  return keywordOf(is) === 'NOT' && first !== undefined && keywordOf(first) === 'IS'
}

/** Whether the parenthesis at this index is that of a membership test IN (…). */
export function isListBefore(parts: readonly Part[], index: number): boolean {
  const word = parts[index - 1]
  if (parts[index]?.word !== '(' || word === undefined || keywordOf(word) !== 'IN') return false
  if (word.opener === 'POSITION' || word.opener === 'AGAINST') return false
  return endsNegated(parts, index - 2)
}

export function endsNegated(parts: readonly Part[], index: number): boolean {
  return endsOperand(parts, keyAt(parts, index) === 'NOT' ? index - 1 : index)
}

/**
 * Whether this part ends an operand. `*` does not: `* like 'a%'` and `(t.*) like 'a%'` select columns in DuckDB.
 * `isSign`: the operator after it is a symbol, and so not a name itself. Before a word such as LIKE, a soft word must
 * be where an operand begins: SQLite parses `a match like 'x'` as `(a match like)` and an alias.
 */
export function endsOperand(parts: readonly Part[], index: number, isSign = false): boolean {
  const part = parts[index]
  if (part === undefined) return false
  if (part.token.kind === 'symbol') return (part.word === ')' || part.word === ']') && !part.holdsStar
  if (part.token.kind !== 'word' || part.isName || !operatorWords.has(part.word)) return true
  return softWords.has(part.word) && (isSign || beginningWords.has(keyAt(parts, index - 1)))
}

/**
 * Tracks the brackets of a text and returns, for each closing one, whether it contains a `*` for columns, not a
 * multiplication. `before` are all parts before this word.
 */
export function starReader(): (word: string, before: readonly Part[]) => boolean {
  const open: boolean[] = []
  return (word, before) => {
    const last = before.length - 1
    if (before[last]?.word === '*' && !isProduct(before, last) && !isCountOfRows(before, last, word)) {
      if (open.length > 0) open[open.length - 1] = true
    }
    if (word === '(' || word === '[') open.push(false)
    if (word !== ')' && word !== ']') return false
    const holdsStar = open.pop() ?? true
    if (holdsStar && open.length > 0) open[open.length - 1] = true
    return holdsStar
  }
}

function isProduct(parts: readonly Part[], index: number): boolean {
  const before = parts[index - 1]
  if (before === undefined) return false
  if (before.token.kind === 'symbol') return before.word === ')' || before.word === ']'
  return before.token.kind !== 'word' || before.isName || !operatorWords.has(before.word)
}

/** `count(*)` */
function isCountOfRows(parts: readonly Part[], index: number, after: string): boolean {
  const name = parts[index - 2]
  return (
    parts[index - 1]?.word === '(' &&
    after === ')' &&
    name?.token.kind === 'word' &&
    !operatorWords.has(name.word)
  )
}
