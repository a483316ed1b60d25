import type { ResultColumn } from '#shared/results/results-api.ts'
import type { VisualizationData } from '../visualization.ts'
import { cellInstant } from './cell-values.ts'

export type ColumnKind = 'date' | 'number' | 'text' | 'empty'

const sampledRows = 50

/** The kind of a column for suggestions: by its type, otherwise by its first cells. */
export function columnKind({ name, type }: ResultColumn, { rows }: VisualizationData): ColumnKind {
  if (type === 'date' || type === 'datetime') return 'date'
  if (type === 'integer' || type === 'float') return 'number'
  if (type === 'boolean') return 'text'
  const cells = rows
    .slice(0, sampledRows)
    .map((row) => row[name])
    .filter((cell) => cell !== null && cell !== undefined && cell !== '')
  if (cells.length === 0) return 'empty'
  if (cells.every((cell) => typeof cell === 'number')) return 'number'
  return cells.every((cell) => cellInstant(cell) !== undefined) ? 'date' : 'text'
}

/** Names of the columns of one kind, in result order. */
export function columnsOfKind(data: VisualizationData, kind: ColumnKind): string[] {
  return data.columns.filter((column) => columnKind(column, data) === kind).map(({ name }) => name)
}
