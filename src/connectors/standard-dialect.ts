import type { BindRules } from '#shared/sql/bound-value.ts'
import type { AutoLimitDialect } from './connector.ts'

/** How engines that follow the standard closely, such as Trino and Druid, write strings, names and comments. */
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
    // unnamed columns are called _col0 or EXPR$0, …
    textNamesColumns: false,
    convertsLists: true,
    hiddenColumns: false,
  },
}

/** The parser of Calcite, which is that of Druid, Pinot and Kylin: `//` begins a comment too. */
export const calciteDialect: AutoLimitDialect = { ...standardDialect, slashLines: true }

export const calciteBinding: BindRules = {
  ...standardBinding,
  dialect: calciteDialect,
  safe: { ...standardBinding.safe },
}
