import { cellLabel } from '../parts/cell-label.ts'
import { cellOf, hasColumn } from '../parts/cell-values.ts'
import { wholePart } from '../parts/whole-part.ts'
import type { HostSettings, Row, VisualizationData } from '../visualization.ts'

/** A path from the centre outwards, and how much took it. */
export interface Sequence {
  path: readonly string[]
  size: number
}

const sequenceColumns = ['sequence', 'stage', 'node', 'value'] as const
export const valueColumn = 'value'

/** Sequences in a row for each of their steps (contract A), or one in each row (contract B). */
export function hasRowPerStep(data: VisualizationData): boolean {
  return sequenceColumns.every((name) => hasColumn(data, name))
}

/** The sequences that the result describes, in its order (docs/reference/other-visualizations.md#sunburst). */
export function sequencesOf(data: VisualizationData, settings: HostSettings): Sequence[] {
  return hasRowPerStep(data) ? fromSteps(data, settings) : fromRows(data, settings)
}

type Labels = (row: Row, column: string) => string

function labelsOf(data: VisualizationData, settings: HostSettings): Labels {
  const typeOf = new Map(data.columns.map(({ name, type }) => [name, type]))
  return (row, column) => cellLabel(cellOf(row, column), typeOf.get(column), settings)
}

/** Steps of one sequence by their stage; its size is that of the first row that names it. */
function fromSteps(data: VisualizationData, settings: HostSettings): Sequence[] {
  const labelOf = labelsOf(data, settings)
  const groups = new Map<string, Row[]>()
  for (const row of data.rows) {
    const key = labelOf(row, 'sequence')
    const group = groups.get(key) ?? []
    group.push(row)
    groups.set(key, group)
  }
  return [...groups.values()].map((rows) => ({
    path: rows
      .toSorted((one, other) => compareStages(one.stage, other.stage))
      .map((row) => labelOf(row, 'node'))
      .filter((label) => label !== ''),
    size: wholePart(rows[0]?.value) ?? 0,
  }))
}

/** Numbers by size, also those that came as text; else by the alphabet; nothing last. */
function compareStages(one: unknown, other: unknown): number {
  const [a, b] = [stageNumber(one), stageNumber(other)]
  if (a !== null && b !== null) return a - b
  if (a !== null || b !== null) return a !== null ? -1 : 1
  const isNothing = (cell: unknown) => Number(cell === null || cell === undefined)
  if (isNothing(one) || isNothing(other)) return isNothing(one) - isNothing(other)
  const [text, otherText] = [String(one), String(other)]
  return text < otherText ? -1 : text > otherText ? 1 : 0
}

function stageNumber(cell: unknown): number | null {
  if (typeof cell === 'string' && cell.trim() === '') return null
  if (typeof cell !== 'number' && typeof cell !== 'string') return null
  const number = Number(cell)
  return Number.isNaN(number) ? null : number
}

/** Every column but the value is a level, by name; empty ones (and 0 and false) are left out. */
function fromRows(data: VisualizationData, settings: HostSettings): Sequence[] {
  const labelOf = labelsOf(data, settings)
  const levels = levelColumns(data)
  return data.rows.map((row) => ({
    path: levels
      .filter((column) => Boolean(cellOf(row, column)))
      .map((column) => labelOf(row, column))
      .filter((label) => label !== ''),
    size: wholePart(cellOf(row, valueColumn)) ?? 0,
  }))
}

/** The levels of contract B, from the centre outwards. */
export function levelColumns(data: VisualizationData): string[] {
  return data.columns
    .map(({ name }) => name)
    .filter((name) => name !== valueColumn)
    .sort()
}
