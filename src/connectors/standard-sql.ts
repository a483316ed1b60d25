import type { BindRules } from '#shared/sql/bound-value.ts'
import type { AutoLimitDialect } from './connector.ts'

/** How the standard writes strings, names and comments; Trino, Athena and DynamoDB do so too. */
export const standardDialect: AutoLimitDialect = {
  kind: 'limit',
  backslashEscapes: false,
  dollarQuotes: false,
  variableSigns: '$?',
  hashComments: false,
  backtickNames: false,
}

/** Values are sent as the literals that the text holds: in a literal only the quote is special. */
export const standardBinding: BindRules = {
  dialect: standardDialect,
  doubleQuotedStrings: false,
  literals: 'anywhere',
  numbers: 'none',
  castWords: [],
  placeholders: 'literal',
  safe: {
    comparisons: ['=', '<>', '!=', '<', '>', '<=', '>='],
    patterns: ['LIKE'],
    castFunctions: ['CAST', 'TRY_CAST'],
    colonCasts: false,
    // none: what a text as a date or number is compared with may be converted too, and an error shows it
    typedLiterals: [],
    plainTypes: new Set(),
    textTypes: new Set(['VARCHAR', 'CHAR']),
    unquoted: false,
    // unnamed columns are called _col0, _col1, …
    textNamesColumns: false,
    convertsLists: true,
    hiddenColumns: false,
  },
}
