import type { AutoLimitDialect } from '../connector.ts'

/** DataFusion writes strings, names and comments as PostgreSQL does, and takes names in back quotes as well. */
export const influxdb3Dialect: AutoLimitDialect = {
  kind: 'limit',
  backslashEscapes: false,
  dollarQuotes: true,
  variableSigns: '$?',
  hashComments: false,
  backtickNames: true,
}
