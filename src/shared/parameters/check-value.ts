import type { StoredParameter } from './detect-parameters.ts'
import { isDateRangeType, isDateType } from './dynamic-dates.ts'

/** External data and functions for checking a value. */
export interface CheckContext {
  /** values of the dropdown query of a `query` parameter; null if not available */
  dropdown: readonly string[] | null
  /** whether `value` matches the whole pattern; false for a pattern that is invalid or takes too long */
  matches(pattern: string, value: string): boolean
}

/**
 * Whether a value is valid for its definition (docs/reference/api-queries.md#checking-values). Dates must be in ISO
 * form: a lenient parser would let other text into the query, which users with view-only access may run.
 */
export function isValidValue(definition: StoredParameter, value: unknown, context: CheckContext): boolean {
  const { type } = definition
  if (isDateType(type)) return isDateText(value)
  if (isDateRangeType(type)) return isRange(value)
  switch (type) {
    case 'text':
      return typeof value === 'string'
    case 'text-pattern': {
      const pattern = definition.regex
      return typeof value === 'string' && typeof pattern === 'string' && context.matches(pattern, value)
    }
    case 'number':
      return isNumber(value)
    case 'enum':
      return isListed(definition, value, enumOptions(definition))
    case 'query':
      return isListed(definition, value, context.dropdown ?? [])
    default:
      return false
  }
}

/** Whether this parameter accepts several values. */
export function takesSeveral(definition: StoredParameter | undefined): boolean {
  const options = definition?.multiValuesOptions
  return typeof options === 'object' && options !== null
}

/** Lines of `enumOptions`, or its items if it is a list. */
export function enumOptions(definition: StoredParameter): string[] {
  const options = definition.enumOptions
  if (typeof options === 'string') return options.split('\n').map((line) => line.replace(/\r$/, ''))
  return Array.isArray(options) ? options.map(itemText) : []
}

/** An item of a list as text; objects as JSON, because their own conversion may fail. */
export function itemText(item: unknown): string {
  return typeof item === 'object' && item !== null ? JSON.stringify(item) : String(item)
}

function isListed(definition: StoredParameter, value: unknown, options: readonly string[]): boolean {
  if (Array.isArray(value)) {
    if (!takesSeveral(definition)) return false
    const listed = new Set(options)
    return value.every((item) => isScalar(item) && listed.has(String(item)))
  }
  return isScalar(value) && options.includes(String(value))
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

const numberText = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i

/** Outside of quotes, `nan`, `inf` and `true` would be the names of columns, so they are not numbers here. */
function isNumber(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && hasItsDigits(value)
  return typeof value === 'string' && numberText.test(value)
}

/** Whether an integer may still have the digits of the request: reading JSON rounds one of more than 15 digits. */
export function hasItsDigits(value: number): boolean {
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return true
  const [digits = ''] = String(value).split('e')
  return digits.replace(/\D/g, '').replace(/0+$/, '').length <= 15
}

const dateText =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ]([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/

function isDateText(value: unknown): boolean {
  const match = typeof value === 'string' ? dateText.exec(value) : null
  if (match === null) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

function isRange(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const { start, end } = value as { start?: unknown; end?: unknown }
  return isDateText(start) && isDateText(end)
}
