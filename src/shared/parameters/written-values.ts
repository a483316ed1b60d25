import type { StoredParameter } from '../queries/detect-parameters.ts'
import type { BindRules, BoundType } from './bound-value.ts'
import { isDateRangeType } from './dynamic-dates.ts'
import { type Affixes, joinItems } from './list-items.ts'
import { printValue, type ValuePart } from './render-text.ts'
import { plainQuoting, type Quoting, readLiteralList, readNumber, writeLiteral } from './sql-literals.ts'

/** A value of a template with what is known of its parameter. */
export interface KnownValue {
  part: ValuePart
  /** type whose check the value has passed; `text`: none, anything may stand in it */
  type: string
  /** the items of a list, before they were joined */
  items: readonly string[] | null
  affixes: Affixes
}

/** One stretch of what is written for a value: a literal or number that can be bound, or text between them. */
export type Written = { text: string; bound: { value: string; type: BoundType } | null }

const freeType = 'text'
const checkedTypes = new Set(['text-pattern', 'number', 'enum', 'query'])

/** The type that a value was checked against; of ranges only start and end are checked, nothing else inside of a value. */
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

/** Quotings of literals that may come inside of values. */
export function literalQuotings({ dialect, doubleQuotedStrings }: BindRules): Quoting[] {
  const plain = plainQuoting(dialect)
  return doubleQuotedStrings ? [plain, { ...plain, quote: '"' }] : [plain]
}

/** What is written where a literal would stand; null: the value is no literal and stays as it is. */
export function writeValue(known: KnownValue, isList: boolean, rules: BindRules): Written[] | null {
  const { items, affixes, type } = known
  if (items !== null) {
    const isQuoted = isQuotedList(known, rules)
    if (!isQuoted && (affixes.prefix !== '' || affixes.suffix !== '')) return null
    if (affixes.separator.trim() !== ',' || items.length === 0) return null
    const written = items.map((item) =>
      isQuoted ? [textValue(item, rules)] : writeScalar(item, type, false, rules),
    )
    if (written.some((item) => item === null)) return null
    return between(
      written.map((item) => item ?? []),
      affixes.separator,
    )
  }
  return writeScalar(known.part.value, type, isList, rules)
}

/** A list in quotes is a list of literals wherever it stands outside of other quotes. */
export function writeQuotedList(known: KnownValue, rules: BindRules): Written[] | null {
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

function writeScalar(value: unknown, type: string, isList: boolean, rules: BindRules): Written[] | null {
  const number = readNumber(value)
  if (number !== null) return [numberValue(number, rules)]
  if (typeof value !== 'string') return null
  const literals = readLiteralList(value, literalQuotings(rules))
  if (literals !== null && (isList || literals.length === 1)) {
    const written = literals.map(({ kind, text }) => [
      kind === 'number' ? numberValue(text, rules) : textValue(text, rules),
    ])
    return between(written, ',')
  }
  // what the owner of the query listed may be an expression
  return type === 'enum' || type === 'number' ? null : [textValue(value, rules)]
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

/** The type that PostgreSQL gives to these digits; a sign is an operator there and does not count. */
function numberType(text: string): BoundType {
  if (!/^[+-]?\d+$/.test(text)) return 'numeric'
  // longer ones are beyond 64 bits, and slow to read
  const digits = text.replace(/^[+-]?0*/, '')
  if (digits.length > 19) return 'numeric'
  const size = BigInt(digits || '0')
  return size < int4Limit ? 'int4' : size < int8Limit ? 'int8' : 'numeric'
}

/** What is written where anything may stand. */
export function printPlain({ part, items, affixes, type }: KnownValue): string {
  if (items !== null) return joinItems(items, affixes)
  const text = printValue(part.value)
  // `nan` and `inf` are numbers too, and blanks around them could begin a comment in MySQL
  return type === 'number' ? (readNumber(part.value) ?? text.trim()) : text
}
