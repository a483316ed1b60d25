import { isSignificant, scanSql } from '#shared/sql/scan-sql.ts'
import { splitStatements } from '#shared/sql/split-statements.ts'
import { postgresDialect } from './postgres-dialect.ts'

/** First words of statements that always or (CALL, EXECUTE) sometimes return rows. */
const returning = new Set([
  ...['SELECT', 'WITH', 'VALUES', 'TABLE', 'SHOW', 'EXPLAIN', 'FETCH', 'EXECUTE', 'CALL', '('],
])
const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/**
 * Index of the last statement that may return rows: its rows are the result
 * (docs/reference/connectors.md#postgresql-types). It must be known before the first row is read, because nothing is
 * buffered. -1 if there is none.
 */
export function resultStatement(text: string): number {
  return splitStatements(text, postgresDialect).findLastIndex((statement) => mayReturnRows(statement.text))
}

/** The first word of a statement, in upper case. */
export function firstWord(statement: string): string {
  const first = scanSql(statement, postgresDialect).find(isSignificant)
  return first === undefined ? '' : statement.slice(first.start, first.end).toUpperCase()
}

function mayReturnRows(statement: string): boolean {
  const words = scanSql(statement, postgresDialect)
    .filter((token) => isSignificant(token) && token.kind !== 'quoted')
    .map((token) => statement.slice(token.start, token.end).toUpperCase())
  const first = words[0] ?? ''
  return returning.has(first) || (changing.has(first) && words.includes('RETURNING'))
}
