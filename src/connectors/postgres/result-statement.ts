import { firstSignificant } from '#shared/sql/scan-sql.ts'
import type { ReadStatement } from '#shared/sql/split-statements.ts'
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
export function resultStatement(statements: readonly ReadStatement[]): ResultStatement {
  const index = statements.findLastIndex(
    ({ first, notedOutside }) =>
      returning.has(first) || (changing.has(first) && notedOutside.has('RETURNING')),
  )
  const found = statements[index]
  return {
    index,
    returnsChanged: found?.notedOutside.has('RETURNING') ?? false,
    isPrepared: found?.first === 'EXECUTE',
  }
}

/** The first word of a statement, in upper case. */
export function firstWord(statement: string): string {
  const first = firstSignificant(statement, postgresDialect)
  return first === null ? '' : statement.slice(first.start, first.end).toUpperCase()
}
