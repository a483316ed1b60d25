import { numberingOf } from './grouped-expressions.ts'
import { type SqlDialect, scanSql } from './scan-sql.ts'

/**
 * A range of a text that is one value, which the driver can bind. The text itself contains the value as a literal of
 * the dialect, so it can also be run, shown and hashed as it is. Offsets are UTF-16 units.
 */
export interface BoundValue {
  start: number
  end: number
  value: string
  /** the type that a literal here would have: the server decides for text, the digits decide for numbers */
  type: BoundType
  /** the word of a typed literal (`date '…'`), which the range includes; null: none */
  cast: string | null
}

export type BoundType = 'text' | 'int4' | 'int8' | 'numeric'

/** How a connector sends values. */
export interface BindRules {
  dialect: SqlDialect
  /** `"…"` is a string (MySQL by default) */
  doubleQuotedStrings: boolean
  /**
   * `anywhere`: wherever a literal is allowed. `conditions`: only in WHERE, ON and LIMIT, because these databases name
   * unnamed columns after their text.
   */
  literals: 'anywhere' | 'conditions'
  /** numbers that are bound; others are written as digits */
  numbers: 'all' | 'integers' | 'none'
  /** words of typed literals that may also be written as a cast */
  castWords: readonly string[]
  /** `$`: $1 … with casts for the types of numbers; `?`: ?1 …; `@`: @sextant1 …; `literal`: the session writes the literals itself */
  placeholders: '$' | '?' | '@' | 'literal'
  safe: SafeRules
}

/**
 * Rules of a dialect for positions where a text can only be a value: a list of what is allowed. Operators and words are
 * in upper case.
 */
export interface SafeRules {
  /** operators that compare, and parse neither side as a language of its own */
  comparisons: readonly string[]
  /** LIKE and similar operators with only `%` and `_` as wildcards */
  patterns: readonly string[]
  castFunctions: readonly string[]
  /** `value::type` */
  colonCasts: boolean
  /** words of `date '…'` that have no other meaning in this dialect */
  typedLiterals: readonly string[]
  /** types whose values contain no text: numbers, dates */
  plainTypes: ReadonlySet<string>
  textTypes: ReadonlySet<string>
  /**
   * Unquoted texts that look like numbers are numbers. false: the database would then convert the other side to numbers
   * too, so that 0 equals every word (MySQL), or an error would reveal values of other rows (DuckDB).
   */
  unquoted: boolean
  /** columns without an alias are named after their text */
  textNamesColumns: boolean
  /**
   * The items of IN and the bounds of BETWEEN are converted to one type. A text beside other items than texts may then
   * convert columns, and an error shows what is in other rows.
   */
  convertsLists: boolean
  /** `where arg = 'x'` may be an argument of a table function (SQLite) */
  hiddenColumns: boolean
}

/** A statement as it is sent. */
export interface SentStatement {
  text: string
  /** in the order of their numbers, without duplicates */
  values: { value: string; type: BoundType }[]
  /** maps an offset in `text` to the statement with literals */
  originalOffset(offset: number): number
}

/** The values in `text.slice(start, end)`, with offsets relative to it. */
export function valuesWithin(
  values: readonly BoundValue[],
  { start, end }: { start: number; end: number },
): BoundValue[] {
  return values
    .filter((value) => value.start >= start && value.end <= end)
    .map((value) => ({ ...value, start: value.start - start, end: value.end - start }))
}

/**
 * Replaces the values of one statement by placeholders. Each position has its own number, because the database derives
 * the type of a number from its first position. Only equal expressions of one query with GROUP BY or DISTINCT share a
 * number, so that an expression in the select list still equals the one in GROUP BY. Where PostgreSQL needs a literal,
 * it stays. null: nothing to bind, or the statement has its own placeholders.
 */
export function sentStatement(
  statement: string,
  all: readonly BoundValue[],
  rules: BindRules,
): SentStatement | null {
  if (all.length === 0 || hasOwnPlaceholders(statement, all, rules)) return null
  // SQLite does not derive types
  const numbering = rules.placeholders === '$' ? numberingOf(statement, all, rules.dialect) : null
  const values = all.filter(({ start }) => numbering?.literals.has(start) !== true)
  if (values.length === 0) return null
  const sent: SentStatement['values'] = []
  const numbers = new Map<string, number>()
  const numberOf = ({ value, type, cast, start }: BoundValue) => {
    const expression = numbering === null ? 'any' : (numbering.expressions.get(start) ?? `at ${start}`)
    const key = JSON.stringify([type, cast, value, expression])
    const known = numbers.get(key)
    if (known !== undefined) return known
    sent.push({ value, type })
    numbers.set(key, sent.length)
    return sent.length
  }
  const { text, originalOffset } = replaceValues(statement, values, (value) =>
    placeholder(value, numberOf(value), rules),
  )
  return { text, values: sent, originalOffset }
}

function placeholder({ type, cast }: BoundValue, number: number, { placeholders }: BindRules): string {
  if (placeholders === '?') return `?${number}`
  if (placeholders === '@') return `@sextant${number}`
  if (cast !== null) return `cast($${number} as ${cast})`
  return type === 'text' || type === 'numeric' ? textOrNumeric(type, number) : `($${number}::${type})`
}

function textOrNumeric(type: 'text' | 'numeric', number: number): string {
  return type === 'text' ? `$${number}` : `($${number}::numeric)`
}

/** Replaces the values of a statement; spaces separate the replacement from adjacent words and numbers. */
export function replaceValues(
  statement: string,
  values: readonly BoundValue[],
  write: (value: BoundValue) => string,
): { text: string; originalOffset(offset: number): number } {
  const steps: { sent: number; original: number; length: number }[] = []
  let text = ''
  let at = 0
  const copy = (to: number) => {
    steps.push({ sent: text.length, original: at, length: to - at })
    text += statement.slice(at, to)
    at = to
  }
  for (const value of values) {
    copy(value.start)
    const written = write(value)
    const before = isWordPart(text.at(-1)) && isWordPart(written[0]) ? ' ' : ''
    const after = isWordPart(statement[value.end]) && isWordPart(written.at(-1)) ? ' ' : ''
    steps.push({ sent: text.length, original: value.start, length: 0 })
    text += before + written + after
    at = value.end
  }
  copy(statement.length)
  return {
    text,
    originalOffset(offset) {
      const step = steps.findLast((candidate) => candidate.sent <= offset)
      return step === undefined ? 0 : step.original + Math.min(offset - step.sent, step.length)
    },
  }
}

function isWordPart(char: string | undefined): boolean {
  return char !== undefined && /[\w$?@\u0080-\uffff]/.test(char)
}

/** The author's own `$1`, `?` or `:name` would be mistaken for ours. */
function hasOwnPlaceholders(statement: string, values: readonly BoundValue[], rules: BindRules): boolean {
  // no author has our names, and their own variables are none of ours
  if (rules.placeholders === '@') return /@sextant\d/i.test(statement)
  const signs = rules.placeholders === '?' ? '?:@$' : '$'
  let next = 0
  return scanSql(statement, rules.dialect).some(({ kind, start, end }) => {
    while (values[next] !== undefined && (values[next]?.end ?? 0) <= start) next++
    const isOurs = (values[next]?.start ?? statement.length) <= start
    if (kind !== 'symbol' || isOurs) return false
    const sign = statement[start] ?? ''
    if (!signs.includes(sign)) return false
    // the `::` of a cast and PostgreSQL's `?` operators are not placeholders; SQLite has neither
    return sign === '?' || /^[\w\u0080-\uffff]/.test(statement.slice(end, end + 1))
  })
}
