import type { HostSettings, VisualizationData } from '../visualization.ts'
import {
  alignedAtZero,
  autoRange,
  categoriesOf,
  dataRange,
  type Range,
  smallestStep,
  storedLimits,
  xScale,
  yScale,
} from './chart-axes.ts'
import { type HeatmapModel, heatmapModel } from './chart-heatmap.ts'
import { withoutMidnight } from './chart-instant.ts'
import type { AxisOptions, ChartOptions } from './chart-options.ts'
import { type PieModel, pieModel } from './chart-pie.ts'
import { type ChartSeries, chartSeries, hasRole, rowsWithoutX } from './chart-series.ts'
import { heightOf, toPercent } from './chart-stacking.ts'
import type { TextContext } from './chart-text.ts'
import { preparedTraces, type Stacking, stackedTraces, type Trace } from './chart-traces.ts'
import type { ScaleKind } from './chart-values.ts'
import { type CustomModel, customModel } from './custom-model.ts'

export interface AxisModel {
  scale: ScaleKind
  title: string
  tickFormat: string
  showLabels: boolean
  /** stored keys of a category axis, in drawing order */
  categories: string[]
  /** stored limits; both ends when the model sets the range */
  min?: number
  max?: number
  /** shapes on the axis start at zero */
  fromZero: boolean
  /** X axis only: the smallest distance between two columns or boxes; 1 for categories */
  step?: number
}

export interface CartesianModel {
  kind: 'cartesian'
  stacking: Stacking
  swapped: boolean
  traces: Trace[]
  x: AxisModel
  left: AxisModel
  right: AxisModel | null
  lineShape: string
  showLabels: boolean
  /** boxes show all their points, not only the outliers */
  showAllPoints: boolean
  text: TextContext
  /** number of rows without an x, which are not drawn; absent when 0 */
  withoutX?: number
}

/** The renderer draws each `kind` in its own way. */
export type ChartModel = CartesianModel | PieModel | HeatmapModel | CustomModel

/**
 * Everything that a chart shows, independent of how it is drawn. `hidden` holds the names of series (in a pie: slices)
 * that are switched off in the legend.
 */
export function chartModel(
  data: VisualizationData,
  options: ChartOptions,
  settings: HostSettings,
  hidden: ReadonlySet<string>,
): ChartModel {
  const series = chartSeries(data, options)
  switch (options.globalSeriesType) {
    case 'pie':
      return pieModel(series, options, hidden, settings)
    case 'heatmap':
      return { ...heatmapModel(series, options, settings), ...countedWithoutX(series) }
    case 'custom':
      return customModel(series, options, settings)
    default: {
      // unknown types are drawn as columns
      const scale = drawnScale(xScale(options.xAxis, series), options)
      const sized = hasRole(data, options, 'size')
      return cartesianModel(series, options, settings, { hidden, scale, sized })
    }
  }
}

/** Horizontal bars and areas have no numeric X axis: their numbers become categories. */
function drawnScale(scale: ScaleKind, options: ChartOptions): ScaleKind {
  const onNumbers = scale === 'linear' || scale === 'logarithmic'
  const bars = options.globalSeriesType === 'column' || options.globalSeriesType === 'area'
  return options.swappedAxes === true && bars && onNumbers ? 'category' : scale
}

