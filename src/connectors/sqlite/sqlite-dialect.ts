import type { BindRules } from '#shared/sql/bound-value.ts'
import type { AutoLimitDialect } from '../connector.ts'

/** How SQLite writes strings, names and comments. */
export const sqliteDialect: AutoLimitDialect = {
  kind: 'limit',
  backslashEscapes: false,
  dollarQuotes: false,
  variableSigns: '$?@:#',
  hashComments: false,
  backtickNames: true,
  bracketNames: true,
}

/** SQLite names unnamed columns after their text, so only conditions take bound values. */
export const sqliteBinding: BindRules = {
  dialect: sqliteDialect,
  doubleQuotedStrings: false,
  literals: 'conditions',
  numbers: 'integers',
  castWords: [],
  placeholders: '?',
  safe: {
    comparisons: ['=', '==', '<>', '!=', '<', '>', '<=', '>='],
    patterns: ['LIKE'],
    castFunctions: ['CAST'],
    colonCasts: false,
    typedLiterals: [],
    plainTypes: new Set([
      ...['INT', 'INTEGER', 'BIGINT', 'SMALLINT', 'REAL', 'DOUBLE', 'FLOAT', 'NUMERIC', 'DECIMAL', 'BOOLEAN'],
      // SQLite converts these to numbers too
      ...['DATE', 'DATETIME'],
    ]),
    textTypes: new Set(['TEXT', 'VARCHAR', 'CHAR']),
    unquoted: true,
    textNamesColumns: true,
    convertsLists: false,
    hiddenColumns: true,
  },
}
