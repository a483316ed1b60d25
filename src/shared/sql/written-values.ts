import type { StoredParameter } from '../parameters/detect-parameters.ts'
import { isDateRangeType } from '../parameters/dynamic-dates.ts'
import { type Affixes, joinItems } from '../parameters/list-items.ts'
import type { BindRules, BoundType } from './bound-value.ts'
import { printValue, type ValuePart } from './render-text.ts'
import { plainQuoting, type Quoting, readLiteralList, readNumber, writeLiteral } from './sql-literals.ts'
import type { Position } from './value-positions.ts'

/** A value of a template with its parameter's facts. */
export interface KnownValue {
  part: ValuePart
  /** the type that was checked; `text`: unchecked, may contain anything */
  type: string
  /** whether the query defines the parameter; the server has no definitions of an unsaved text */
  isDefined: boolean
  /** the items of a list before joining */
  items: readonly string[] | null
  affixes: Affixes
}

export type RawPlace = Extract<Position, { kind: 'raw' }>['place']

/** One part of a written value: a literal or number that can be bound, or text between them. */
export type Written = { text: string; bound: { value: string; type: BoundType } | null }

const freeType = 'text'
const checkedTypes = new Set(['text-pattern', 'number', 'enum', 'query'])

/** The type that a value was checked against; of objects, only start and end of ranges are checked. */
export function typeOfPart(part: ValuePart, definition: StoredParameter | undefined): string {
  if (definition === undefined) return freeType
  const { type } = definition
  const [key, ...deeper] = part.path
  if (isDateRangeType(type)) {
    return (key === 'start' || key === 'end') && deeper.length === 0 ? 'date' : freeType
  }
  if (key !== undefined) return freeType
  if (checkedTypes.has(type)) return type
  return type.startsWith('date') ? 'date' : freeType
}

/** Quotings of literals that values may contain. */
export function literalQuotings({ dialect, doubleQuotedStrings }: BindRules): Quoting[] {
  const plain = plainQuoting(dialect)
  return doubleQuotedStrings ? [plain, { ...plain, quote: '"' }] : [plain]
}

/** What to write where a literal is allowed; null: the value is not a literal and is written unchanged. */
export function writeValue(known: KnownValue, isList: boolean, rules: BindRules): Written[] | null {
  const { items, affixes } = known
  if (items === null) return writeScalar(known.part.value, known, isList, rules)
  const isQuoted = isQuotedList(known, rules)
  if (!isQuoted && !(isList ? hasQuotation(affixes) : affixes.prefix + affixes.suffix === '')) return null
  if (affixes.separator.trim() !== ',' || items.length === 0) return null
  const written = isQuoted
    ? items.map((item) => [textValue(item, rules)])
    : isList
      ? writeItems(items, rules)
      : items.map((item) => writeScalar(item, known, false, rules))
  if (written.some((item) => item === null)) return null
  return between(
    written.map((item) => item ?? []),
    affixes.separator,
  )
}

/** None, or one that encloses each item: in the place of a list it says nothing that binding does not do better. */
function hasQuotation({ prefix, suffix }: Affixes): boolean {
  return prefix === suffix && ['', "'", '"'].includes(prefix)
}

/** The items of a list have one type: a number beside a text is a text. */
function writeItems(items: readonly string[], rules: BindRules): Written[][] {
  const numbers = items.map(readNumber)
  const areNumbers = numbers.every((number) => number !== null)
  return items.map((item, index) => {
    const [literal, ...more] = readLiteralList(item, literalQuotings(rules)) ?? []
    const text = literal?.kind === 'text' && more.length === 0 ? literal.text : item
    return [areNumbers ? numberValue(numbers[index] ?? item, rules) : textValue(text, rules)]
  })
}

/**
 * The literals to write where arbitrary text is allowed; null: the value is text there. A date is a literal wherever an
 * expression may stand, because without quotes the database would calculate 2026 minus 1 minus 2.
 */
export function writeLiterals(known: KnownValue, place: RawPlace, rules: BindRules): Written[] | null {
  if (place === 'joined' || place === 'quoted') return null
  const { type, part } = known
  if (place === 'operand' && type === 'date' && typeof part.value === 'string')
    return [textValue(part.value, rules)]
  return writeQuotedList(known, rules)
}

/** A quoted list is a list of literals anywhere outside of other quotes. */
function writeQuotedList(known: KnownValue, rules: BindRules): Written[] | null {
  if (known.items === null || !isQuotedList(known, rules)) return null
  return between(
    known.items.map((item) => [textValue(item, rules)]),
    known.affixes.separator,
  )
}

function isQuotedList({ affixes: { prefix, suffix } }: KnownValue, rules: BindRules): boolean {
  return prefix === suffix && literalQuotings(rules).some(({ quote }) => quote === prefix)
}

function between(items: readonly Written[][], separator: string): Written[] {
  return items.flatMap((item, index) => (index === 0 ? item : [{ text: separator, bound: null }, ...item]))
}

function writeScalar(
  value: unknown,
  { type, isDefined }: KnownValue,
  isList: boolean,
  rules: BindRules,
): Written[] | null {
  const number = readNumber(value)
  if (number !== null) return [numberValue(number, rules)]
  if (typeof value !== 'string') return null
  // without its definition, a list arrives as a text that the page has joined with the list's quotation
  const quotings = isList && !isDefined ? quotingsOfLists(rules) : literalQuotings(rules)
  const literals = readLiteralList(value, quotings)
  if (literals !== null && (isList || literals.length === 1)) {
    const written = literals.map(({ kind, text }) => [
      kind === 'number' ? numberValue(text, rules) : textValue(text, rules),
    ])
    return between(written, ',')
  }
  // options listed by the owner of the query may be expressions
  return type === 'enum' || type === 'number' ? null : [textValue(value, rules)]
}

function quotingsOfLists({ dialect }: BindRules): Quoting[] {
  const plain = plainQuoting(dialect)
  // the page only doubles the quotes
  const own: Quoting = plain.isEscaped === true ? { quote: "'", backslash: false } : plain
  return [own, { quote: '"', backslash: false }]
}

function textValue(value: string, rules: BindRules): Written {
  return { text: writeLiteral(value, plainQuoting(rules.dialect)), bound: { value, type: 'text' } }
}

const int4Limit = 2n ** 31n
const int8Limit = 2n ** 63n

function numberValue(text: string, { numbers }: BindRules): Written {
  const type = numberType(text)
  const isBound = numbers === 'all' || (numbers === 'integers' && type !== 'numeric')
  return { text, bound: isBound ? { value: text, type } : null }
}

/** The type that PostgreSQL gives to these digits; it parses a sign as an operator, so the sign is ignored. */
function numberType(text: string): BoundType {
  if (!/^[+-]?\d+$/.test(text)) return 'numeric'
  // longer ones exceed 64 bits and are slow to parse
  const digits = text.replace(/^[+-]?0*/, '')
  if (digits.length > 19) return 'numeric'
  const size = BigInt(digits || '0')
  return size < int4Limit ? 'int4' : size < int8Limit ? 'int8' : 'numeric'
}

/** What to write where arbitrary text is allowed. */
export function printPlain({ part, items, affixes, type }: KnownValue): string {
  if (items !== null) return joinItems(items, affixes)
  const text = printValue(part.value)
  // of a saved query, only numbers get here; blanks around other text could begin a comment in MySQL
  return type === 'number' ? (readNumber(part.value) ?? text.trim()) : text
}
