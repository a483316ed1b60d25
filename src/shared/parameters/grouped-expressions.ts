import { isSignificant, type SqlDialect, scanSql } from '../queries/scan-sql.ts'

/** One pair of parentheses, or what is outside of all; a query within parentheses, or behind UNION, is one of its own. */
interface Frame {
  /** number of the innermost query around this place */
  query: number
  /** conditions of WHERE and ON, and FROM: no expression there has to equal one of GROUP BY */
  isCondition: boolean
}

/** Words between which an expression stands. */
const boundaries = new Set([
  ...[
    'select',
    'distinct',
    'where',
    'and',
    'or',
    'on',
    'having',
    'by',
    'when',
    'then',
    'else',
    'case',
    'end',
  ],
  ...['union', 'intersect', 'except', 'all', 'from', 'group', 'order', 'limit', 'as', 'asc', 'desc', ';'],
])
const conditionWords = new Set(['where', 'on', 'from', 'join', 'using', 'limit', 'offset'])
const comparedWords = new Set(['select', 'by', 'having'])
const setOperators = new Set(['union', 'intersect', 'except'])
const queryWords = new Set(['select', 'with', 'values', 'table'])

/**
 * The expression around each value, by the value's place, where PostgreSQL compares expressions with each other: in the
 * columns, groups and orders of queries with GROUP BY or DISTINCT. Two places with the same expression in the same query
 * have the same text here; every other place has one of its own. Time is linear in the length of the statement.
 */
export function groupedExpressions(
  statement: string,
  values: readonly { start: number; end: number }[],
  dialect: SqlDialect,
): ReadonlyMap<number, string> {
  const tokens = scanSql(statement, dialect).filter(isSignificant)
  const words = tokens.map(({ start, end }) => statement.slice(start, end))
  const keywords = words.map((word) => word.toLowerCase())
  const grouped = new Set<number>()
  const places: { start: number; index: number; query: number | null }[] = []
  const frames: Frame[] = [{ query: 0, isCondition: false }]
  let queries = 0
  let next = 0
  for (const [index, token] of tokens.entries()) {
    const keyword = keywords[index] ?? ''
    const frame = frames.at(-1) ?? { query: 0, isCondition: false }
    if (keyword === '(')
      frames.push({
        query: queryWords.has(keywords[index + 1] ?? '') ? ++queries : frame.query,
        isCondition: frame.isCondition,
      })
    else if (keyword === ')' && frames.length > 1) frames.pop()
    else if (setOperators.has(keyword) || keyword === ';') frame.query = ++queries
    else if (keyword === 'distinct' || (keyword === 'by' && keywords[index - 1] === 'group'))
      grouped.add(frame.query)
    if (comparedWords.has(keyword)) frame.isCondition = false
    else if (conditionWords.has(keyword)) frame.isCondition = keywords[index - 1] !== 'distinct'
    for (let value = values[next]; value !== undefined && value.start <= token.start; value = values[next]) {
      places.push({ start: value.start, index, query: frame.isCondition ? null : frame.query })
      next++
    }
  }
  return new Map(
    places.map(({ start, index, query }) => {
      const isCompared = query !== null && grouped.has(query)
      const expression = isCompared ? expressionAround(words, keywords, index) : null
      return [start, expression === null ? `at ${start}` : `${query} ${expression}`]
    }),
  )
}

/** An expression of more tokens counts as another one each time. */
const maxExpressionLength = 100

/** All tokens of the whole expression that this token is part of, with its own place in it; null: it is too long. */
function expressionAround(
  words: readonly string[],
  keywords: readonly string[],
  index: number,
): string | null {
  const first = edge(keywords, index, -1)
  const last = edge(keywords, index, 1)
  if (first === null || last === null) return null
  return [index - first, ...words.slice(first, last + 1)].join(' ')
}

/** Goes to the end of the expression in one direction, out of the parentheses of functions. */
function edge(keywords: readonly string[], index: number, step: 1 | -1): number | null {
  const [opening, closing] = step === 1 ? ['(', ')'] : [')', '(']
  // the last comma seen may part the columns or the arguments of a function: only what follows tells
  let comma: number | null = null
  let depth = 0
  for (let at = index + step; ; at += step) {
    if (Math.abs(at - index) > maxExpressionLength) return null
    const keyword = keywords[at]
    if (keyword === opening) depth++
    else if (keyword === closing && depth > 0) depth--
    else if (keyword === closing) comma = null
    else if (keyword === undefined || (depth === 0 && boundaries.has(keyword))) return (comma ?? at) - step
    else if (keyword === ',' && depth === 0) comma ??= at
  }
}
