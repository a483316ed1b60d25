import type { BindRules } from '#shared/sql/bound-value.ts'
import type { AutoLimitDialect } from '../connector.ts'

/** How Snowflake writes strings, names and comments. */
export const snowflakeDialect: AutoLimitDialect = {
  kind: 'limit',
  backslashEscapes: true,
  dollarQuotes: false,
  heredocs: true,
  variableSigns: '$?@',
  hashComments: false,
  slashLines: true,
  vagueComments: true,
  backtickNames: false,
}

/** Values are sent as the literals that the text holds: no setting changes how Snowflake reads them. */
export const snowflakeBinding: BindRules = {
  dialect: snowflakeDialect,
  doubleQuotedStrings: false,
  literals: 'anywhere',
  numbers: 'none',
  castWords: [],
  placeholders: 'literal',
  safe: {
    comparisons: ['=', '<>', '!=', '<', '>', '<=', '>='],
    patterns: ['LIKE', 'ILIKE'],
    castFunctions: ['CAST', 'TRY_CAST'],
    colonCasts: true,
    // none: what a text as a date or number is compared with may be converted too, and an error shows it
    typedLiterals: [],
    plainTypes: new Set(),
    textTypes: new Set(['VARCHAR', 'STRING', 'TEXT', 'CHAR']),
    unquoted: false,
    // a column without a name is called by its text
    textNamesColumns: true,
    convertsLists: true,
    hiddenColumns: false,
  },
}
