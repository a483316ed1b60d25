import type { BindRules } from '#shared/parameters/bound-value.ts'
import type { AutoLimitDialect } from '../connector.ts'

/** How MySQL and MariaDB write strings, names and comments, unless the server is told otherwise. */
export const mysqlDialect: AutoLimitDialect = {
  kind: 'limit',
  backslashEscapes: true,
  dollarQuotes: false,
  variableSigns: '$?',
  hashComments: true,
  backtickNames: true,
}

/**
 * The session writes the literals itself, as it knows how the server reads them at that moment. The binary protocol of
 * prepared statements is not for us: it sends numbers and times in other forms than the text that MySQL prints, names
 * columns otherwise, and refuses expressions in GROUP BY that differ in nothing but the number of a parameter.
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
