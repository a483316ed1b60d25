import { isSignificant, type SqlDialect, scanSql } from './scan-sql.ts'

/** How the values of one PostgreSQL statement are numbered. */
export interface Numbering {
  /**
   * By the position of a value: the expression that contains it, and where in it. Values with the same text here are
   * the same part of equal expressions and share a number. All others have their own number.
   */
  expressions: ReadonlyMap<number, string>
  /** positions of values that stay literals */
  literals: ReadonlySet<number>
}

/** A subquery in parentheses, or after UNION, counts as a separate query. */
interface Query {
  /** it has GROUP BY or DISTINCT, so its expressions are compared */
  isGrouped: boolean
  /** the walk is in its select list, groups or orders */
  isListed: boolean
  /** the current item; null: after an expression, for example at the name of a column */
  item: Item | null
}

/** Indexes of tokens. `end` is 0 until it is known. */
interface Item {
  query: Query
  first: number
  end: number
}

/** One pair of parentheses, or the level outside of all. */
interface Frame {
  query: Query
  /** commas here separate items of the query: outside of all its parentheses, or in those of DISTINCT ON */
  hasItems: boolean
  /** part of a left operand of BETWEEN */
  isCopied: boolean
}

const setOperators = new Set(['union', 'intersect', 'except', ';'])
const queryWords = new Set(['select', 'with', 'values', 'table'])
/** Words that begin a clause without items. */
const otherClauses = new Set([
  ...['from', 'where', 'having', 'window', 'limit', 'offset', 'fetch', 'for', 'into', 'returning', 'values'],
])
/** Words after which the expression has ended, but not its item. */
const itemEndings = new Set(['as', 'asc', 'desc', 'nulls', 'using'])

/**
 * PostgreSQL gives a parameter one type in the whole statement; a literal may have another type at each position. So
 * each value has its own number, with two exceptions. In queries with GROUP BY or DISTINCT, whole columns, groups and
 * orders are compared with each other, so equal ones share their numbers. And `'2026-01-01 12:00' between a and b`
 * becomes two comparisons: a parameter would have the type of `a` in both, so it stays a literal. Linear time in the
 * length of the statement.
 */
export function numberingOf(
  statement: string,
  values: readonly { start: number }[],
  dialect: SqlDialect,
): Numbering {
  const tokens = scanSql(statement, dialect).filter(isSignificant)
  const words = tokens.map(({ start, end }) => statement.slice(start, end))
  const keywords = words.map((word) => word.toLowerCase())
  const closings = closingsOf(keywords)
  const literals = new Set<number>()
  const places: { start: number; index: number; item: Item }[] = []
  const frames: Frame[] = [newFrame(false)]
  let next = 0
  for (const [index, token] of tokens.entries()) {
    const closed = keywords[index] === ')' && frames.length > 1 ? frames.pop() : undefined
    const frame = frames.at(-1) ?? newFrame(false)
    if (closed?.hasItems === true) {
      end(closed.query, index)
      // the columns begin after the list of DISTINCT ON
      if (closed.query === frame.query) begin(frame.query, index + 1)
    } else if (frame.hasItems) readItems(frame, keywords, index)
    for (let value = values[next]; value !== undefined && value.start <= token.start; value = values[next]) {
      const { item } = frame.query
      if (frame.isCopied || isBetween(keywords, index + 1)) literals.add(value.start)
      else if (item !== null) places.push({ start: value.start, index, item })
      next++
    }
    if (keywords[index] === '(') {
      const isCopied = frame.isCopied || isBetween(keywords, (closings.get(index) ?? tokens.length) + 1)
      frames.push(innerFrame(frame, keywords, index, isCopied))
    }
  }
  for (const { query } of frames) end(query, tokens.length)
  return { expressions: expressionsOf(places, words), literals }
}

function newQuery(): Query {
  return { isGrouped: false, isListed: false, item: null }
}

function newFrame(isCopied: boolean): Frame {
  return { query: newQuery(), hasItems: true, isCopied }
}

function innerFrame(around: Frame, keywords: readonly string[], index: number, isCopied: boolean): Frame {
  if (queryWords.has(keywords[index + 1] ?? '')) return newFrame(isCopied)
  const isDistinctOn = around.hasItems && keywords[index - 1] === 'on' && isDistinct(keywords, index - 2)
  if (isDistinctOn) begin(around.query, index + 1)
  return { query: around.query, hasItems: isDistinctOn, isCopied }
}

/** Whether this is the DISTINCT of a query, not that of IS DISTINCT FROM or of an aggregate. */
function isDistinct(keywords: readonly string[], index: number): boolean {
  return keywords[index] === 'distinct' && keywords[index - 1] === 'select'
}

/** `collate` may precede it. */
function isBetween(keywords: readonly string[], index: number): boolean {
  const after = keywords[index] === 'collate' ? index + 2 : index
  return keywords[keywords[after] === 'not' ? after + 1 : after] === 'between'
}

function begin(query: Query, first: number): void {
  query.isListed = true
  query.item = { query, first, end: 0 }
}

function end(query: Query, index: number): void {
  if (query.item !== null) query.item.end = index
  query.item = null
}

/** Handles one word outside of the parentheses within items. */
function readItems(frame: Frame, keywords: readonly string[], index: number): void {
  const { query } = frame
  const keyword = keywords[index] ?? ''
  const before = keywords[index - 1]
  if (setOperators.has(keyword)) {
    end(query, index)
    frame.query = newQuery()
  } else if (keyword === 'select' || (keyword === 'all' && before === 'select')) begin(query, index + 1)
  else if (isDistinct(keywords, index)) {
    query.isGrouped = true
    begin(query, index + 1)
  } else if (keyword === 'by' && (before === 'group' || before === 'order')) {
    query.isGrouped ||= before === 'group'
    begin(query, index + 1)
  } else if (keyword === ',' && query.isListed) {
    end(query, index)
    begin(query, index + 1)
  } else if (itemEndings.has(keyword)) end(query, index)
  else if (keywords[index + 1] === 'by' || (otherClauses.has(keyword) && before !== 'distinct')) {
    end(query, index)
    query.isListed = false
  }
}

/** Index of the closing parenthesis by index of the opening one. */
function closingsOf(keywords: readonly string[]): Map<number, number> {
  const closings = new Map<number, number>()
  const open: number[] = []
  for (const [index, keyword] of keywords.entries()) {
    if (keyword === '(') open.push(index)
    const opening = keyword === ')' ? open.pop() : undefined
    if (opening !== undefined) closings.set(opening, index)
  }
  return closings
}

function expressionsOf(
  places: readonly { start: number; index: number; item: Item }[],
  words: readonly string[],
): ReadonlyMap<number, string> {
  const numbers = new Map<string, number>()
  const queries = new Map<Query, number>()
  const items = new Map<Item, number>()
  const numberOf = (item: Item) => {
    const known = items.get(item)
    if (known !== undefined) return known
    const query = queries.get(item.query) ?? queries.size
    queries.set(item.query, query)
    const text = `${query} ${words.slice(item.first, item.end).join(' ')}`
    const number = numbers.get(text) ?? numbers.size
    numbers.set(text, number)
    items.set(item, number)
    return number
  }
  return new Map(
    places
      .filter(({ item }) => item.query.isGrouped)
      .map(({ start, index, item }) => [start, `${numberOf(item)} ${index - item.first}`]),
  )
}
