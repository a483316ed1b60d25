import { type SqlDialect, scanSql } from '../queries/scan-sql.ts'
import { numberingOf } from './grouped-expressions.ts'

/**
 * A stretch of a text that is one value: the driver takes the value beside the text. In the text itself the value stands
 * as a literal of the dialect, so that it can also be run, shown and hashed as it is. Offsets are UTF-16 units.
 */
export interface BoundValue {
  start: number
  end: number
  value: string
  /** what a literal in this place would be: text is left to the server, numbers have the type of their digits */
  type: BoundType
  /** the word of a typed literal, `date '…'`, which the stretch includes; null for none */
  cast: string | null
}

export type BoundType = 'text' | 'int4' | 'int8' | 'numeric'

/** How a connector sends values. */
export interface BindRules {
  dialect: SqlDialect
  /** `"…"` is a string (MySQL, unless told otherwise) */
  doubleQuotedStrings: boolean
  /**
   * `anywhere`: in every place where a literal may stand. `conditions`: only in WHERE, ON and LIMIT, because columns
   * without a name are called by their text there.
   */
  literals: 'anywhere' | 'conditions'
  /** numbers that are bound; the others are written as the digits they are */
  numbers: 'all' | 'integers' | 'none'
  /** words of typed literals that may as well be written as a cast */
  castWords: readonly string[]
  /** `$`: $1 … with types of numbers in casts; `?`: ?1 …; `literal`: the session itself writes the literals */
  placeholders: '$' | '?' | 'literal'
  safe: SafeRules
}

/**
 * What is known of a dialect to tell where a text can be nothing but a value: a list of what is allowed. Operators and
 * words in capital letters.
 */
export interface SafeRules {
  /** operators that compare, and read neither side as a language of its own */
  comparisons: readonly string[]
  /** LIKE and its relatives whose patterns know `%` and `_` only */
  patterns: readonly string[]
  castFunctions: readonly string[]
  /** `value::type` */
  colonCasts: boolean
  /** words of `date '…'`, which is nothing else in this dialect */
  typedLiterals: readonly string[]
  /** types whose values hold no text: numbers, dates */
  plainTypes: ReadonlySet<string>
  textTypes: ReadonlySet<string>
  /**
   * A text without quotes is a number when it looks like one. false: the database turns the other side into numbers as
   * well then, so that 0 equals every word (MySQL), or an error shows what stands in other rows (DuckDB).
   */
  unquoted: boolean
  /** `where arg = 'x'` may be an argument of a table (SQLite) */
  hiddenColumns: boolean
}

/** A statement as it is sent. */
export interface SentStatement {
  text: string
  /** in the order of their numbers, each once */
  values: { value: string; type: BoundType }[]
  /** offset in the statement with literals of an offset in `text` */
  originalOffset(offset: number): number
}

/** The values of `text.slice(start, end)`, with offsets from there. */
export function valuesWithin(
  values: readonly BoundValue[],
  { start, end }: { start: number; end: number },
): BoundValue[] {
  return values
    .filter((value) => value.start >= start && value.end <= end)
    .map((value) => ({ ...value, start: value.start - start, end: value.end - start }))
}

/**
 * Puts placeholders where values stand in one statement. Each place has a number of its own, as the database derives the
 * type of a number from its first place. Only equal expressions of one query with GROUP BY or DISTINCT share a number, so
 * that an expression in the columns is still the one in GROUP BY. Where PostgreSQL needs a literal it stays. null: there is
 * nothing to bind, or the statement has placeholders of its own.
 */
export function sentStatement(
  statement: string,
  all: readonly BoundValue[],
  rules: BindRules,
): SentStatement | null {
  if (all.length === 0 || hasOwnPlaceholders(statement, all, rules)) return null
  // SQLite derives no types
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
  if (cast !== null) return `cast($${number} as ${cast})`
  return type === 'text' || type === 'numeric' ? textOrNumeric(type, number) : `($${number}::${type})`
}

function textOrNumeric(type: 'text' | 'numeric', number: number): string {
  return type === 'text' ? `$${number}` : `($${number}::numeric)`
}

/** A statement with something else where values stand; spaces keep words and numbers beside it apart. */
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
  return char !== undefined && /[\w$?\u0080-\uffff]/.test(char)
}

/** `$1`, `?`, `:name` that the author wrote would be taken for ours. */
function hasOwnPlaceholders(statement: string, values: readonly BoundValue[], rules: BindRules): boolean {
  const signs = rules.placeholders === '?' ? '?:@$' : '$'
  let next = 0
  return scanSql(statement, rules.dialect).some(({ kind, start, end }) => {
    while (values[next] !== undefined && (values[next]?.end ?? 0) <= start) next++
    const isOurs = (values[next]?.start ?? statement.length) <= start
    if (kind !== 'symbol' || isOurs) return false
    const sign = statement[start] ?? ''
    if (!signs.includes(sign)) return false
    // `::` of a cast, and `?` operators of PostgreSQL, are none; SQLite knows neither
    return sign === '?' || /^[\w\u0080-\uffff]/.test(statement.slice(end, end + 1))
  })
}
