import type { SqlDialect } from './scan-sql.ts'

/** How quotes and backslashes are written inside one kind of quoted text. */
export interface Quoting {
  quote: string
  /** `\` escapes the next character */
  backslash: boolean
}

/** Quoting of the dialect's ordinary string literal. */
export function plainQuoting(dialect: SqlDialect): Quoting {
  return { quote: "'", backslash: dialect.backslashEscapes }
}

/**
 * Escapes a value for use between the quotes, so that it cannot end them. The quote is doubled, never escaped by a
 * backslash, which works whether or not the server supports backslash escapes.
 */
export function escapeText(value: string, { quote, backslash }: Quoting): string {
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
export function readLiteral(literal: string, { quote, backslash }: Quoting): string | null {
  const last = literal.length - 1
  if (last < 1 || literal[0] !== quote) return null
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

function endOfLiteral(text: string, { quote, backslash }: Quoting): number {
  for (let at = 1; at < text.length; at++) {
    if (text[at] === '\\' && backslash) at++
    else if (text[at] === quote) {
      if (text[at + 1] !== quote) return at + 1
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
  return (
    readNumber(part) !== null ||
    dottedName.test(part) ||
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
 * Prevents a value from ending its comment, opening another one, or making it a hint (`/*+`) or executed text (`/*!`).
 */
export function harmlessComment(text: string): string {
  return text.replace(/[*/\\+!\p{Cc}\u2028\u2029]/gu, ' ')
}
