/** Text to insert into a statement at an offset. */
export interface LimitInsertion {
  at: number
  text: string
}

/** A significant token with its nesting in parentheses; words in upper case, quoted parts and long words as "". */
export interface SqlPart {
  index: number
  word: string
  depth: number
  start: number
  end: number
}

/** Words at the top of a statement with which TOP is not allowed, changes what is asked for, or limits only one part. */
const endings = new Set(['TOP', 'OFFSET', 'FETCH', 'INTO', 'FOR', 'UNION', 'INTERSECT', 'EXCEPT'])

/**
 * Where ` TOP n` goes into a statement of SQL Server: after SELECT and DISTINCT of its main query. null: it is not a
 * read, has a limit, or combines several SELECTs, of which TOP would limit only one. `FOR XML` and `FOR JSON` give one
 * document, and assignments to variables (`select @n = a from t`) no rows.
 */
export function topInsertion(parts: readonly SqlPart[], limit: number): LimitInsertion | null {
  const top = parts.filter((part) => part.depth === 0)
  const main = top.findIndex(({ word }) => word === 'SELECT')
  const isRead = main === 0 || (top[0]?.word === 'WITH' && main > 0 && !top.slice(0, main).some(isWrite))
  if (!isRead) return null
  const rest = top.slice(main + 1)
  if (rest.some(({ word }, index) => endings.has(word) && rest[index - 1]?.word !== '.')) return null
  if (rest.some(({ word }) => word === 'SELECT')) return null
  const behind = rest[0]?.word === 'DISTINCT' || rest[0]?.word === 'ALL' ? 1 : 0
  // the scanner gives `@name` as a sign and a word
  if (rest[behind]?.word === '@') return null
  const last = top[main + behind]
  return last === undefined ? null : { at: last.end, text: ` TOP ${limit}` }
}

function isWrite({ word }: SqlPart): boolean {
  return word === 'INSERT' || word === 'UPDATE' || word === 'DELETE' || word === 'MERGE'
}
