import { formatDateTime } from '#shared/format/dates.ts'
import { compareDecimalTexts, isDecimalText } from '#shared/format/decimal.ts'
import { type Instant, parseInstant } from '#shared/format/instants.ts'
import type { HostSettings, Row, VisualizationData } from '../visualization.ts'
import { formatBoolean } from './columns/cell.ts'

/** Numbers with more digits may lose precision as JavaScript numbers; the result parser keeps them as text. */
const maxExactDigits = 15

/**
 * The number in a cell: a JavaScript number, or its digits as text when a JavaScript number would lose precision.
 * `undefined` for anything else, including short texts that look like numbers.
 */
export function cellNumber(value: unknown, type: string | null): number | string | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || (type !== 'integer' && type !== 'float')) return undefined
  return value.length > maxExactDigits && isDecimalText(value) ? value : undefined
}

/** Compares two numbers returned by `cellNumber`. */
export function compareCellNumbers(one: number | string, other: number | string): number {
  if (typeof one === 'number' && typeof other === 'number') return one < other ? -1 : one > other ? 1 : 0
  return compareDecimalTexts(String(one), String(other))
}

const dateInResult = /^\d{4}-\d{2}-\d{2}(T|$)/

/**
 * The instant of a date cell: text that is exactly `YYYY-MM-DD` or begins with `YYYY-MM-DDT`, independent of the
 * column's type (docs/reference/visualizations.md#typing).
 */
export function cellInstant(value: unknown): Instant | undefined {
  return typeof value === 'string' && dateInResult.test(value) ? parseInstant(value) : undefined
}

/** A cell by the name of its column. Names come from data, so `constructor` must not find an inherited property. */
export function cellOf(row: Row, name: string): unknown {
  return Object.hasOwn(row, name) ? row[name] : undefined
}

export function hasColumn({ columns }: VisualizationData, name: string | null): name is string {
  return columns.some((column) => column.name === name)
}

/** Type of a column by its name; null when the result has no such column or its type is unknown. */
export function columnType({ columns }: VisualizationData, name: string | null): string | null {
  return columns.find((column) => column.name === name)?.type ?? null
}

/**
 * A cell as a label in a visualization: dates and booleans in the organization's formats, other values unformatted. A
 * missing value gives `""`.
 */
export function cellLabel(cell: unknown, type: string | null | undefined, settings: HostSettings): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'boolean') return formatBoolean(cell, settings.booleanValues)
  if (type === 'date') return formatDateTime(cell, settings.dateFormat)
  if (type === 'datetime') return formatDateTime(cell, settings.dateTimeFormat)
  return String(cell)
}
