import { isSignificant, type SqlDialect, type SqlToken, scanSql } from '../queries/scan-sql.ts'

/** A significant token of a text and what is known of its surroundings. */
export interface Part {
  token: SqlToken
  /** upper case; '' for quoted parts */
  word: string
  /** in a place that WHERE, ON, LIMIT or OFFSET opened, and in no list of columns */
  inConditions: boolean
  /** directly in the parentheses of `IN (…)` */
  inList: boolean
  /** AND that belongs to BETWEEN */
  isBetweenAnd: boolean
  /** in a statement that reads or writes rows, and so takes parameters */
  inQuery: boolean
}

interface Level {
  clause: 'columns' | 'conditions' | 'other'
  /** some parenthesis around it stands in a list of columns */
  inColumns: boolean
  isList: boolean
  openBetween: boolean
}

const queryVerbs = new Set([
  'SELECT',
  'WITH',
  'INSERT',
  'UPDATE',
  'DELETE',
  'MERGE',
  'REPLACE',
  'VALUES',
  'TABLE',
  'FROM',
  '(',
])
const columnClauses = new Set([
  'SELECT',
  'GROUP',
  'ORDER',
  'HAVING',
  'QUALIFY',
  'WINDOW',
  'RETURNING',
  'PARTITION',
])
const conditionClauses = new Set(['WHERE', 'ON', 'LIMIT', 'OFFSET'])
const otherClauses = new Set([
  'FROM',
  'JOIN',
  'UNION',
  'INTERSECT',
  'EXCEPT',
  'VALUES',
  'SET',
  'USING',
  'INTO',
  'WITH',
])

/** Walks through the text once, statement by statement. */
export function readParts(text: string, dialect: SqlDialect): Part[] {
  const parts: Part[] = []
  let levels: Level[] = [newLevel('other')]
  let inQuery: boolean | null = null
  for (const token of scanSql(text, dialect)) {
    if (!isSignificant(token)) continue
    const word = token.kind === 'quoted' ? '' : text.slice(token.start, token.end).toUpperCase()
    if (word === ';') {
      levels = [newLevel('other')]
      inQuery = null
    } else inQuery ??= queryVerbs.has(word)
    const before = parts.at(-1)
    if (word === ')' && levels.length > 1) levels.pop()
    const level = levels.at(-1) ?? newLevel('other')
    const isBetweenAnd = word === 'AND' && level.openBetween
    readClause(level, word, before?.word)
    parts.push({
      token,
      word,
      inConditions: level.clause === 'conditions' && !level.inColumns,
      inList: level.isList,
      isBetweenAnd,
      inQuery: inQuery === true,
    })
    if (word === '(') {
      const inColumns = level.inColumns || level.clause === 'columns'
      levels.push({ ...newLevel(level.clause), inColumns, isList: before?.word === 'IN' })
    }
  }
  return parts
}

function newLevel(clause: Level['clause']): Level {
  return { clause, inColumns: false, isList: false, openBetween: false }
}

function readClause(level: Level, word: string, before: string | undefined): void {
  if (word === 'BETWEEN') level.openBetween = true
  else if (word === 'AND') level.openBetween = false
  if (before === '.') return
  // `IN (SELECT …)` is no list
  if (before === '(' && queryVerbs.has(word)) level.isList = false
  if (columnClauses.has(word)) level.clause = 'columns'
  else if (conditionClauses.has(word) && before !== 'DISTINCT') level.clause = 'conditions'
  else if (otherClauses.has(word) && before !== 'DISTINCT') level.clause = 'other'
}
