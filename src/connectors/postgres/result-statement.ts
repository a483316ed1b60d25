import { isSignificant, type SqlDialect, scanSql } from '#shared/queries/scan-sql.ts'
import { splitStatements } from '#shared/queries/split-statements.ts'

const dialect: SqlDialect = {
  backslashEscapes: false,
  dollarQuotes: true,
  hashComments: false,
  backtickNames: false,
}

/** First words of statements that return rows always or, like CALL and EXECUTE, perhaps. */
const returning = new Set([
  ...['SELECT', 'WITH', 'VALUES', 'TABLE', 'SHOW', 'EXPLAIN', 'FETCH', 'EXECUTE', 'CALL', '('],
])
const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/**
 * Index of the last statement that may return rows: its rows are the result (reference-connectors 2.2), and it must be
 * known before the first row is read, as nothing is buffered. -1 when there is none.
 */
export function resultStatement(text: string): number {
  return splitStatements(text, dialect).findLastIndex((statement) => mayReturnRows(statement.text))
}

function mayReturnRows(statement: string): boolean {
  const words = scanSql(statement, dialect)
    .filter((token) => isSignificant(token) && token.kind !== 'quoted')
    .map((token) => statement.slice(token.start, token.end).toUpperCase())
  const first = words[0] ?? ''
  return returning.has(first) || (changing.has(first) && words.includes('RETURNING'))
}
