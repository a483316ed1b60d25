import type { SqlDialect } from './scan-sql.ts'

/** How quotes and backslashes are written inside one kind of quoted text. */
export interface Quoting {
  quote: string
  /** `\` escapes the next character */
  backslash: boolean
  /** the quote is escaped by a backslash, and never doubled (BigQuery) */
  isEscaped?: boolean
}

/** Quoting of the dialect's ordinary string literal. */
export function plainQuoting(dialect: SqlDialect, quote: "'" | '"' = "'"): Quoting {
  const { backslashEscapes: backslash, escapedQuotes } = dialect
  return escapedQuotes === true ? { quote, backslash, isEscaped: true } : { quote, backslash }
}

const controls: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\0': '\\u0000' }

/**
 * Escapes a value for use between the quotes, so that it cannot end them. The quote is doubled, not escaped by a
 * backslash, which works whether or not the server supports backslash escapes; except where a doubled quote ends the
 * literal, and where a line break may not stand in it.
 */
export function escapeText(value: string, { quote, backslash, isEscaped }: Quoting): string {
  if (isEscaped === true) {
    return value.replace(/[\\'"`\n\r\0]/g, (char) => {
      return controls[char] ?? (char === '\\' || char === quote ? `\\${char}` : char)
    })
  }
  const slashed = backslash ? value.replaceAll('\\', '\\\\').replaceAll('\0', '\\0') : value
  return slashed.replaceAll(quote, quote + quote)
}

export function writeLiteral(value: string, quoting: Quoting): string {
  return `${quoting.quote}${escapeText(value, quoting)}${quoting.quote}`
}

/** MySQL's escapes that mean another character; any other escaped character means itself. */
const slashed: Readonly<Record<string, string>> = {
  ...{ '0': '\0', b: '\b', n: '\n', r: '\r', t: '\t', Z: '\x1a', '%': '\\%', _: '\\_' },
}

/** The value of a quoted literal; null if the text is not exactly one closed literal. */
export function readLiteral(literal: string, { quote, backslash, isEscaped }: Quoting): string | null {
  const last = literal.length - 1
  if (last < 1 || literal[0] !== quote) return null
  if (isEscaped === true) return readEscaped(literal, quote)
  let value = ''
  for (let at = 1; at < literal.length; at++) {
    const char = literal[at] ?? ''
    if (char === quote) {
      if (at === last) return value
      if (literal[at + 1] !== quote || at + 1 === last) return null
      value += quote
      at++
    } else if (char === '\\' && backslash) {
      const next = literal[++at] ?? ''
      value += slashed[next] ?? next
    } else value += char
  }
  return null
}

/** Escapes of BigQuery: a character, or the number of one. */
const escaped = /\\(?:[xX]([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-3][0-7]{2})|([\s\S]))/g
const escapes: Readonly<Record<string, string>> = {
  ...{ a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
}

/** One literal in single quotes: three quotes begin another kind. */
function readEscaped(literal: string, quote: string): string | null {
  const inside = literal.slice(1, -1)
  if (literal.at(-1) !== quote || !isClosedOnce(inside, quote)) return null
  return inside.replace(escaped, (_all, two, four, eight, octal, char: string | undefined) => {
    if (char !== undefined) return escapes[char] ?? char
    const code = octal === undefined ? Number.parseInt(two ?? four ?? eight, 16) : Number.parseInt(octal, 8)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}

/** Whether a text can stand between quotes: none of them, and no backslash at its end, that is not escaped. */
function isClosedOnce(inside: string, quote: string): boolean {
  for (let at = 0; at < inside.length; at++) {
    if (inside[at] === quote) return false
    if (inside[at] === '\\' && ++at === inside.length) return false
  }
  return true
}

const plainNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/

/** The digits of a number as a literal; null for anything else, including NaN and the infinities. */
export function readNumber(value: unknown): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null
  if (typeof value !== 'string') return null
  const text = value.trim()
  return plainNumber.test(text) ? text : null
}

/** One item of a list that was already joined. */
export type ListItem = { kind: 'number'; text: string } | { kind: 'text'; text: string }

/** The items of `'a', 'b''c', 3`; null if the text is not only literals and numbers separated by commas. */
export function readLiteralList(text: string, quotings: readonly Quoting[]): ListItem[] | null {
  const items: ListItem[] = []
  let rest = text.trim()
  for (;;) {
    const quoting = quotings.find(({ quote }) => rest.startsWith(quote))
    const end = quoting === undefined ? endOfPlain(rest) : endOfLiteral(rest, quoting)
    const part = rest.slice(0, end).trim()
    const value = quoting === undefined ? readNumber(part) : readLiteral(part, quoting)
    if (value === null) return null
    items.push({ kind: quoting === undefined ? 'number' : 'text', text: value })
    rest = rest.slice(end).trimStart()
    if (rest === '') return items
    if (rest[0] !== ',') return null
    rest = rest.slice(1).trimStart()
  }
}

function endOfPlain(text: string): number {
  const comma = text.indexOf(',')
  return comma === -1 ? text.length : comma
}

function endOfLiteral(text: string, { quote, backslash, isEscaped }: Quoting): number {
  for (let at = 1; at < text.length; at++) {
    if (text[at] === '\\' && backslash) at++
    else if (text[at] === quote) {
      if (isEscaped === true || text[at + 1] !== quote) return at + 1
      at++
    }
  }
  return text.length
}

/** A dotted name; each part plain or quoted. */
const dottedName =
  /^(?:[\p{L}_][\p{L}\p{N}_$]*|"(?:[^"]|"")+"|`(?:[^`]|``)+`)(?:\s*\.\s*(?:[\p{L}_][\p{L}\p{N}_$]*|"(?:[^"]|"")+"|`(?:[^`]|``)+`))*$/u

/** Whether this text from data is safe outside of quotes: a number, a name or one complete literal. */
export function isHarmlessPart(text: string, quotings: readonly Quoting[]): boolean {
  const part = text.trim()
  // there a doubled quote would begin another text, and a backslash would keep the name open
  const mayBeName = !quotings.some(({ isEscaped }) => isEscaped === true) || !/\\|(["`])\1/.test(part)
  return (
    readNumber(part) !== null ||
    (mayBeName && dottedName.test(part)) ||
    quotings.some((quoting) => readLiteral(part, quoting) !== null)
  )
}

/**
 * Prevents comments: `1 -{{n}}` with -1 (or -inf) would begin one; a space before it would begin one in MySQL.
 * `isChecked`: the type of the value guarantees that it changes nothing else.
 */
export function guarded(text: string, before: string, isChecked = false): string {
  if (before !== '-') return text
  return isNegative(text) || (isChecked && text.startsWith('-')) ? `(${text})` : text
}

function isNegative(text: string): boolean {
  return text.startsWith('-') && readNumber(text) !== null
}

/**
 * What of a value stands in a comment: numbers, dates and times; of any other text nothing. It could end the comment, or
 * make it a hint that a database or a proxy obeys (`/*+`, `-- maxscale route to server`, `/* shard_id: 2`).
 */
export function textInComment(text: string): string {
  return /^[\d.:, T-]*$/.test(text) ? text : ''
}
