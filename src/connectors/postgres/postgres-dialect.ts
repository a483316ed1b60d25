import type { BindRules } from '#shared/parameters/bound-value.ts'
import type { AutoLimitDialect } from '../connector.ts'

/** How PostgreSQL writes strings, names and comments. */
export const postgresDialect: AutoLimitDialect = {
  kind: 'limit',
  backslashEscapes: false,
  dollarQuotes: true,
  hashComments: false,
  backtickNames: false,
}

/** Literals without a type and parameters without one are understood alike: wherever a literal may stand. */
export const postgresBinding: BindRules = {
  dialect: postgresDialect,
  doubleQuotedStrings: false,
  literals: 'anywhere',
  numbers: 'all',
  castWords: ['date', 'time', 'timetz', 'timestamp', 'timestamptz', 'interval', 'json', 'jsonb', 'uuid'],
  placeholders: '$',
}
