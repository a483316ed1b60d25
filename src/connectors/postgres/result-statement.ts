import { isSignificant, scanSql } from '#shared/sql/scan-sql.ts'
import { splitStatements } from '#shared/sql/split-statements.ts'
import { postgresDialect } from './postgres-dialect.ts'

/** First words of statements that always or (CALL, EXECUTE) sometimes return rows. */
const returning = new Set([
  ...['SELECT', 'WITH', 'VALUES', 'TABLE', 'SHOW', 'EXPLAIN', 'FETCH', 'EXECUTE', 'CALL', '('],
])
const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** The statement whose rows are the result. */
export interface ResultStatement {
  /** -1: there is none */
  index: number
  /** it ends with RETURNING, so each row that it changes is a row of the result */
  returnsChanged: boolean
  /** it runs a prepared statement, which is not known here */
  isPrepared: boolean
}

/**
 * The last statement that may return rows (docs/reference/connectors.md#postgresql-types). It must be known before the
 * first row is read, because nothing is buffered.
 */
export function resultStatement(text: string): ResultStatement {
  const all = splitStatements(text, postgresDialect).map((statement) => outerWords(statement.text))
  const index = all.findLastIndex(mayReturnRows)
  const words = all[index] ?? []
  return { index, returnsChanged: words.includes('RETURNING'), isPrepared: words[0] === 'EXECUTE' }
}

/** The first word of a statement, in upper case. */
export function firstWord(statement: string): string {
  const first = scanSql(statement, postgresDialect).find(isSignificant)
  return first === undefined ? '' : statement.slice(first.start, first.end).toUpperCase()
}

/** Words and signs outside of parentheses, in upper case: within, RETURNING belongs to a query or a function there. */
function outerWords(statement: string): string[] {
  let depth = 0
  return scanSql(statement, postgresDialect)
    .filter((token) => isSignificant(token) && token.kind !== 'quoted')
    .map((token) => statement.slice(token.start, token.end).toUpperCase())
    .filter((word) => {
      if (word === ')') depth--
      const isOuter = depth <= 0
      if (word === '(') depth++
      return isOuter
    })
}

function mayReturnRows(words: readonly string[]): boolean {
  const first = words[0] ?? ''
  return returning.has(first) || (changing.has(first) && words.includes('RETURNING'))
}
