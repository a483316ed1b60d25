import { isDistinctFrom } from './sql-operands.ts'
import { keyAt, keywordOf, type Part } from './sql-parts.ts'

/**
 * Tables of SQLite that use a comparison with their columns as an argument, such as a table name or a text to parse.
 */
const argumentTables = /^(?:pragma_\w+|dbstat|sqlite_db\w+|fts\d\w+|bytecode|tables_used|sqlite_stmt)$/
/** Tables with the hidden columns `json`, a document, and `root`, a path into it. */
const jsonTables = /^jsonb?_(?:each|tree)$/

/**
 * Whether a comparison in this text may have another meaning. In SQLite `from pragma_table_info where arg = 'x'` names
 * a table, and `from docs where docs = 'x'` is a full-text search with its own syntax.
 */
export function readsHiddenColumns(text: string, parts: readonly Part[]): boolean {
  let first = 0
  for (const [index, { word }] of parts.entries()) {
    if (word !== ';') continue
    if (statementReadsHidden(text, parts.slice(first, index))) return true
    first = index + 1
  }
  return statementReadsHidden(text, parts.slice(first))
}

function statementReadsHidden(text: string, parts: readonly Part[]): boolean {
  const tables = new Set<string>()
  const compared = new Set<string>()
  const common = commonTables(text, parts)
  let isRanked = false
  /** for each open parenthesis: whether it lists names that are not tables */
  const nameLists: boolean[] = []
  for (const [index, part] of parts.entries()) {
    if (part.word === ')') nameLists.pop()
    if (part.word === '(') nameLists.push(isNameList(parts, index))
    const name = nameOf(text, part, parts[index - 1])
    if (name === null) continue
    const [before, after] = [parts[index - 1], parts[index + 1]]
    const isCommon = common.has(name) && before?.word !== '.'
    const isArgumentTable = argumentTables.test(name)
    if (!isCommon && (isArgumentTable || isTable(parts, index, nameLists.at(-1) === true))) tables.add(name)
    if (after?.word === '.' || after?.word === '(') continue
    const isOutput = nameLists.length === 0 && isPlainItem(parts, index)
    const isRead = part.inExpression && keyAt(parts, index - 1) !== 'AS' && !isOutput
    // USING compares columns of the same name
    if (!isRead && part.opener !== 'USING') continue
    compared.add(name)
    isRanked ||= name === 'rank' && readsRank(parts, index)
  }
  const hasArguments = [...tables].some(
    (name) =>
      argumentTables.test(name) ||
      compared.has(name) ||
      (jsonTables.test(name) && (compared.has('json') || compared.has('root'))),
  )
  return isRanked || hasArguments
}

/** The name of a table or column, in lower case; null: no name. SQLite also reads `'x'` as a name where it needs one. */
function nameOf(text: string, part: Part, before: Part | undefined): string | null {
  const { token, word } = part
  if (token.kind === 'word') return word.toLowerCase()
  if (token.kind !== 'quoted') return null
  if (text[token.start] === "'" && part.inExpression && before?.word !== '.' && before?.word !== 'IN')
    return null
  const quote = text[token.start] ?? ''
  return text
    .slice(token.start + 1, token.end - 1)
    .replaceAll(quote + quote, quote)
    .toLowerCase()
}

/** Names of a WITH at the beginning of a statement: they hide the tables of the database in the whole statement. */
function commonTables(text: string, parts: readonly Part[]): ReadonlySet<string> {
  const names = new Set<string>()
  if (parts[0]?.word !== 'WITH') return names
  let depth = 0
  for (const [index, part] of parts.entries()) {
    if (part.word === '(') depth++
    else if (part.word === ')') depth--
    else if (depth > 0) continue
    else if (queryVerbs.has(part.word)) return names
    else if (index === 1 || [',', 'RECURSIVE'].includes(parts[index - 1]?.word ?? '')) {
      const name = nameOf(text, part, parts[index - 1])
      if (name !== null) names.add(name)
    }
  }
  return names
}

const queryVerbs = new Set(['SELECT', 'VALUES', 'INSERT', 'REPLACE', 'UPDATE', 'DELETE'])

/** `using (a, b)`, `with t(a, b) as`, function arguments: a word before the parenthesis, and no query in it. */
function isNameList(parts: readonly Part[], index: number): boolean {
  const opener = parts[index - 1]
  if (opener?.token.kind !== 'word' || ['FROM', 'JOIN'].includes(keywordOf(opener))) return false
  return !['SELECT', 'WITH', 'VALUES'].includes(parts[index + 1]?.word ?? '')
}

function isTable(parts: readonly Part[], index: number, isInNameList: boolean): boolean {
  const [before, part] = [parts[index - 1], parts[index]]
  if (before === undefined || part === undefined) return false
  const keyword = keywordOf(before)
  if (keyword === 'FROM' && isDistinctFrom(parts, index - 1)) return false
  if (keyword === 'FROM' || keyword === 'JOIN' || keyword === 'IN' || keyword === 'UPDATE') return true
  // `update or replace docs`
  if (keyAt(parts, index - 2) === 'OR' && keyAt(parts, index - 3) === 'UPDATE') return true
  if (part.inExpression) return false
  return before.word === '.' || (!isInNameList && (before.word === ',' || before.word === '('))
}

const beforeItems = new Set(['SELECT', 'DISTINCT', 'ALL', 'BY', ','])
const afterItems = new Set([',', 'FROM', 'WHERE', 'GROUP', 'HAVING', 'ORDER', 'LIMIT', 'ASC', 'DESC'])

/** A column of the result, GROUP BY or ORDER BY, without an alias that a condition could use. */
function isPlainItem(parts: readonly Part[], index: number): boolean {
  const first = parts[index - 1]?.word === '.' ? index - 2 : index
  const after = parts[index + 1]
  return (
    beforeItems.has(parts[first - 1]?.word ?? '') && (after === undefined || afterItems.has(keywordOf(after)))
  )
}

/**
 * `rank`, the function that orders full-text matches, may show other columns. Under an alias it can be compared
 * anywhere; compared only with a number it names no function. After a parenthesis it is an alias: `dense_rank() over
 * (…) rank`.
 */
function readsRank(parts: readonly Part[], index: number): boolean {
  const before = parts[index - 1]
  if (before?.word === ')' || keyAt(parts, index - 1) === 'AS') return false
  let value = index + 1
  while (['<', '>', '='].includes(keyAt(parts, value)) || keyAt(parts, value) === 'BETWEEN') value++
  return value === index + 1 || parts[value]?.token.kind !== 'number'
}
