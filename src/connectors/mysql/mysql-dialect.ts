import type { BindRules } from '#shared/sql/bound-value.ts'
import type { AutoLimitDialect } from '../connector.ts'

/** How MySQL and MariaDB write strings, names and comments by default. */
export const mysqlDialect: AutoLimitDialect = {
  kind: 'limit',
  backslashEscapes: true,
  dollarQuotes: false,
  variableSigns: '$?',
  hashComments: true,
  backtickNames: true,
}

/**
 * The session writes the literals itself, because it knows the server's current modes. Prepared statements do not fit:
 * their binary protocol sends numbers and times in other forms than the text that MySQL prints, names columns
 * differently, and refuses GROUP BY expressions that differ only in the number of a parameter.
 */
export const mysqlBinding: BindRules = {
  dialect: mysqlDialect,
  doubleQuotedStrings: true,
  literals: 'anywhere',
  numbers: 'none',
  castWords: [],
  placeholders: 'literal',
  safe: {
    comparisons: ['=', '<=>', '<>', '!=', '<', '>', '<=', '>='],
    patterns: ['LIKE'],
    castFunctions: ['CAST'],
    colonCasts: false,
    // none: a column of text beside a number or a date is converted as well, so that 0 equals every word
    typedLiterals: [],
    plainTypes: new Set(),
    textTypes: new Set(['CHAR']),
    unquoted: false,
    textNamesColumns: true,
    convertsLists: false,
    hiddenColumns: false,
  },
}
