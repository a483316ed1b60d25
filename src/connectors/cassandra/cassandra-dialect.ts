import type { BindRules } from '#shared/sql/bound-value.ts'
import type { SqlDialect } from '#shared/sql/scan-sql.ts'

/** How CQL writes strings, names and comments. Of `$tag$ … $tag$` it has only `$$ … $$`, and refuses the others. */
const cqlDialect: SqlDialect = {
  backslashEscapes: false,
  dollarQuotes: false,
  variableSigns: '?:',
  hashComments: false,
  backtickNames: false,
  heredocs: true,
  slashLines: true,
}

/**
 * Values are sent as the literals that the text holds: in one, only the quote is special. CQL's own parameters are bytes
 * of a type that only a prepared statement knows.
 */
export const cqlBinding: BindRules = {
  dialect: cqlDialect,
  doubleQuotedStrings: false,
  literals: 'anywhere',
  numbers: 'none',
  castWords: [],
  placeholders: 'literal',
  safe: {
    // CQL has no <>, and refuses it
    comparisons: ['=', '<>', '!=', '<', '>', '<=', '>='],
    patterns: ['LIKE'],
    castFunctions: ['CAST'],
    colonCasts: false,
    typedLiterals: [],
    plainTypes: new Set(),
    textTypes: new Set(['TEXT', 'VARCHAR', 'ASCII', 'CHAR']),
    unquoted: false,
    textNamesColumns: true,
    convertsLists: true,
    hiddenColumns: false,
  },
}
