import { compareDecimalTexts, isDecimalText } from '#shared/format/decimal.ts'
import { type Instant, parseInstant } from '#shared/format/instants.ts'
import type { Row, VisualizationData } from '../visualization.ts'

/** More digits than these may be more than a JavaScript number keeps: the reader of results left such as text. */
const maxExactDigits = 15

/**
 * What a cell is to number formats: a number, or the digits of one that a JavaScript number does not keep. `undefined`
 * for anything else, texts that only look like a number included.
 */
export function cellNumber(value: unknown, type: string | null): number | string | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || (type !== 'integer' && type !== 'float')) return undefined
  return value.length > maxExactDigits && isDecimalText(value) ? value : undefined
}

/** Orders two numbers as `cellNumber` gives them. */
export function compareCellNumbers(one: number | string, other: number | string): number {
  if (typeof one === 'number' && typeof other === 'number') return one < other ? -1 : one > other ? 1 : 0
  return compareDecimalTexts(String(one), String(other))
}

const dateInResult = /^\d{4}-\d{2}-\d{2}(T|$)/

/**
 * The instant of a cell that results give as a date: text that is exactly `YYYY-MM-DD` or begins with `YYYY-MM-DDT`,
 * whatever the column's type says (docs/reference/visualizations.md#typing).
 */
export function cellInstant(value: unknown): Instant | undefined {
  return typeof value === 'string' && dateInResult.test(value) ? parseInstant(value) : undefined
}

/** A cell by the name of its column, which data gave: `constructor` must find nothing that is no cell. */
export function cellOf(row: Row, name: string): unknown {
  return Object.hasOwn(row, name) ? row[name] : undefined
}

export function hasColumn({ columns }: VisualizationData, name: string | null): name is string {
  return columns.some((column) => column.name === name)
}

/** Type of a column by its name; null when the result has no such column, or does not know. */
export function columnType({ columns }: VisualizationData, name: string | null): string | null {
  return columns.find((column) => column.name === name)?.type ?? null
}
