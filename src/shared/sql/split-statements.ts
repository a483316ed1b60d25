import { isSignificant, type SqlDialect, type SqlToken, scanSql } from './scan-sql.ts'

/** One statement of a text: `text.slice(start, end)`, without its semicolon and without trailing comments. */
export interface Statement {
  text: string
  start: number
  end: number
}

/**
 * The statements of a text in order (docs/reference/connectors.md#statements). Semicolons inside strings, quoted names,
 * comments and the bodies of stored routines do not separate; empty and comment-only statements are dropped; comments
 * before a statement stay with it.
 */
export function splitStatements(text: string, dialect: SqlDialect): Statement[] {
  const statements: Statement[] = []
  let group: SqlToken[] = []
  const finish = () => {
    const statement = statementOf(text, group)
    if (statement !== null) statements.push(statement)
    group = []
  }
  const body = routineBody()
  for (const token of scanSql(text, dialect)) {
    const isSemicolon = token.kind === 'symbol' && text[token.start] === ';'
    if (isSemicolon && !body.isOpen()) {
      finish()
      body.reset()
    } else {
      group.push(token)
      if (isSignificant(token)) body.read(text.slice(token.start, token.end).toUpperCase())
    }
  }
  finish()
  return statements
}

/** Trailing comments, semicolons and empty statements dropped; the rest joined with `;` and a new line. */
export function normalizeStatements(text: string, dialect: SqlDialect): string {
  return splitStatements(text, dialect)
    .map((statement) => statement.text)
    .join(';\n')
}

function statementOf(text: string, tokens: readonly SqlToken[]): Statement | null {
  const first = tokens.find((token) => token.kind !== 'space')
  const last = tokens.findLast(isSignificant)
  if (first === undefined || last === undefined) return null
  return { text: text.slice(first.start, last.end), start: first.start, end: last.end }
}

const routineKinds = new Set(['PROCEDURE', 'FUNCTION', 'TRIGGER', 'EVENT'])
const blocksEndedByTheirName = new Set(['IF', 'LOOP', 'WHILE', 'REPEAT', 'FOR'])

/**
 * Follows `CREATE FUNCTION … BEGIN … END` and `CREATE RULE … DO (…; …)`, whose semicolons belong to the statement. A
 * word is evaluated once the next one is known, because of `END IF`.
 */
function routineBody() {
  let count = 0
  let isCreate = false
  let isRoutine = false
  let isRule = false
  let blocks = 0
  let parentheses = 0
  let wasEnd = false
  const closeEnd = (next: string) => {
    wasEnd = false
    if (!blocksEndedByTheirName.has(next)) blocks--
  }
  return {
    reset() {
      count = blocks = parentheses = 0
      isCreate = isRoutine = isRule = wasEnd = false
    },
    isOpen() {
      if (wasEnd) closeEnd(';')
      return blocks > 0 || (isRule && parentheses > 0)
    },
    read(part: string) {
      if (wasEnd) {
        closeEnd(part)
        if (part === 'CASE') return
      }
      if (count++ === 0) isCreate = part === 'CREATE'
      if (!isCreate) return
      if (routineKinds.has(part)) isRoutine = true
      if (part === 'RULE') isRule = true
      if (part === '(') parentheses++
      if (part === ')') parentheses--
      if (!isRoutine) return
      if (part === 'BEGIN' || (part === 'CASE' && blocks > 0)) blocks++
      if (part === 'END' && blocks > 0) wasEnd = true
    },
  }
}
