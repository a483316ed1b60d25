import { takesSeveral } from './check-value.ts'
import type { StoredParameter } from './detect-parameters.ts'
import { isDateRangeType } from './dynamic-dates.ts'
import { dynamicName } from './dynamic-names.ts'
import { normalizeValue } from './normalize-value.ts'

/** Keys of a query page and of dashboards; widgets have `p_w{id}_` (docs/reference/stored-parameters.md#addresses). */
export const addressPrefix = 'p_'

/** Prefix of the keys of a widget's own parameters on a dashboard. */
export function widgetAddressPrefix(widgetId: number): string {
  return `${addressPrefix}w${widgetId}_`
}

/** A value as text in the address; null if it is not written. */
export function addressText(parameter: StoredParameter): string | null {
  const { type, value } = parameter
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return JSON.stringify(value)
  if (isDateRangeType(type) && typeof value === 'object') {
    const { start, end } = value as { start?: unknown; end?: unknown }
    return `${start}--${end}`
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/**
 * The normalized value of a parameter in the search part of an address; undefined if it has none. A range is
 * `start--end`, a token, or the pair `p_name.start`, `p_name.end` of old addresses.
 */
export function valueInAddress(
  search: string,
  parameter: StoredParameter,
  prefix: string = addressPrefix,
): unknown {
  const found = new URLSearchParams(search)
  const key = prefix + parameter.name
  const texts = found.getAll(key)
  const [text] = texts
  if (isDateRangeType(parameter.type)) {
    if (text !== undefined) return normalizeValue(parameter, rangeOf(parameter.type, text))
    const [start, end] = [found.get(`${key}.start`), found.get(`${key}.end`)]
    return start === null && end === null ? undefined : normalizeValue(parameter, { start, end })
  }
  if (text === undefined) return undefined
  return normalizeValue(parameter, takesSeveral(parameter) ? texts.flatMap(listOf) : text)
}

function rangeOf(type: string, text: string): unknown {
  return dynamicName(type, text) === null ? text.split('--') : text
}

/** A JSON list, or a bare value. */
function listOf(text: string): unknown[] {
  if (!text.startsWith('[')) return [text]
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list : [text]
  } catch {
    return [text]
  }
}

/**
 * Writes the parameters' values into the search part of an address: null removes a key, and keys of removed parameters
 * are removed. Keys of widgets (`p_w12_…`) do not change.
 */
export function searchWithParameters(
  search: Readonly<Record<string, unknown>>,
  parameters: readonly StoredParameter[],
  prefix: string = addressPrefix,
): Record<string, unknown> {
  const own = new Set(parameters.map(({ name }) => prefix + name))
  const isOurs = (key: string) =>
    own.has(key) || (key.startsWith(prefix) && (prefix !== addressPrefix || !/^p_w\d+_/.test(key)))
  const kept = Object.entries(search).filter(([key]) => !isOurs(key))
  const written = parameters.flatMap((parameter) => {
    const text = addressText(parameter)
    return text === null ? [] : [[prefix + parameter.name, text] as const]
  })
  return Object.fromEntries([...kept, ...written])
}

/** Whether `hide_filter=…` in the address names this parameter, ignoring case and spaces. */
export function isHiddenByAddress(search: string, name: string): boolean {
  const plain = (text: string) => text.replaceAll(' ', '').toLowerCase()
  return new URLSearchParams(search).getAll('hide_filter').some((hidden) => plain(hidden) === plain(name))
}
