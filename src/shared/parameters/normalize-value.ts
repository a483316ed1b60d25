import { enumOptions, hasItsDigits, takesSeveral } from './check-value.ts'
import type { StoredParameter } from './detect-parameters.ts'
import { type DateRange, isDateRangeType, isDateType } from './dynamic-dates.ts'
import { isDynamicToken } from './dynamic-names.ts'

/**
 * Normalizes a value for its type; null if it is invalid (docs/reference/stored-parameters.md#parameter-types). Lists
 * keep the order in which items were chosen. Unknown types count as text.
 */
export function normalizeValue(parameter: StoredParameter, value: unknown): unknown {
  const { type } = parameter
  if (isDateType(type)) return isDynamicToken(type, value) ? value : dateText(value, type)
  if (isDateRangeType(type)) return isDynamicToken(type, value) ? value : range(value, type)
  switch (type) {
    case 'number':
      return number(value)
    case 'enum':
      return enumValue(parameter, value)
    case 'query':
      return dropdownValue(parameter, value)
    case 'text-pattern':
      return matchesPattern(parameter.regex, scalarText(value)) ? scalarText(value) : null
    default:
      return scalarText(value) || null
  }
}

/** Whether the text contains a match of the pattern. The server requires the whole text to match. */
export function matchesPattern(pattern: unknown, text: string): boolean {
  if (text === '' || typeof pattern !== 'string') return false
  try {
    return new RegExp(pattern).test(text)
  } catch {
    return false
  }
}

/** The lines of a dropdown list, without empty ones. */
export function enumChoices(parameter: StoredParameter): string[] {
  return [...new Set(enumOptions(parameter).filter((line) => line !== ''))]
}

function scalarText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Numbers that a double cannot represent stay text: an id of 19 digits must not change. */
function number(value: unknown): number | string | null {
  if (value === null || value === undefined || typeof value === 'object') return null
  const result = Number(value)
  if (!Number.isFinite(result)) return null
  const text = String(value).trim()
  return losesDigits(text, result) ? text : result
}

function losesDigits(text: string, result: number): boolean {
  const [mantissa = ''] = text.split(/e/i)
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(mantissa)) return false
  // the server takes no integers that may have been rounded
  if (String(result) === text) return !hasItsDigits(result)
  const digits = mantissa.replace(/[+-.]/g, '').replace(/^0+/, '')
  return (mantissa.includes('.') ? digits.replace(/0+$/, '') : digits).length > 15
}

function enumValue(parameter: StoredParameter, value: unknown): unknown {
  const choices = enumChoices(parameter)
  const [first] = choices
  if (first === undefined) return null
  if (takesSeveral(parameter)) {
    const chosen = [...new Set(listOf(value))].filter((item) => choices.includes(item))
    return chosen.length === 0 ? null : chosen
  }
  if (value === null || value === undefined || Array.isArray(value)) return first
  const text = scalarText(value)
  return choices.includes(text) ? text : first
}

function dropdownValue(parameter: StoredParameter, value: unknown): unknown {
  const items = listOf(value)
  if (takesSeveral(parameter)) return items.length === 0 ? null : [...new Set(items)]
  return items[0] ?? null
}

/** Dropdown options are texts, whatever type was stored. */
function listOf(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : [value]
  return items.map(scalarText).filter((item) => item !== '')
}

function range(value: unknown, type: string): DateRange | null {
  const [start, end] = endsOf(value).map((one) => dateText(one, type))
  return start && end ? { start, end } : null
}

function endsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.length === 2 ? value : []
  if (typeof value !== 'object' || value === null) return []
  const { start, end } = value as { start?: unknown; end?: unknown }
  return [start, end]
}

const isoDate =
  /^(\d{4})(?:-(\d{2})-(\d{2})|(\d{2})(\d{2}))(?:[T ](\d{2})(?::?(\d{2})(?::?(\d{2})(?:[.,]\d{1,9})?)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?$/

/**
 * A date in ISO 8601 form as text of the type's length; null for anything else. The wall clock counts as written: an
 * offset is dropped.
 */
function dateText(value: unknown, type: string): string | null {
  const match = typeof value === 'string' ? isoDate.exec(value) : null
  if (match === null) return null
  const [year = '', month = '', day = ''] = [match[1], match[2] ?? match[4], match[3] ?? match[5]]
  const [hour = '00', minute = '00', second = '00'] = match.slice(6)
  const date = new Date(Date.UTC(2000, Number(month) - 1, Number(day)))
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return null
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  const time = type.startsWith('date-') || type === 'date' ? '' : ` ${hour}:${minute}`
  return `${year}-${month}-${day}${time}${type.endsWith('with-seconds') ? `:${second}` : ''}`
}
