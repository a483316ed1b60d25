import { firstSignificant } from '#shared/sql/scan-sql.ts'
import type { ReadStatement } from '#shared/sql/split-statements.ts'
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
export function resultStatement(statements: readonly ReadStatement[]): number {
  return statements.findLastIndex(
    ({ first, noted }) => returning.has(first) || (changing.has(first) && noted.has('RETURNING')),
  )
}

/** The first word of a statement, in upper case. */
export function firstWord(statement: string): string {
  const first = firstSignificant(statement, postgresDialect)
  return first === null ? '' : statement.slice(first.start, first.end).toUpperCase()
}
