import type { HostSettings, VisualizationData } from '../visualization.ts'
import {
  alignedAtZero,
  autoRange,
  categoriesOf,
  dataRange,
  type Range,
  storedLimits,
  xScale,
  yScale,
} from './chart-axes.ts'
import { seriesColors } from './chart-colors.ts'
import { withoutMidnight } from './chart-instant.ts'
import {
  type AxisOptions,
  type ChartOptions,
  isDrawn,
  seriesOptionsOf,
  seriesTypeNames,
} from './chart-options.ts'
import { type PieModel, pieModel } from './chart-pie.ts'
import { type ChartSeries, chartSeries } from './chart-series.ts'
import { heightOf, relativeSums, runningSums, toPercent, unifyX, unionOfX } from './chart-stacking.ts'
import type { TextContext } from './chart-text.ts'
import { type ScaleKind, type TracePoint, tracePoints } from './chart-values.ts'

export type TraceType = 'line' | 'column' | 'area' | 'scatter'

export interface Trace {
  /** key of `seriesOptions` */
  name: string
  /** as shown: renamed or the name */
  label: string
  type: TraceType
  color: string
  side: 'left' | 'right'
  hidden: boolean
  points: TracePoint[]
}

export interface AxisModel {
  scale: ScaleKind
  title: string
  tickFormat: string
  showLabels: boolean
  /** stored keys of a category axis, in drawing order */
  categories: string[]
  /** stored limits, or both ends where the model decides them */
  min?: number
  max?: number
  /** true when the shapes on the axis start at zero */
  fromZero: boolean
}

export interface CartesianModel {
  kind: 'cartesian'
  /** `sums`: lines and areas on running sums; `bars`: bars upon each other */
  stacking: 'none' | 'sums' | 'bars'
  swapped: boolean
  traces: Trace[]
  x: AxisModel
  left: AxisModel
  right: AxisModel | null
  lineShape: string
  showLabels: boolean
  text: TextContext
}

export interface UnavailableModel {
  kind: 'unavailable'
  typeName: string
}

export type ChartModel = CartesianModel | PieModel | UnavailableModel

/**
 * Everything that a chart shows, without saying how it is drawn. `hidden` holds names of series (of slices in a
 * pie) that were switched off in the legend.
 */
export function chartModel(
  data: VisualizationData,
  options: ChartOptions,
  settings: HostSettings,
  hidden: ReadonlySet<string>,
): ChartModel {
  const type = options.globalSeriesType
  if (!isDrawn(type)) return { kind: 'unavailable', typeName: seriesTypeNames[type] ?? type }
  const series = chartSeries(data, options)
  const scale = drawnScale(xScale(options.xAxis, series), options)
  if (type === 'pie') return pieModel(series, options, scale, hidden, settings)
  return cartesianModel(series, options, settings, { hidden, scale })
}

/** Horizontal bars and areas stand on an axis of categories or of time; their numbers become categories. */
function drawnScale(scale: ScaleKind, options: ChartOptions): ScaleKind {
  const onNumbers = scale === 'linear' || scale === 'logarithmic'
  const bars = options.globalSeriesType === 'column' || options.globalSeriesType === 'area'
  return options.swappedAxes === true && bars && onNumbers ? 'category' : scale
}

function cartesianModel(
  series: readonly ChartSeries[],
  options: ChartOptions,
  settings: HostSettings,
  { hidden, scale }: { hidden: ReadonlySet<string>; scale: ScaleKind },
): CartesianModel {
  const swapped = options.swappedAxes === true
  const percent = options.series.percentValues === true
  const stacking = stackingOf(options)
  const prepared = preparedTraces(series, options, { hidden, scale, swapped })
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
      categories: scale === 'category' ? xCategories(traces, options) : [],
    },
    left,
    right,
    lineShape: options.lineShape,
    showLabels: options.showDataLabels,
    text: { options, settings, percent, xScale: scale, yScale: left.scale },
  }
}

function stackingOf(options: ChartOptions): CartesianModel['stacking'] {
  if (options.series.stacking !== 'stack') return 'none'
  if (options.globalSeriesType === 'line' || options.globalSeriesType === 'area') return 'sums'
  return options.globalSeriesType === 'column' ? 'bars' : 'none'
}

function preparedTraces(
  series: readonly ChartSeries[],
  options: ChartOptions,
  context: { hidden: ReadonlySet<string>; scale: ScaleKind; swapped: boolean },
): Trace[] {
  const colors = seriesColors(
    series.map(({ name }) => name),
    options,
  )
  return series.map((one, index) => {
    const stored = seriesOptionsOf(options, one.name)
    const type = traceType(stored.type, options.globalSeriesType)
    const wantsRight = stored.yAxis === 1 && (options.series.stacking === null || type === 'line')
    const side = wantsRight && !context.swapped ? 'right' : 'left'
    const scales = { x: context.scale, y: yScale(options.yAxis[side === 'right' ? 1 : 0]) }
    return {
      name: one.name,
      label: typeof stored.name === 'string' && stored.name !== '' ? stored.name : one.name,
      type,
      color: colors[index] ?? '',
      side,
      hidden: context.hidden.has(one.name),
      points: tracePoints(one, type, scales, options),
    }
  })
}

/** How one series is drawn; types that have no drawing yet fall to the nearest one that has. */
function traceType(stored: string | undefined, globalType: string): TraceType {
  for (const type of [stored, globalType]) {
    if (type === 'line' || type === 'column' || type === 'area' || type === 'scatter') return type
    if (type === 'bubble' || type === 'box') return 'scatter'
    if (type === 'custom') return 'line'
  }
  return 'column'
}

function stackedTraces(
  traces: Trace[],
  options: ChartOptions,
  { scale, stacking }: { scale: ScaleKind; stacking: CartesianModel['stacking'] },
): Trace[] {
  const sorted = options.sortX
  if (stacking === 'sums') {
    const union = unionOfX(traces, sorted)
    return runningSums(unifyX(traces, union, options.missingValuesAsZero))
  }
  const unified =
    sorted && scale === 'category'
      ? unifyX(traces, unionOfX(traces, true), options.missingValuesAsZero)
      : traces
  if (stacking !== 'bars') return unified
  // bars stand upon each other place by place, so every series needs every place
  return relativeSums(scale === 'category' ? unified : unifyX(traces, unionOfX(traces, sorted), false))
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

/** Shares that fill the axis end at its end. */
function capAtHundred(axis: AxisModel, traces: readonly Trace[]): void {
  const high = dataRange(traces.filter(({ side }) => side === 'left'))?.[1] ?? 0
  if (axis.scale === 'linear' && axis.max === undefined && high > 90 && high < 100.5) axis.max = 100
}

function rangeOf(traces: readonly Trace[], side: Trace['side'], axis: AxisModel): Range {
  const own = traces.filter((trace) => trace.side === side)
  const [low, high] = autoRange(dataRange(own) ?? [0, 1])
  return [axis.min ?? low, axis.max ?? high]
}

/** Text of a category as shown. */
export function categoryLabel(category: string): string {
  return withoutMidnight(category)
}
