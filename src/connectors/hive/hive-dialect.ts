import { type BindRules, type BoundValue, replaceValues } from '#shared/sql/bound-value.ts'
import type { AutoLimitDialect } from '../connector.ts'

/** How Hive, Spark and Impala write strings, names and comments. */
export const hiveDialect: AutoLimitDialect = {
  kind: 'limit',
  backslashEscapes: true,
  dollarQuotes: false,
  variableSigns: '$?:@',
  hashComments: false,
  backtickNames: true,
  returnEndsLine: true,
}

/** `"…"` is a string or, with a setting of Spark, a name. */
export const hiveBinding: BindRules = {
  dialect: hiveDialect,
  doubleQuotedStrings: false,
  literals: 'anywhere',
  numbers: 'none',
  castWords: [],
  placeholders: 'literal',
  safe: {
    comparisons: ['=', '==', '<>', '!=', '<', '>', '<=', '>='],
    patterns: ['LIKE', 'ILIKE'],
    castFunctions: ['CAST', 'TRY_CAST'],
    colonCasts: false,
    // none: what a text as a date or number is compared with may be converted too, and an error shows it
    typedLiterals: [],
    plainTypes: new Set(),
    textTypes: new Set(['STRING', 'VARCHAR', 'CHAR']),
    unquoted: false,
    textNamesColumns: true,
    convertsLists: true,
    hiddenColumns: false,
  },
}

/**
 * The statement as it is sent: its values are literals in which a backslash escapes the quote, because two literals side by
 * side are one without a quote between them. `${…}` would be replaced by the server, in literals too.
 */
export function writtenStatement(
  statement: string,
  values: readonly BoundValue[],
): ReturnType<typeof replaceValues> {
  return replaceValues(statement, values, ({ value, type, start, end }) => {
    const own = statement.slice(start, end)
    // numbers of characters in the author's part of the literal, which only the server reads
    if (type !== 'text') return own
    return numbered.test(own) ? unreplaced(own) : literal(value)
  })
}

const numbered = /(?<!\\)(?:\\\\)*\\[u0-7]/

function literal(value: string): string {
  const escaped = value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")
  return `'${unreplaced(escaped)}'`
}

function unreplaced(inLiteral: string): string {
  return inLiteral.replaceAll('${', '$\\{')
}
