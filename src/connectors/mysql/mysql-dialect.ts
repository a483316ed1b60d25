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
    // no numbers: a column of text beside a number is read as a number as well, so that 0 equals every word
    typedLiterals: ['DATE', 'TIME', 'TIMESTAMP'],
    plainTypes: new Set(['DATE', 'TIME', 'DATETIME']),
    textTypes: new Set(['CHAR']),
    unquoted: false,
    hiddenColumns: false,
  },
}
