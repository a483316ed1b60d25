import type { BindRules } from '#shared/sql/bound-value.ts'
import type { SqlDialect } from '#shared/sql/scan-sql.ts'

/** SQL of Elasticsearch: strings as in the standard, and names in back quotes, which it refuses. */
export const elasticSqlDialect: SqlDialect = {
  backslashEscapes: false,
  dollarQuotes: false,
  variableSigns: '$?',
  hashComments: false,
  backtickNames: true,
  returnEndsLine: true,
}

/** SQL of OpenSearch and Open Distro is like that of MySQL; releases differ in what a backslash means. */
export const openSqlDialect: SqlDialect = {
  backslashEscapes: true,
  dollarQuotes: false,
  variableSigns: '$?',
  hashComments: true,
  backtickNames: true,
}

/** Values are parameters of the request (`sql-session.ts`); the text with literals is what is shown and hashed. */
export const elasticSqlBinding: BindRules = {
  dialect: elasticSqlDialect,
  doubleQuotedStrings: false,
  literals: 'anywhere',
  numbers: 'none',
  castWords: [],
  placeholders: 'literal',
  safe: {
    comparisons: ['=', '<>', '!=', '<', '>', '<=', '>='],
    patterns: ['LIKE'],
    castFunctions: ['CAST'],
    colonCasts: false,
    // none: what a text as a date or number is compared with may be converted too, and an error shows it
    typedLiterals: [],
    plainTypes: new Set(),
    textTypes: new Set(['VARCHAR', 'STRING', 'KEYWORD']),
    unquoted: false,
    // a column without an alias is named after the text with the question marks
    textNamesColumns: false,
    convertsLists: true,
    hiddenColumns: false,
  },
}
