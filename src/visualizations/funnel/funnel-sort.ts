import { cellInstant, cellNumber, cellOf, columnType, compareCellNumbers } from '../parts/cell-values.ts'
import type { Row, VisualizationData } from '../visualization.ts'
import type { SortColumn } from './funnel-options.ts'

/**
 * Rows in the order of the raw values of a column, stably, and then turned round if asked for: what is empty comes last
 * ascending and so first descending (docs/reference/other-visualizations.md#funnel). Without a column the rows stay as
 * the result has them.
 */
export function sortedRows(data: VisualizationData, { colName, reverse }: SortColumn): readonly Row[] {
  if (colName === null || !data.columns.some(({ name }) => name === colName)) return data.rows
  const type = columnType(data, colName)
  const keyed = data.rows.map((row) => ({ row, key: sortKey(cellOf(row, colName), type) }))
  const rows = keyed.sort((one, other) => compareKeys(one.key, other.key)).map(({ row }) => row)
  return reverse ? rows.reverse() : rows
}

interface SortKey {
  /** numbers and dates, texts, null, nothing: each kind for itself */
  rank: 0 | 1 | 2 | 3
  value: number | string
}

function sortKey(cell: unknown, type: string | null): SortKey {
  if (cell === undefined) return { rank: 3, value: 0 }
  if (cell === null) return { rank: 2, value: 0 }
  if (typeof cell === 'boolean') return { rank: 0, value: Number(cell) }
  const number = cellNumber(cell, type) ?? cellInstant(cell)?.epoch
  return number === undefined ? { rank: 1, value: String(cell) } : { rank: 0, value: number }
}

function compareKeys(one: SortKey, other: SortKey): number {
  if (one.rank !== other.rank) return one.rank - other.rank
  if (one.rank === 0) return compareCellNumbers(one.value, other.value)
  return one.value < other.value ? -1 : one.value > other.value ? 1 : 0
}
