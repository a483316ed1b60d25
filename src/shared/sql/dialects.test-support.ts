import type { SqlDialect } from './scan-sql.ts'

/** Dialects as different as those of the connectors, which this folder may not import. */
export const pg: SqlDialect = {
  backslashEscapes: false,
  dollarQuotes: true,
  variableSigns: '$',
  hashComments: false,
  backtickNames: false,
}
export const mysql: SqlDialect = {
  backslashEscapes: true,
  dollarQuotes: false,
  variableSigns: '?',
  hashComments: true,
  backtickNames: true,
}
