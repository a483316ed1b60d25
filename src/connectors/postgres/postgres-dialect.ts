import type { BindRules } from '#shared/sql/bound-value.ts'
import type { AutoLimitDialect } from '../connector.ts'

/** How PostgreSQL writes strings, names and comments. */
export const postgresDialect: AutoLimitDialect = {
  kind: 'limit',
  backslashEscapes: false,
  dollarQuotes: true,
  variableSigns: '$',
  hashComments: false,
  backtickNames: false,
}

/**
 * PostgreSQL types untyped literals and untyped parameters alike, so values are bound wherever a literal is allowed.
 */
export const postgresBinding: BindRules = {
  dialect: postgresDialect,
  doubleQuotedStrings: false,
  literals: 'anywhere',
  numbers: 'all',
  castWords: ['date', 'time', 'timetz', 'timestamp', 'timestamptz', 'interval', 'json', 'jsonb', 'uuid'],
  placeholders: '$',
  safe: {
    comparisons: ['=', '<>', '!=', '<', '>', '<=', '>='],
    patterns: ['LIKE', 'ILIKE'],
    castFunctions: ['CAST'],
    colonCasts: true,
    typedLiterals: ['DATE', 'TIME', 'TIMETZ', 'TIMESTAMP', 'TIMESTAMPTZ', 'INTERVAL', 'UUID'],
    plainTypes: new Set([
      ...['SMALLINT', 'INT', 'INTEGER', 'BIGINT', 'INT2', 'INT4', 'INT8', 'NUMERIC', 'DECIMAL'],
      ...['REAL', 'FLOAT', 'FLOAT4', 'FLOAT8', 'DOUBLE', 'BOOLEAN', 'BOOL', 'UUID'],
      ...['DATE', 'TIME', 'TIMETZ', 'TIMESTAMP', 'TIMESTAMPTZ', 'INTERVAL'],
    ]),
    textTypes: new Set(['TEXT', 'VARCHAR', 'CHAR', 'CHARACTER']),
    unquoted: true,
    textNamesColumns: false,
    convertsLists: false,
    hiddenColumns: false,
  },
}

/** Redshift comes from PostgreSQL 8.0, in which backslashes in strings are escapes. */
export const redshiftDialect: AutoLimitDialect = { ...postgresDialect, backslashEscapes: true }

export const redshiftBinding: BindRules = { ...postgresBinding, dialect: redshiftDialect }
