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
/** Quotes are only escaped, and three of them are another kind of quote, as in BigQuery. */
export const escaped: SqlDialect = {
  ...mysql,
  hashComments: false,
  hashLines: true,
  escapedQuotes: true,
}
/** `//` and `$$` as in Snowflake. */
export const slashLines: SqlDialect = {
  ...pg,
  backslashEscapes: true,
  dollarQuotes: false,
  heredocs: true,
  slashLines: true,
}
/** Texts with quotes of their own, as in Oracle. */
export const oracle = { ...pg, dollarQuotes: false, quoteOperator: true, kind: 'fetch' } as const
