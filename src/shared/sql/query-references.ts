import { isSignificant, type SqlDialect, type SqlToken, scanSql } from './scan-sql.ts'

/** A place of a text that reads another query as a table (docs/reference/connectors.md#query-results). */
export interface QueryReference {
  /** `query`: runs it now; `cached`: its stored result; `param`: runs it with these values */
  kind: 'query' | 'cached' | 'param'
  id: number
  /** as written: `query_12`, `param_query_12_` */
  written: string
  /** of `param`: the text in its braces */
  pairs: string | null
  start: number
  end: number
}

/** Words after which a table is named. */
const opening = new Set(['FROM', 'JOIN', 'PIVOT', 'UNPIVOT', 'SUMMARIZE', 'DESCRIBE', 'TABLE'])
/** Words that end the list of tables. */
const closing = new Set([
  ...['SELECT', 'WHERE', 'GROUP', 'ORDER', 'HAVING', 'LIMIT', 'OFFSET', 'WINDOW', 'QUALIFY', 'SET', 'VALUES'],
  ...['UNION', 'INTERSECT', 'EXCEPT', 'WITH', 'RETURNING', 'USING', 'ON'],
])
/** Of these, the words after which a comma goes on with the list of tables. */
const conditions = new Set(['ON', 'USING'])
/** Words that begin a query inside of parentheses. */
const queryWords = new Set([
  'SELECT',
  'WITH',
  'FROM',
  'VALUES',
  'TABLE',
  'PIVOT',
  'UNPIVOT',
  'SUMMARIZE',
  'DESCRIBE',
])

const nameOfQuery = /^(cached_)?query_(\d+)$/i
const nameWithValues = /^(param_query_(\d+)_)\{([^}]*)\}$/i

/** What is known inside of one pair of parentheses. */
interface Level {
  /** a comma here is followed by a table */
  inTables: boolean
  /** the arguments of a function, where `from` is a word of its own: `extract(year from day)` */
  isCall: boolean
}

/**
 * The queries that a text reads, wherever a table may be named: after FROM and JOIN, in lists of tables, in subqueries
 * and common table expressions. Never fails; a name that is a common table expression of the text is not a query.
 */
export function findReferences(text: string, dialect: SqlDialect): QueryReference[] {
  const tokens = scanSql(text, dialect).filter(isSignificant)
  const found: QueryReference[] = []
  const levels: Level[] = [{ inTables: false, isCall: false }]
  /** the next name is that of a table */
  let expects = false
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as SqlToken
    const level = levels.at(-1) as Level
    const piece = text.slice(token.start, token.end)
    if (piece === '(') {
      levels.push({ inTables: expects, isCall: isCall(text, tokens, at) })
      continue
    }
    if (piece === ')') {
      if (levels.length > 1) levels.pop()
      expects = false
      continue
    }
    if (piece === ';') {
      levels.splice(0, levels.length, { inTables: false, isCall: false })
      expects = false
      continue
    }
    if (piece === ',') {
      expects = level.inTables
      continue
    }
    const word = token.kind === 'word' ? piece.toUpperCase() : ''
    if (word === 'LATERAL' && expects) continue
    const isName = expects && (token.kind === 'quoted' ? piece[0] === '"' : token.kind === 'word')
    if (isName && !opening.has(word) && !closing.has(word)) {
      const next = tokens[at + 1]
      const follows = next === undefined ? '' : text.slice(next.start, next.end)
      if (follows === '.') {
        at++
        continue
      }
      const reference = follows === '(' ? null : referenceAt(text, token)
      if (reference !== null) found.push(reference)
      expects = false
      continue
    }
    if (opening.has(word) && !(word === 'FROM' && isOtherFrom(text, tokens, at, level))) {
      expects = true
      level.inTables = word === 'FROM' || word === 'JOIN' || level.inTables
    } else {
      expects = false
      if (closing.has(word) && !conditions.has(word)) level.inTables = false
    }
  }
  const own = namesOfExpressions(text, tokens)
  return found.filter(({ kind, written }) => kind === 'param' || !own.has(written.toLowerCase()))
}

function wordAt(text: string, tokens: readonly SqlToken[], at: number): string {
  const token = tokens[at]
  return token?.kind === 'word' ? text.slice(token.start, token.end).toUpperCase() : ''
}

/** Is the parenthesis at `at` that of a function, with something else than a query in it? */
function isCall(text: string, tokens: readonly SqlToken[], at: number): boolean {
  const before = tokens[at - 1]
  if (before?.kind !== 'word' || queryWords.has(wordAt(text, tokens, at + 1))) return false
  return !opening.has(wordAt(text, tokens, at - 1)) && !closing.has(wordAt(text, tokens, at - 1))
}

/** `extract(year from day)` and `a is distinct from b` name no table. */
function isOtherFrom(text: string, tokens: readonly SqlToken[], at: number, { isCall }: Level): boolean {
  if (isCall) return true
  const [two, one] = [wordAt(text, tokens, at - 2), wordAt(text, tokens, at - 1)]
  return one === 'DISTINCT' && (two === 'IS' || two === 'NOT')
}

function referenceAt(text: string, { kind, start, end }: SqlToken): QueryReference | null {
  const written = kind === 'quoted' ? text.slice(start + 1, end - 1) : text.slice(start, end)
  const plain = nameOfQuery.exec(written)
  if (plain !== null) {
    const [, cached, id] = plain
    return {
      kind: cached === undefined ? 'query' : 'cached',
      id: Number(id),
      written,
      pairs: null,
      start,
      end,
    }
  }
  const withValues = kind === 'word' ? nameWithValues.exec(written) : null
  if (withValues === null) return null
  const [, name = '', id, pairs = ''] = withValues
  return { kind: 'param', id: Number(id), written: name, pairs, start, end }
}

/** Names that WITH gives to its tables, in lower case. */
function namesOfExpressions(text: string, tokens: readonly SqlToken[]): Set<string> {
  const names = new Set<string>()
  for (let at = 0; at < tokens.length; at++) {
    if (wordAt(text, tokens, at) !== 'AS') continue
    let after = at + 1
    if (wordAt(text, tokens, after) === 'NOT') after++
    if (wordAt(text, tokens, after) === 'MATERIALIZED') after++
    const opens = tokens[after]
    if (opens === undefined || text[opens.start] !== '(') continue
    const token = tokens[beforeColumns(text, tokens, at - 1)]
    if (token === undefined) continue
    const name = text.slice(token.start, token.end)
    names.add((token.kind === 'quoted' ? name.slice(1, -1) : name).toLowerCase())
  }
  return names
}

/** Steps back over `(a, b)` in `name(a, b) as (…)`. */
function beforeColumns(text: string, tokens: readonly SqlToken[], last: number): number {
  const pieceAt = (at: number) => text[tokens[at]?.start ?? -1]
  if (pieceAt(last) !== ')') return last
  let at = last
  while (at >= 0 && pieceAt(at) !== '(') at--
  return at - 1
}

/** The values of `{a=1&b=2}`; a name that is given several times has a list. Names and values are URL-encoded. */
export function readPairs(pairs: string): Record<string, string | string[]> {
  const given = new URLSearchParams(pairs)
  return Object.fromEntries(
    [...new Set(given.keys())].map((name) => {
      const values = given.getAll(name)
      return [name, values.length === 1 ? (values[0] ?? '') : values]
    }),
  )
}
