import { keywordOf, type Part } from './sql-parts.ts'

/** Tables of SQLite that take what their columns are compared with for arguments: names of tables, texts to read. */
const argumentTables = /^(?:pragma_\w+|dbstat|sqlite_db\w+|fts\d\w+|bytecode|tables_used|sqlite_stmt)$/
/** Hidden columns of json_each and json_tree: a document, and a path into it. */
const jsonTables = /^jsonb?_(?:each|tree)$/

/**
 * Does a comparison in this text perhaps ask for something else? In SQLite `from pragma_table_info where arg = 'x'` names
 * a table, and `from docs where docs = 'x'` is a search in the language of the full text search.
 */
export function readsHiddenColumns(text: string, parts: readonly Part[]): boolean {
  const tables = new Set<string>()
  const compared = new Set<string>()
  let isRanked = false
  for (const [index, part] of parts.entries()) {
    const name = nameOf(text, part)
    if (name === null) continue
    const [before, after] = [parts[index - 1], parts[index + 1]]
    if (isTable(part, before)) tables.add(name)
    if (after?.word === '.' || (after?.word === '(' && !part.inExpression)) continue
    if (part.inExpression) compared.add(name)
    isRanked ||= name === 'rank' && isCompared(before, after)
  }
  const hasArguments = [...tables].some(
    (name) =>
      argumentTables.test(name) ||
      compared.has(name) ||
      (jsonTables.test(name) && (compared.has('json') || compared.has('root'))),
  )
  return isRanked || hasArguments
}

function nameOf(text: string, { token, word }: Part): string | null {
  if (token.kind === 'word') return word.toLowerCase()
  if (token.kind !== 'quoted') return null
  return text.slice(token.start + 1, token.end - 1).toLowerCase()
}

function isTable(part: Part, before: Part | undefined): boolean {
  if (before === undefined) return false
  const keyword = keywordOf(before)
  if (keyword === 'FROM' || keyword === 'JOIN' || keyword === 'IN') return true
  return !part.inExpression && ['.', ',', '('].includes(before.word)
}

function isCompared(before: Part | undefined, after: Part | undefined): boolean {
  const compares = (part: Part | undefined) =>
    part !== undefined && ['=', 'IN', 'MATCH', 'IS', 'LIKE', ')'].includes(part.word)
  return compares(before) || compares(after)
}
