import { isSignificant, type SqlDialect, type SqlToken, tokenAt } from './scan-sql.ts'
import { splitStatements } from './split-statements.ts'
import { type LimitInsertion, type SqlPart, topInsertion } from './top-insertion.ts'

/** `top`: SQL Server; `fetch`: Oracle; LIMIT by default */
export type LimitDialect = SqlDialect & { kind?: 'limit' | 'top' | 'fetch' }

/** Limits the last statement; everything else is unchanged. */
export function applyAutoLimit(text: string, dialect: LimitDialect, limit: number): string {
  const last = splitStatements(text, dialect).at(-1)
  const insertion = last === undefined ? null : limitInsertion(last.text, dialect, limit)
  if (last === undefined || insertion === null) return text
  const at = last.start + insertion.at
  return text.slice(0, at) + insertion.text + text.slice(at)
}

/**
 * Where ` LIMIT n` goes into one statement, or null if it is not a read or already has a limit
 * (docs/reference/connectors.md#auto-limit: `WITH` is limited too). A list of VALUES is not limited: its length is
 * fixed by its text, and not every database can limit it.
 */
export function limitInsertion(
  statement: string,
  dialect: LimitDialect,
  limit: number,
): LimitInsertion | null {
  const parts = partsOf(statement, dialect)
  if (dialect.kind === 'top') return topInsertion(parts, limit)
  if (!isUnlimitedRead(parts, parts, 0)) return null
  const top = parts.filter((part) => part.depth === 0)
  const tail = top.findIndex((part, index) => isLock(part.word, top[index + 1]?.word) || isOffset(top, index))
  const last = tail === -1 ? top.at(-1) : top[tail - 1]
  if (last === undefined) return null
  if (dialect.kind !== 'fetch') return { at: last.end, text: ` LIMIT ${limit}` }
  // rows that are locked cannot be counted
  return tail === -1 ? { at: last.end, text: ` FETCH NEXT ${limit} ROWS ONLY` } : null
}

function partsOf(statement: string, dialect: SqlDialect): SqlPart[] {
  const parts: SqlPart[] = []
  let depth = 0
  for (let at = 0; at < statement.length; ) {
    const token = tokenAt(statement, at, dialect)
    const { start, end } = token
    at = end
    if (!isSignificant(token)) continue
    const word = wordOf(statement, token)
    if (word === ')') depth--
    // a parenthesis has the depth outside of it
    parts.push({ index: parts.length, word, depth, start, end })
    if (word === '(') depth++
  }
  return parts
}

/** No word that is looked for is longer. */
const maxWordLength = 'INTERSECT'.length

function wordOf(statement: string, { kind, start, end }: SqlToken): string {
  if (kind === 'symbol') return statement[start] ?? ''
  if (kind === 'number') return statement.slice(start, end)
  return kind === 'word' && end - start <= maxWordLength ? statement.slice(start, end).toUpperCase() : ''
}

const reads = new Set(['SELECT', 'TABLE', 'FROM'])
const writes = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'REPLACE'])
const verbs = new Set([...reads, ...writes, 'VALUES'])
const setOperations = new Set(['UNION', 'INTERSECT', 'EXCEPT', 'MINUS'])

/** more than real statements need; bounds the work on hostile text */
const maxNesting = 20

/** `parts` is a contiguous part of `all`, the parts of the whole statement. */
function isUnlimitedRead(parts: readonly SqlPart[], all: readonly SqlPart[], nesting: number): boolean {
  if (nesting > maxNesting) return false
  const depth = parts[0]?.depth ?? 0
  const top = parts.filter((part) => part.depth === depth)
  const first = top[0]
  if (first?.word === 'WITH') {
    const main = top.find((part) => verbs.has(part.word) || isMainParenthesis(part, all[part.index - 1]))
    if (main === undefined || writesInside(parts, all, depth)) return false
    return isUnlimitedRead(parts.slice(main.index - first.index), all, nesting + 1)
  }
  if (hasEnding(top)) return false
  if (first?.word === '(')
    return isSetOperation(top) || isUnlimitedRead(inner(parts, depth), all, nesting + 1)
  return first !== undefined && reads.has(first.word)
}

/** `WITH a AS (…) (SELECT …)`: the parenthesis that follows the one of the last common table expression. */
function isMainParenthesis(part: SqlPart, before: SqlPart | undefined): boolean {
  return part.word === '(' && before?.word === ')' && before.depth === part.depth
}

function writesInside(parts: readonly SqlPart[], all: readonly SqlPart[], depth: number): boolean {
  return parts.some(
    (part) => part.depth === depth + 1 && writes.has(part.word) && all[part.index - 1]?.word === '(',
  )
}

function isSetOperation(top: readonly SqlPart[]): boolean {
  return top.some((part) => setOperations.has(part.word))
}

/**
 * The content of the first parenthesis: its own limit counts, because databases refuse `(SELECT … LIMIT 5) LIMIT 9`.
 */
function inner(parts: readonly SqlPart[], depth: number): SqlPart[] {
  const close = parts.findIndex((part) => part.word === ')' && part.depth === depth)
  return parts.slice(1, close === -1 ? undefined : close)
}

function hasEnding(top: readonly SqlPart[]): boolean {
  return top.some((part, index) => {
    if (top[index - 1]?.word === '.') return false
    const next = top[index + 1]?.word
    if (part.word === 'OFFSET') return next !== undefined && /^[0-9$:?@(]/.test(next) && !isOffset(top, index)
    if (part.word === 'USING') return next === 'SAMPLE'
    return part.word === 'LIMIT' || part.word === 'FETCH' || part.word === 'INTO'
  })
}

/** `OFFSET 5` at the end, which some databases want after the limit. `OFFSET 5 ROWS` goes with `FETCH`. */
function isOffset(top: readonly SqlPart[], index: number): boolean {
  const [word, count, after, next] = top.slice(index, index + 4).map((part) => part.word)
  if (word !== 'OFFSET' || top[index - 1]?.word === '.' || count === undefined || !/^[0-9]+$/.test(count))
    return false
  return after === undefined || after === ';' || isLock(after, next)
}

function isLock(word: string, next: string | undefined): boolean {
  if (word === 'LOCK') return next === 'IN'
  return word === 'FOR' && next !== undefined && ['UPDATE', 'SHARE', 'NO', 'KEY', 'READ'].includes(next)
}
