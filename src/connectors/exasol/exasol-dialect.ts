import type { BindRules } from '#shared/sql/bound-value.ts'
import type { SqlDialect } from '#shared/sql/scan-sql.ts'

/** How Exasol writes strings, names and comments. Whether `[name]` is a name is not documented: no position after one is clear. */
export const exasolDialect: SqlDialect = {
  backslashEscapes: false,
  dollarQuotes: false,
  variableSigns: '$?:@[',
  hashComments: false,
  vagueComments: true,
  backtickNames: false,
}

/** Values are sent as the literals that the text holds: in a literal only the quote is special. */
export const exasolBinding: BindRules = {
  dialect: exasolDialect,
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
    textTypes: new Set(['VARCHAR', 'CHAR']),
    unquoted: false,
    // a column without a name is called by its text
    textNamesColumns: true,
    convertsLists: true,
    hiddenColumns: false,
  },
}
