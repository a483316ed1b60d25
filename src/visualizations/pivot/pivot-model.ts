import { t } from '#shared/messages/translate.ts'
import type { HostSettings, VisualizationData } from '../visualization.ts'
import { computePivot, type Pivot, type PivotState } from './compute-pivot.ts'
import { aggregators } from './pivot-aggregators.ts'
import { type ChartModel, chartModel, isChart } from './pivot-chart-model.ts'
import { type Heat, heatScales } from './pivot-heat.ts'
import { aggregateFormat, aggregatorLabels } from './pivot-labels.ts'
import type { PivotOptions } from './pivot-options.ts'
import { type Extent, extentOf, type PivotStart, positionsIn } from './pivot-part.ts'
import { type TsvModel, tsvModel } from './pivot-tsv-model.ts'

export interface HeaderCell {
  text: string
  /** number of rows or columns that it spans */
  span: number
}

export interface BodyRow {
  /** null: covered by the cell of a row above */
  headers: readonly (HeaderCell | null)[]
  cells: readonly string[]
  /** parallel to `cells`; only in heatmaps */
  heat?: readonly Heat[]
  total: string
  totalHeat?: Heat
}

export interface TableModel {
  kind: 'table'
  rowFields: readonly string[]
  colFields: readonly string[]
  rowExtent: Extent
  colExtent: Extent
  /** for each column field, its labels from left to right */
  colHeaders: readonly (readonly HeaderCell[])[]
  rows: readonly BodyRow[]
  totals: { cells: readonly string[]; heat?: readonly Heat[]; total: string }
  showsRowTotals: boolean
  showsColTotals: boolean
}

/** Nothing to draw: a sentence about what is missing. */
export interface MissingModel {
  kind: 'missing'
  sentence: string
}

export type PivotModel = TableModel | TsvModel | ChartModel | MissingModel

/** The model of the first rows and columns. */
export function pivotModel(
  data: VisualizationData,
  options: PivotOptions,
  settings: HostSettings,
): PivotModel {
  const missing = missingIn(data, options)
  if (missing !== null) return { kind: 'missing', sentence: missing }
  return partOfPivot(computePivot(data, options, settings), options, settings, { row: 0, col: 0 })
}

/** A sentence about a missing requirement, or null when the pivot can be computed. */
export function missingIn({ columns, rows }: VisualizationData, state: PivotState): string | null {
  if (rows.length === 0) return t('The result has no rows.')
  const { inputs } = aggregators[state.aggregatorName]
  const aggregator = aggregatorLabels[state.aggregatorName]
  const needed = Array.from({ length: inputs }, (_, index) => state.vals[index])
  if (needed.includes(undefined)) {
    return inputs === 2
      ? t('{aggregator} needs two fields: choose them beside the aggregator.', { aggregator })
      : t('{aggregator} needs a field: choose it beside the aggregator.', { aggregator })
  }
  const gone = needed.find((field) => !columns.some(({ name }) => name === field))
  return gone === undefined
    ? null
    : t('{aggregator} needs the field “{field}”, which the result does not have. Choose another one.', {
        aggregator,
        field: gone,
      })
}

/** The part of the pivot from `start` on. Totals and colors are always those of the whole. */
export function partOfPivot(
  pivot: Pivot,
  options: PivotOptions,
  settings: HostSettings,
  start: PivotStart,
): PivotModel {
  if (pivot.counted === 0) {
    return { kind: 'missing', sentence: t('The filters of the fields leave out every row.') }
  }
  const { rendererName } = options
  if (rendererName === 'Exportable TSV') return tsvModel(pivot, options, start)
  if (isChart(rendererName)) return chartModel(pivot, options, rendererName, settings, start)
  return tableModel(pivot, options, settings, start)
}

/** Limits of cells, rows and columns that are drawn at once. */
const maxCells = 5_000
const maxCols = 50
const maxRows = 400
const minRows = 100

function tableModel(
  pivot: Pivot,
  options: PivotOptions,
  settings: HostSettings,
  start: PivotStart,
): TableModel {
  const { rows, cols } = pivot
  const colExtent = extentOf(cols, start.col, maxCols)
  const perPage = Math.max(minRows, Math.min(maxRows, Math.floor(maxCells / (colExtent.count + 1))))
  const rowExtent = extentOf(rows, start.row, perPage)
  const format = aggregateFormat(options.aggregatorName, pivot.ofDates, settings)
  const scales = heatScales(pivot, options.rendererName)
  const rowPositions = positionsIn(rowExtent)
  const colPositions = positionsIn(colExtent)
  const rowKeys = rowPositions.map(rows.key)
  const colTotals = colPositions.map(pivot.colTotal)
  const { rowTotals: showsRowTotals, colTotals: showsColTotals } = options.rendererOptions.table
  return {
    kind: 'table',
    rowFields: rows.fields,
    colFields: cols.fields,
    rowExtent,
    colExtent,
    colHeaders: headersOf(colPositions.map(cols.key), cols.fields.length),
    rows: rowPositions.map((row, index) => {
      const values = colPositions.map((col) => pivot.cell(row, col))
      const total = pivot.rowTotal(row)
      return {
        headers: rowHeaders(rowKeys, index),
        cells: values.map(format),
        ...(scales && { heat: values.map((value, at) => scales.cell(row, colPositions[at] ?? 0, value)) }),
        total: format(total),
        ...(scales && { totalHeat: scales.rowTotal(total) }),
      }
    }),
    totals: {
      cells: colTotals.map(format),
      ...(scales && { heat: colTotals.map(scales.colTotal) }),
      total: format(pivot.total),
    },
    // without column (or row) fields the totals are the only numbers, so they stay
    showsRowTotals: showsRowTotals || cols.fields.length === 0,
    showsColTotals: showsColTotals || rows.fields.length === 0,
  }
}

type Keys = readonly (readonly string[])[]

/** Merges adjacent labels that are equal in this level and all levels above. */
function headersOf(keys: Keys, levels: number): HeaderCell[][] {
  return Array.from({ length: levels }, (_, level) => {
    const cells: HeaderCell[] = []
    for (const index of keys.keys()) {
      if (begins(keys, index, level))
        cells.push({ text: keys[index]?.[level] ?? '', span: spanOf(keys, index, level) })
    }
    return cells
  })
}

function rowHeaders(keys: Keys, index: number): (HeaderCell | null)[] {
  return (keys[index] ?? []).map((text, level) =>
    begins(keys, index, level) ? { text, span: spanOf(keys, index, level) } : null,
  )
}

function begins(keys: Keys, index: number, level: number): boolean {
  if (index === 0) return true
  const [before, here] = [keys[index - 1] ?? [], keys[index] ?? []]
  return here.slice(0, level + 1).some((text, at) => text !== before[at])
}

function spanOf(keys: Keys, index: number, level: number): number {
  let span = 1
  while (index + span < keys.length && !begins(keys, index + span, level)) span++
  return span
}