function cartesianModel(
  series: readonly ChartSeries[],
  options: ChartOptions,
  settings: HostSettings,
  { hidden, scale, sized }: { hidden: ReadonlySet<string>; scale: ScaleKind; sized: boolean },
): CartesianModel {
  const swapped = options.swappedAxes === true
  const percent = options.series.percentValues === true
  const stacking = stackingOf(options)
  const prepared = preparedTraces(series, options, { hidden, scale, swapped, sized })
  const traces = stackedTraces(percent ? toPercent(prepared) : prepared, options, { scale, stacking })
  const [left, right] = yAxisModels(traces, options)
  if (percent) capAtHundred(left, traces)
  return {
    kind: 'cartesian',
    stacking,
    swapped,
    traces,
    x: {
      ...axisModel(options.xAxis, scale),
      // limits of X are our own option: Redash stores none
      ...(scale === 'linear' || scale === 'logarithmic' ? storedLimits(options.xAxis, scale) : {}),
      categories: scale === 'category' ? xCategories(traces, options) : [],
      step: scale === 'category' ? 1 : smallestStep(traces),
    },
    left,
    right,
    lineShape: options.lineShape,
    showLabels: options.showDataLabels,
    showAllPoints: options.showpoints === true,
    text: { options, settings, percent, xScale: scale, yScale: left.scale },
    ...countedWithoutX(series),
  }
}

function countedWithoutX(series: readonly ChartSeries[]): { withoutX?: number } {
  const withoutX = rowsWithoutX(series)
  return withoutX === 0 ? {} : { withoutX }
}

function stackingOf(options: ChartOptions): Stacking {
  if (options.series.stacking !== 'stack') return 'none'
  if (options.globalSeriesType === 'line' || options.globalSeriesType === 'area') return 'sums'
  return options.globalSeriesType === 'column' ? 'bars' : 'none'
}

function xCategories(traces: readonly Trace[], options: ChartOptions): string[] {
  return categoriesOf(traces, (point) => point.x, {
    sorted: options.sortX,
    reversed: options.reverseX === true,
  })
}

function axisModel(axis: AxisOptions | undefined, scale: ScaleKind): AxisModel {
  const title = axis?.title?.text
  return {
    scale,
    title: typeof title === 'string' ? title : '',
    tickFormat: typeof axis?.tickFormat === 'string' ? axis.tickFormat : '',
    showLabels: axis?.labels?.enabled !== false,
    categories: [],
    fromZero: false,
  }
}

function yAxisModels(traces: readonly Trace[], options: ChartOptions): [AxisModel, AxisModel | null] {
  const left = yAxisModel(traces, 'left', options)
  if (!traces.some(({ side }) => side === 'right')) return [left, null]
  const right = yAxisModel(traces, 'right', options)
  if (options.alignYAxesAtZero && left.scale === 'linear' && right.scale === 'linear') {
    const [a, b] = alignedAtZero(rangeOf(traces, 'left', left), rangeOf(traces, 'right', right))
    return [
      { ...left, min: a[0], max: a[1] },
      { ...right, min: b[0], max: b[1] },
    ]
  }
  return [left, right]
}

function yAxisModel(traces: readonly Trace[], side: Trace['side'], options: ChartOptions): AxisModel {
  const axis = options.yAxis[side === 'right' ? 1 : 0]
  const scale = yScale(axis)
  const own = traces.filter((trace) => trace.side === side)
  return {
    ...axisModel(axis, scale),
    ...storedLimits(axis, scale),
    categories: scale === 'category' ? categoriesOf(own, heightOf, { sorted: true, reversed: false }) : [],
    fromZero: own.some(({ type, hidden }) => !hidden && (type === 'column' || type === 'area')),
  }
}

/** Ends a percent axis at exactly 100 when stacks nearly fill it. */
function capAtHundred(axis: AxisModel, traces: readonly Trace[]): void {
  const high = dataRange(traces.filter(({ side }) => side === 'left'))?.[1] ?? 0
  if (axis.scale === 'linear' && axis.max === undefined && high > 90 && high < 100.5) axis.max = 100
}

function rangeOf(traces: readonly Trace[], side: Trace['side'], axis: AxisModel): Range {
  const own = traces.filter((trace) => trace.side === side)
  const [low, high] = autoRange(dataRange(own) ?? [0, 1])
  return [axis.min ?? low, axis.max ?? high]
}

/** The displayed text of a category. */
export function categoryLabel(category: string): string {
  return withoutMidnight(category)
}
