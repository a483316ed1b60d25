import { toInstant } from '../format/dates.ts'
import type { ResultColumn } from './results-api.ts'
import type { ResultRow, TypedResult } from './typed-result.ts'

/** A filter requested by a column's name, with its current choice (docs/reference/visualizations.md#filter-columns). */
export interface ResultFilter {
  /** full column name, suffix included */
  name: string
  friendlyName: string
  column: ResultColumn
  /** distinct, in row order */
  values: readonly unknown[]
  multiple: boolean
  /** one value, or with `multiple` a list */
  current: unknown
}

const singleSuffix = 'filter'
const multipleSuffixes = new Set(['multiFilter', 'multi-filter'])

function nameParts(name: string): readonly string[] {
  return name.split(name.includes('::') ? '::' : '__')
}

/** The filter type in the suffix of a column's name; only the segment right after the first separator counts. */
export function filterKind(name: string): 'single' | 'multiple' | undefined {
  const suffix = nameParts(name)[1]
  if (suffix === singleSuffix) return 'single'
  return suffix !== undefined && multipleSuffixes.has(suffix) ? 'multiple' : undefined
}

/** A column's name without its filter suffix, case unchanged; `::name` gives `name`. */
export function nameWithoutSuffix(name: string): string {
  const parts = nameParts(name)
  if (parts.length === 2 && parts[0] === '' && parts[1]) return parts[1]
  return filterKind(name) === undefined ? name : (parts[0] ?? name)
}

/** The same with the first letter of each word in upper case. */
export function friendlyName(name: string): string {
  return nameWithoutSuffix(name).replace(/(^|\s)(\S)/gu, (_found, space: string, letter: string) => {
    return space + letter.toUpperCase()
  })
}

/** The filters of a result in column order with their defaults: the first row's value, or all values. */
export function detectFilters({ columns, rows }: TypedResult): ResultFilter[] {
  const filters: ResultFilter[] = []
  for (const column of columns) {
    const kind = filterKind(column.name)
    if (kind === undefined) continue
    const values = distinctValues(rows, column)
    const multiple = kind === 'multiple'
    filters.push({
      name: column.name,
      friendlyName: friendlyName(column.name),
      column,
      values,
      multiple,
      current: multiple ? values : values[0],
    })
  }
  return filters
}

function isDateColumn({ type }: ResultColumn): boolean {
  return type === 'date' || type === 'datetime'
}

/** Epoch milliseconds of a cell of a date column. */
function epochOf(value: unknown): number | undefined {
  return typeof value === 'string' ? toInstant(value)?.epoch : undefined
}

function distinctValues(rows: readonly ResultRow[], column: ResultColumn): unknown[] {
  const seen = new Map<unknown, unknown>()
  const dates = isDateColumn(column)
  for (const row of rows) {
    const value = row[column.name]
    if (value === undefined || seen.has(value)) continue
    const epoch = dates ? epochOf(value) : undefined
    // dates are compared by second; caching the text finds repeated cells quickly
    const key = epoch === undefined ? value : Math.floor(epoch / 1000)
    if (!seen.has(key)) seen.set(key, value)
    if (key !== value) seen.set(value, seen.get(key))
  }
  return [...new Set(seen.values())]
}

/**
 * Applies choices to a new result by the filter's name; `all selected` stays `all selected`. Values that no longer
 * exist are dropped; a filter without any remaining choice gets its default.
 */
export function carryFilterChoices(
  filters: readonly ResultFilter[],
  previous: readonly ResultFilter[],
): ResultFilter[] {
  return filters.map((filter) => {
    const before = previous.find(({ name, multiple }) => name === filter.name && multiple === filter.multiple)
    if (!before) return filter
    if (!Array.isArray(before.current)) {
      const [kept] = sameValues(filter, [before.current])
      return kept === undefined ? filter : { ...filter, current: kept }
    }
    const hadAll = before.current.length === before.values.length
    const kept = sameValues(filter, before.current)
    const isLost = kept.length === 0 && before.current.length > 0
    return hadAll || isLost ? filter : { ...filter, current: kept }
  })
}

/** The filter's values that are wanted; dates match by second, whatever their text. */
export function sameValues(
  { values, column }: Pick<ResultFilter, 'values' | 'column'>,
  wanted: readonly unknown[],
): unknown[] {
  const keyOf = valueKey(column)
  const keys = new Set(wanted.map(keyOf))
  return values.filter((value) => keys.has(keyOf(value)))
}

/** The key by which values of a column are compared: dates by second, whatever their text. */
export function valueKey(column: ResultColumn): (value: unknown) => unknown {
  if (!isDateColumn(column)) return (value) => value
  return (value) => {
    const epoch = epochOf(value)
    return epoch === undefined ? value : Math.floor(epoch / 1000)
  }
}

/**
 * Rows that match every filter. A row matches if a chosen value is identical to its cell, equals the cell's text, or is
 * the same instant. An empty multiple choice matches nothing. Returns the same array if nothing is filtered out.
 */
export function filterRows(
  rows: readonly ResultRow[],
  filters: readonly ResultFilter[],
): readonly ResultRow[] {
  const tests = filters.map(rowTest)
  const kept = rows.filter((row) => tests.every((test) => test(row)))
  return kept.length === rows.length ? rows : kept
}

function rowTest({ name, column, current }: ResultFilter): (row: ResultRow) => boolean {
  const chosen: readonly unknown[] = Array.isArray(current) ? current : [current]
  const values = new Set(chosen)
  const instants = new Set(
    isDateColumn(column) ? chosen.map(epochOf).filter((epoch) => epoch !== undefined) : [],
  )
  return (row) => {
    const cell = row[name]
    if (values.has(cell) || values.has(String(cell))) return true
    const epoch = instants.size > 0 ? epochOf(cell) : undefined
    return epoch !== undefined && instants.has(epoch)
  }
}

/** Whether the user's choice is the same, even if a new result changed the available values. */
export function isSameChoice(a: ResultFilter, b: ResultFilter): boolean {
  if (!Array.isArray(a.current) || !Array.isArray(b.current)) return Object.is(a.current, b.current)
  if (isAll(a) && isAll(b)) return true
  const chosen = new Set<unknown>(a.current)
  return chosen.size === b.current.length && b.current.every((value) => chosen.has(value))
}

function isAll({ current, values }: ResultFilter): boolean {
  return Array.isArray(current) && current.length === values.length
}
