import type { BindRules } from '#shared/sql/bound-value.ts'
import type { AutoLimitDialect } from '../connector.ts'

/** How DuckDB writes strings, names and comments: as PostgreSQL does. */
export const duckdbDialect: AutoLimitDialect = {
  kind: 'limit',
  backslashEscapes: false,
  dollarQuotes: true,
  variableSigns: '$?',
  hashComments: false,
  backtickNames: false,
}

/** DuckDB names unnamed columns after their text, so only conditions take bound values. */
export const duckdbBinding: BindRules = {
  dialect: duckdbDialect,
  doubleQuotedStrings: false,
  literals: 'conditions',
  numbers: 'integers',
  castWords: ['date', 'time', 'timestamp', 'timestamptz', 'interval', 'uuid'],
  placeholders: '$',
  safe: {
    comparisons: ['=', '==', '<>', '!=', '<', '>', '<=', '>='],
    patterns: ['LIKE', 'ILIKE'],
    castFunctions: ['CAST', 'TRY_CAST'],
    colonCasts: true,
    // none: a column of text beside a number or a date is converted as well, and an error shows what is in other rows
    typedLiterals: [],
    plainTypes: new Set(),
    textTypes: new Set(['TEXT', 'VARCHAR', 'CHAR', 'STRING']),
    unquoted: false,
    textNamesColumns: true,
    convertsLists: true,
    hiddenColumns: false,
  },
}

/** The same with names of queries (src/shared/sql/query-references.ts). */
export const resultsDialect: AutoLimitDialect = { ...duckdbDialect, queriesWithValues: true }
export const resultsBinding: BindRules = { ...duckdbBinding, dialect: resultsDialect }
