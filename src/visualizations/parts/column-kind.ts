import type { ResultColumn } from '#shared/results/results-api.ts'
import type { VisualizationData } from '../visualization.ts'
import { cellInstant } from './cell-values.ts'

export type ColumnKind = 'date' | 'number' | 'text' | 'empty'

const sample = 50

/** What a column is good for when a new picture is suggested: its type, else what its first cells look like. */
export function columnKind({ name, type }: ResultColumn, { rows }: VisualizationData): ColumnKind {
  if (type === 'date' || type === 'datetime') return 'date'
  if (type === 'integer' || type === 'float') return 'number'
  if (type === 'boolean') return 'text'
  const cells = rows
    .slice(0, sample)
    .map((row) => row[name])
    .filter((cell) => cell !== null && cell !== undefined && cell !== '')
  if (cells.length === 0) return 'empty'
  if (cells.every((cell) => typeof cell === 'number')) return 'number'
  return cells.every((cell) => cellInstant(cell) !== undefined) ? 'date' : 'text'
}

/** Names of the columns of one kind, in their order. */
export function columnsOfKind(data: VisualizationData, kind: ColumnKind): string[] {
  return data.columns.filter((column) => columnKind(column, data) === kind).map(({ name }) => name)
}
