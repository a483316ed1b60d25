import type { BindRules } from '#shared/sql/bound-value.ts'
import type { AutoLimitDialect } from '../connector.ts'
import { standardBinding } from '../standard-dialect.ts'

/** Vertica writes strings, names and comments as PostgreSQL does. */
export const verticaDialect: AutoLimitDialect = {
  kind: 'limit',
  backslashEscapes: false,
  dollarQuotes: true,
  variableSigns: '$?:',
  // its documentation does not say whether comments nest
  vagueComments: true,
  hashComments: false,
  backtickNames: false,
}

/** Every session begins with standard strings, in which a backslash is no escape. */
export const verticaBinding: BindRules = {
  ...standardBinding,
  dialect: verticaDialect,
  safe: { ...standardBinding.safe, patterns: ['LIKE', 'ILIKE'] },
}
