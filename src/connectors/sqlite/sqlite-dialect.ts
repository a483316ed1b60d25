import type { AutoLimitDialect } from '../connector.ts'

/** How SQLite writes strings, names and comments. */
export const sqliteDialect: AutoLimitDialect = {
  kind: 'limit',
  backslashEscapes: false,
  dollarQuotes: false,
  hashComments: false,
  backtickNames: true,
  bracketNames: true,
}
