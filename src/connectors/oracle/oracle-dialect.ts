import type { BindRules } from '#shared/sql/bound-value.ts'
import type { AutoLimitDialect } from '../connector.ts'

/** How Oracle writes strings, names and comments. `#` and `$` belong to names, and `:name` is a variable. */
export const oracleDialect: AutoLimitDialect = {
  kind: 'fetch',
  backslashEscapes: false,
  dollarQuotes: false,
  quoteOperator: true,
  variableSigns: '$?:@#',
  hashComments: false,
  vagueComments: true,
  backtickNames: false,
}

/** Values are sent as the literals that the text holds: no setting changes how Oracle reads them. */
export const oracleBinding: BindRules = {
  dialect: oracleDialect,
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
    textTypes: new Set(['VARCHAR2', 'NVARCHAR2', 'VARCHAR', 'CHAR', 'NCHAR']),
    unquoted: false,
    // a column without a name is called by its text
    textNamesColumns: true,
    convertsLists: true,
    hiddenColumns: false,
  },
}
