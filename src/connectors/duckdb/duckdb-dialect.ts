import type { AutoLimitDialect } from '../connector.ts'

/** How DuckDB writes strings, names and comments: as PostgreSQL does. */
export const duckdbDialect: AutoLimitDialect = {
  kind: 'limit',
  backslashEscapes: false,
  dollarQuotes: true,
  hashComments: false,
  backtickNames: false,
}
