import type { BindRules } from '#shared/sql/bound-value.ts'
import type { AutoLimitDialect } from '../connector.ts'

/** How BigQuery writes strings, names and comments, in both of its languages. */
export const bigqueryDialect: AutoLimitDialect = {
  kind: 'limit',
  backslashEscapes: true,
  escapedQuotes: true,
  dollarQuotes: false,
  variableSigns: '$?@',
  hashComments: false,
  hashLines: true,
  backtickNames: true,
}

/**
 * Values are sent as the literals that the text holds. Parameters of the service exist in one of its two languages only,
 * and not in every statement of a script.
 */
export const bigqueryBinding: BindRules = {
  dialect: bigqueryDialect,
  doubleQuotedStrings: true,
  literals: 'anywhere',
  numbers: 'none',
  castWords: [],
  placeholders: 'literal',
  safe: {
    comparisons: ['=', '<>', '!=', '<', '>', '<=', '>='],
    patterns: ['LIKE'],
    castFunctions: ['CAST', 'SAFE_CAST'],
    colonCasts: false,
    // none: what a text as a date or number is compared with may be converted too, and an error shows it
    typedLiterals: [],
    plainTypes: new Set(),
    textTypes: new Set(['STRING']),
    unquoted: false,
    // unnamed columns are called f0_, f1_, …
    textNamesColumns: false,
    convertsLists: true,
    hiddenColumns: false,
  },
}
