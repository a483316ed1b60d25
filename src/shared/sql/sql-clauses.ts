import { bareStatementReader } from './bare-statements.ts'
import { beginsOtherStatement, isClearClause } from './clause-words.ts'
import { routineBody } from './routine-body.ts'
import { isSignificant, type SqlDialect, type SqlToken } from './scan-sql.ts'
import { asciiUpper, isClearGap, isClearToken } from './sql-clarity.ts'
import { endsNegated, isListBefore, starReader } from './sql-operands.ts'
import { keywordOf, type Part } from './sql-parts.ts'
import { innerScope, outerScope, readScope, type Scope } from './sql-scopes.ts'

interface Level {
  clause: 'columns' | 'conditions' | 'other'
  /** a parenthesis around it is in a select list */
  inColumns: boolean
  isList: boolean
  openBetween: boolean
  /** open `[` and `{` of lists and structs: their commas do not separate clauses */
  brackets: number
  scope: Scope
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

/**
 * Walks through the tokens of the text once, statement by statement. Returns the parts, and the offset up to which all databases
 * split the text into the same tokens.
 */
export function readText(
  text: string,
  tokens: readonly SqlToken[],
  dialect: SqlDialect,
): { parts: Part[]; clearUntil: number } {
  let clearUntil = text.length
  const parts: Part[] = []
  let levels: Level[] = [newLevel('other', outerScope())]
  let inQuery: boolean | null = null
  let isClear = true
  const body = routineBody()
  const readStars = starReader()
  const readBareStatements = bareStatementReader(dialect)
  for (const token of tokens) {
    if (!isSignificant(token)) {
      if (isClear && !isClearGap(text, token, dialect)) {
        isClear = false
        clearUntil = token.start
      }
      continue
    }
    const word = token.kind === 'quoted' ? '' : asciiUpper(text.slice(token.start, token.end))
    if (word === ';') {
      levels = [newLevel('other', outerScope())]
      // the statements in the body of a routine are part of its definition
      if (!body.isOpen()) {
        inQuery = null
        body.reset()
      }
    } else {
      inQuery ??= queryVerbs.has(word)
      if (inQuery === false) body.read(word)
    }
    const before = parts.at(-1)
    if (word === ')' && levels.length > 1) levels.pop()
    const level = levels.at(-1) ?? newLevel('other', outerScope())
    const isBetweenAnd = word === 'AND' && level.openBetween
    const isVariable = isVariableName(token, before, dialect)
    const isName = isVariable || (before !== undefined && (before.word === '.' || keywordOf(before) === 'AS'))
    readBrackets(level, word)
    const keyword = isName || (word === ',' && level.brackets > 0) ? '' : word
    if (!isVariable) readClause(level, word, before?.word)
    readBetween(level, keyword, parts)
    if (isClear && !(isClearToken(text, token, parts, dialect) && isClearClause(word, keyword, parts))) {
      isClear = false
      clearUntil = token.start
    }
    if (beginsOtherStatement(text, token, keyword, parts)) level.scope.takesConditions = false
    readScope(level.scope, keyword, parts)
    const mayCompare = readBareStatements(token, keyword, parts)
    parts.push({
      token,
      word,
      isClear,
      inConditions: level.clause === 'conditions' && !level.inColumns,
      inList: level.isList,
      isBetweenAnd,
      inQuery: inQuery === true,
      inExpression: inQuery === true && isClear && level.scope.takesConditions && mayCompare,
      inValueList: level.scope.isList,
      isName,
      holdsStar: readStars(word, parts),
      opener: level.scope.opener,
    })
    if (word === '(') {
      const inColumns = level.inColumns || level.clause === 'columns'
      const opener = before === undefined ? '' : keywordOf(before)
      const scope = innerScope(level.scope, opener, isListBefore(parts, parts.length - 1))
      levels.push({ ...newLevel(level.clause, scope), inColumns, isList: before?.word === 'IN' })
    }
  }
  return { parts, clearUntil }
}

/** The name of MySQL's `@select`, which is no keyword. */
function isVariableName(token: SqlToken, before: Part | undefined, { hashComments }: SqlDialect): boolean {
  return hashComments && before?.word === '@' && before.token.end === token.start && token.kind === 'word'
}

function newLevel(clause: Level['clause'], scope: Scope): Level {
  return { clause, inColumns: false, isList: false, openBetween: false, brackets: 0, scope }
}

function readBrackets(level: Level, word: string): void {
  if (word === '[' || word === '{') level.brackets++
  else if ((word === ']' || word === '}') && level.brackets > 0) level.brackets--
}

function readClause(level: Level, word: string, before: string | undefined): void {
  if (before === '.') return
  // `IN (SELECT …)` is not a list
  if (before === '(' && queryVerbs.has(word)) level.isList = false
  if (columnClauses.has(word)) level.clause = 'columns'
  else if (conditionClauses.has(word) && before !== 'DISTINCT') level.clause = 'conditions'
  else if (otherClauses.has(word) && before !== 'DISTINCT') level.clause = 'other'
}

/** Finds the AND of BETWEEN: the next one in the same parentheses, with no other condition or CASE before it. */
function readBetween(level: Level, keyword: string, before: readonly Part[]): void {
  if (keyword === 'BETWEEN') level.openBetween = endsNegated(before, before.length - 1)
  else if (betweenEnds.has(keyword)) level.openBetween = false
}

const betweenEnds = new Set([
  ...[
    'AND',
    'OR',
    'XOR',
    'NOT',
    'CASE',
    'WHEN',
    'THEN',
    'ELSE',
    'END',
    'SELECT',
    'FROM',
    'WHERE',
    'ON',
    'GROUP',
  ],
  ...['HAVING', 'ORDER', 'LIMIT', 'UNION', 'INTERSECT', 'EXCEPT', ',', ';'],
])
