import { formatNumber } from '#shared/format/numbers.ts'
import { t } from '#shared/messages/translate.ts'
import type { HostSettings } from '../visualization.ts'
import type { Pivot, PivotSide } from './compute-pivot.ts'
import { type Aggregate, aggregators } from './pivot-aggregators.ts'
import { aggregateFormat, aggregatorLabels } from './pivot-labels.ts'
import type { PivotOptions, RendererName } from './pivot-options.ts'
import { type Extent, extentOf, type PivotStart, positionsIn } from './pivot-part.ts'

interface ChartKind {
  shape: 'bar' | 'line' | 'area' | 'dot' | 'scatter' | 'pie'
  stacked: boolean
  /** true: series are the columns, values are on x; false: series are the rows, values are on y */
  transposed: boolean
}

const chartKinds: Partial<Record<RendererName, ChartKind>> = {
  'Grouped Column Chart': { shape: 'bar', stacked: false, transposed: false },
  'Stacked Column Chart': { shape: 'bar', stacked: true, transposed: false },
  'Grouped Bar Chart': { shape: 'bar', stacked: false, transposed: true },
  'Stacked Bar Chart': { shape: 'bar', stacked: true, transposed: true },
  'Line Chart': { shape: 'line', stacked: false, transposed: false },
  'Dot Chart': { shape: 'dot', stacked: false, transposed: true },
  'Area Chart': { shape: 'area', stacked: true, transposed: false },
  'Scatter Chart': { shape: 'scatter', stacked: false, transposed: false },
  'Multiple Pie Chart': { shape: 'pie', stacked: false, transposed: true },
}

export interface ChartSeries {
  name: string
  /** one per category; null for a gap */
  values: readonly (number | null)[]
  /** the formatted values */
  texts: readonly string[]
}

/** A pivot as a chart: one series per key of one side, one category per key of the other. */
export interface ChartModel extends ChartKind {
  kind: 'chart'
  rowExtent: Extent
  colExtent: Extent
  title: string
  /** `Sum of price` */
  valueTitle: string
  categoryTitle: string
  /** the fields of the series, such as `species` */
  seriesTitle: string
  categories: readonly string[]
  series: readonly ChartSeries[]
  /** formats a tick of the value axis */
  tickText(value: number): string
}

export function isChart(rendererName: RendererName): boolean {
  return chartKinds[rendererName] !== undefined
}

/** Limit of series and categories in one chart. */
const maxSeries = 100
const maxPies = 36
const maxCategories = 500

export function chartModel(
  pivot: Pivot,
  options: PivotOptions,
  rendererName: RendererName,
  settings: HostSettings,
  start: PivotStart,
): ChartModel {
  const kind = chartKinds[rendererName] ?? { shape: 'bar', stacked: false, transposed: false }
  const { shape, transposed } = kind
  const [rowLimit, colLimit] = limitsOf(kind)
  const rowExtent = extentOf(pivot.rows, start.row, rowLimit)
  const colExtent = extentOf(pivot.cols, start.col, colLimit)
  const rows = keysIn(pivot.rows, rowExtent)
  const cols = keysIn(pivot.cols, colExtent)
  const valueTitle = fullName(options)
  const format = aggregateFormat(options.aggregatorName, pivot.ofDates, settings)
  const [traces, data] = transposed ? [cols, rows] : [rows, cols]
  const series = traces.map((trace): ChartSeries => {
    const values = data.map((datum) =>
      transposed ? valueAt(pivot, datum.place, trace.place) : valueAt(pivot, trace.place, datum.place),
    )
    return { name: trace.label || valueTitle, values: values.map(numberOf), texts: values.map(format) }
  })
  const [rowTitle, colTitle] = [pivot.rows.fields.join('-'), pivot.cols.fields.join('-')]
  const [categoryTitle, seriesTitle] = transposed ? [rowTitle, colTitle] : [colTitle, rowTitle]
  const categories = data.map(({ label }) => label || (shape === 'pie' ? valueTitle : ' '))
  return {
    kind: 'chart',
    ...kind,
    rowExtent,
    colExtent,
    title:
      shape === 'scatter'
        ? t('{value} vs {category}', { value: rowTitle, category: colTitle })
        : titleOf(valueTitle, categoryTitle, seriesTitle),
    valueTitle,
    categoryTitle,
    seriesTitle,
    categories,
    series,
    tickText: (value) => formatNumber(value, '0,0.[0000000000]', settings),
  }
}

/** `Sum of price` */
export function fullName({ aggregatorName, vals }: Pick<PivotOptions, 'aggregatorName' | 'vals'>): string {
  const { inputs } = aggregators[aggregatorName]
  const aggregator = aggregatorLabels[aggregatorName]
  return inputs === 0
    ? aggregator
    : t('{aggregator} of {fields}', { aggregator, fields: vals.slice(0, inputs).join(', ') })
}

function titleOf(value: string, category: string, series: string): string {
  if (category === '') return series === '' ? value : t('{value} by {series}', { value, series })
  return series === ''
    ? t('{value} vs {category}', { value, category })
    : t('{value} vs {category} by {series}', { value, category, series })
}

function limitsOf({ shape, transposed }: ChartKind): [rows: number, cols: number] {
  if (shape === 'scatter') return [maxCategories, maxCategories]
  const series = shape === 'pie' ? maxPies : maxSeries
  return transposed ? [maxCategories, series] : [series, maxCategories]
}

interface Key {
  /** null: the side has no fields, so the total is used */
  place: number | null
  label: string
}

function keysIn(side: PivotSide, extent: Extent): Key[] {
  if (side.fields.length === 0) return [{ place: null, label: '' }]
  return positionsIn(extent).map((place) => ({ place, label: side.key(place).join('-') }))
}

function valueAt(pivot: Pivot, row: number | null, col: number | null): Aggregate {
  if (row === null) return col === null ? pivot.total : pivot.colTotal(col)
  return col === null ? pivot.rowTotal(row) : pivot.cell(row, col)
}

function numberOf(value: Aggregate): number | null {
  const number = typeof value === 'number' ? value : Number.parseFloat(String(value))
  return Number.isFinite(number) ? number : null
}
