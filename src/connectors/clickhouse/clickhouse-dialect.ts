import type { BindRules } from '#shared/sql/bound-value.ts'
import type { AutoLimitDialect } from '../connector.ts'

/** How ClickHouse writes strings, names and comments. */
export const clickhouseDialect: AutoLimitDialect = {
  kind: 'limit',
  backslashEscapes: true,
  dollarQuotes: false,
  variableSigns: '$?',
  hashComments: false,
  backtickNames: true,
  hashLines: true,
  nestedComments: true,
  backtickEscapes: true,
  heredocs: true,
}

/**
 * Values are sent as the literals that the text holds: no setting changes how ClickHouse reads them, while its own
 * parameters (`{name:Type}`) need a type that only the author knows.
 */
export const clickhouseBinding: BindRules = {
  dialect: clickhouseDialect,
  doubleQuotedStrings: false,
  literals: 'anywhere',
  numbers: 'none',
  castWords: [],
  placeholders: 'literal',
  safe: {
    comparisons: ['=', '==', '<>', '!=', '<', '>', '<=', '>='],
    patterns: ['LIKE', 'ILIKE'],
    castFunctions: ['CAST'],
    colonCasts: true,
    // none: what a text as a date or number is compared with may be converted too, and an error shows it
    typedLiterals: [],
    plainTypes: new Set(),
    textTypes: new Set(['STRING', 'TEXT', 'VARCHAR', 'CHAR']),
    unquoted: false,
    textNamesColumns: true,
    convertsLists: true,
    hiddenColumns: false,
  },
}
