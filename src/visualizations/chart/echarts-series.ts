import type { BarSeriesOption, CustomSeriesOption, LineSeriesOption, ScatterSeriesOption } from 'echarts'
import { textColorOn } from '../parts/colors.ts'
import { visibleOn } from './chart-colors.ts'
import type { AxisModel, CartesianModel, Trace } from './chart-model.ts'
import { topOf } from './chart-stacking.ts'
import { pointText } from './chart-text.ts'
import { type ChartTheme, chartTextSize } from './chart-theme.ts'
import type { Position } from './chart-values.ts'
import { axisNumber, indexOfCategories } from './echarts-axes.ts'
import { barCategoryGap, errorBarSeries } from './echarts-error-bars.ts'

export type CartesianSeriesOption =
  | LineSeriesOption
  | BarSeriesOption
  | ScatterSeriesOption
  | CustomSeriesOption

/** From here on lines are sampled and bars and points are drawn in bulk. */
export const manyPoints = 5000
/** More labels than these would be noise, and slow. */
const mostLabels = 2000

export function traceId(index: number): string {
  return `trace:${index}`
}

/** Index of the trace that an ECharts series draws; -1 for our own additions such as error bars. */
export function traceIndex(seriesId: string | undefined): number {
  return seriesId?.startsWith('trace:') ? Number(seriesId.slice('trace:'.length)) : -1
}

interface Drawing {
  model: CartesianModel
  theme: ChartTheme
  xIndex: ReadonlyMap<string, number>
  yIndexes: { left: ReadonlyMap<string, number>; right: ReadonlyMap<string, number> }
  /** running sum of the lines and areas drawn so far, by x: what the next one stands on */
  drawn: Map<Position, number>
  labels: boolean
  columns: number[]
  minGap: number
}

export function seriesOptions(model: CartesianModel, theme: ChartTheme): CartesianSeriesOption[] {
  const visible = model.traces.flatMap((trace, index) => (trace.hidden ? [] : [{ trace, index }]))
  const count = visible.reduce((sum, { trace }) => sum + trace.points.length, 0)
  const columns = visible.filter(({ trace }) => trace.type === 'column').map(({ index }) => index)
  const drawing: Drawing = {
    model,
    theme,
    xIndex: indexOfCategories(model.x),
    yIndexes: {
      left: indexOfCategories(model.left),
      right: model.right ? indexOfCategories(model.right) : new Map(),
    },
    drawn: new Map(),
    labels: model.showLabels && count <= mostLabels,
    columns: model.stacking === 'bars' ? columns.slice(0, 1) : columns,
    minGap: smallestGap(visible.map(({ trace }) => trace)),
  }
  return visible.flatMap(({ trace, index }) => {
    const drawn = traceSeries(trace, index, drawing)
    const errors = errorBars(trace, index, drawing)
    return errors ? [drawn, errors] : [drawn]
  })
}

function traceSeries(trace: Trace, index: number, drawing: Drawing): CartesianSeriesOption {
  const common = {
    id: traceId(index),
    name: trace.label,
    ...axisIndexes(trace, drawing),
    dimensions: ['x', 'y'],
    data: seriesData(pairs(trace, drawing)),
    color: visibleOn(trace.color, drawing.theme.ground),
    label: labelOption(trace, drawing),
    labelLayout: { hideOverlap: true },
  }
  const many = trace.points.length > manyPoints
  switch (trace.type) {
    case 'column':
      return { ...common, type: 'bar', ...barOption(drawing, many) }
    case 'scatter':
      return {
        ...common,
        type: 'scatter',
        symbolSize: many ? 3 : 7,
        itemStyle: { opacity: many ? 0.5 : 0.75 },
        large: many,
        largeThreshold: manyPoints,
      }
    default:
      return { ...common, type: 'line', ...lineOption(trace, drawing, many) }
  }
}

function axisIndexes(trace: Trace, { model }: Drawing) {
  const value = trace.side === 'right' && model.right ? 1 : 0
  return model.swapped ? { xAxisIndex: value, yAxisIndex: 0 } : { xAxisIndex: 0, yAxisIndex: value }
}

function barOption({ model }: Drawing, many: boolean): Partial<BarSeriesOption> {
  return {
    ...(model.stacking === 'bars' ? { stack: 'columns' } : {}),
    barGap: '0%',
    barCategoryGap: `${barCategoryGap * 100}%`,
    barMinHeight: 0,
    large: many,
    largeThreshold: manyPoints,
    emphasis: { disabled: many },
  }
}

function lineOption(
  trace: Trace,
  { model, labels, theme }: Drawing,
  many: boolean,
): Partial<LineSeriesOption> {
  const lone = many ? new Set<number>() : lonePoints(trace)
  const color = visibleOn(trace.color, theme.ground)
  return {
    ...(model.stacking === 'sums' ? { stack: `lines-${trace.side}`, stackStrategy: 'all' as const } : {}),
    ...shapeOption(model),
    connectNulls: false,
    showSymbol: labels || lone.size > 0,
    showAllSymbol: true,
    symbol: 'circle',
    symbolSize: labels || lone.size === 0 ? 5 : (_value, { dataIndex }) => (lone.has(dataIndex) ? 5 : 0),
    lineStyle: { width: many ? 1.25 : 2, color },
    ...(trace.type === 'area'
      ? { areaStyle: { opacity: model.stacking === 'sums' ? 0.55 : 0.3, color } }
      : {}),
    ...(many ? { sampling: 'lttb' as const } : {}),
    emphasis: { disabled: true },
  }
}

/** `hv`: first along, then up or down; `vh` the other way round. */
function shapeOption({ lineShape, swapped }: CartesianModel): Partial<LineSeriesOption> {
  switch (lineShape) {
    case 'spline':
      return { smooth: 0.4, smoothMonotone: swapped ? 'y' : 'x' }
    case 'hv':
      return { step: swapped ? 'start' : 'end' }
    case 'vh':
      return { step: swapped ? 'end' : 'start' }
    default:
      return {}
  }
}

/** Points without neighbours: a line through them alone would not show. */
function lonePoints(trace: Trace): Set<number> {
  const lone = new Set<number>()
  const missing = (index: number) => typeof trace.points[index]?.y !== 'number'
  for (let index = 0; index < trace.points.length; index++) {
    if (!missing(index) && missing(index - 1) && missing(index + 1)) lone.add(index)
  }
  return lone
}

/** Flat `x, y` pairs (swapped: `y, x`), the form that ECharts takes without making an object per point. */
function pairs(trace: Trace, drawing: Drawing): Float64Array {
  const { model } = drawing
  const data = new Float64Array(trace.points.length * 2)
  const heights = heightsOf(trace, drawing)
  for (let index = 0; index < trace.points.length; index++) {
    const x = axisNumber(trace.points[index]?.x, model.x, drawing.xIndex)
    const y = heights[index] ?? Number.NaN
    data[index * 2] = model.swapped ? y : x
    data[index * 2 + 1] = model.swapped ? x : y
  }
  return data
}

/** ECharts reads flat typed arrays by `dimensions`; its types do not say so. */
function seriesData(flat: Float64Array): number[][] {
  return flat as unknown as number[][]
}

function valueAxis(trace: Trace, model: CartesianModel): AxisModel {
  return (trace.side === 'right' && model.right) || model.left
}

/**
 * What ECharts is given on the value axis. Bars upon each other are stacked by it, so they give their own height; a
 * stacked line or area gives what it adds to the one below, so that their edges are the running sums of the model.
 */
function heightsOf(trace: Trace, drawing: Drawing): number[] {
  const { model, drawn } = drawing
  const axis = valueAxis(trace, model)
  const own = model.stacking === 'bars' && trace.type === 'column'
  const steps = model.stacking === 'sums' && (trace.type === 'line' || trace.type === 'area')
  return trace.points.map((point) => {
    const top = own ? (point.percent ?? point.y) : topOf(point)
    if (!steps) return axisNumber(top, axis, drawing.yIndexes[trace.side])
    if (typeof top !== 'number') return Number.NaN
    const below = drawn.get(point.x) ?? 0
    drawn.set(point.x, top)
    return top - below
  })
}

function labelOption(
  trace: Trace,
  { model, theme, labels }: Drawing,
): LineSeriesOption['label'] & { position?: 'top' | 'inside' } {
  if (!labels) return { show: false }
  const inside = trace.type === 'column'
  return {
    show: true,
    position: inside ? 'inside' : 'top',
    fontSize: chartTextSize - 1,
    color: inside ? (textColorOn(visibleOn(trace.color, theme.ground)) ?? theme.text) : theme.text,
    textBorderWidth: 0,
    formatter: ({ dataIndex }) => {
      const point = trace.points[dataIndex]
      return point && point.y !== null ? pointText(point, trace, model.text) : ''
    },
  }
}

function errorBars(trace: Trace, index: number, drawing: Drawing): CustomSeriesOption | null {
  if (trace.points.every(({ yError }) => yError === null)) return null
  const { model } = drawing
  const axis = valueAxis(trace, model)
  const data = trace.points.flatMap((point) => {
    const x = axisNumber(point.x, model.x, drawing.xIndex)
    const top = axisNumber(topOf(point), axis, drawing.yIndexes[trace.side])
    if (point.yError === null || !Number.isFinite(top) || !Number.isFinite(x)) return []
    return [[x, top - point.yError, top + point.yError]]
  })
  const column = model.stacking === 'bars' ? 0 : drawing.columns.indexOf(index)
  return errorBarSeries(data, {
    id: `error:${index}`,
    color: trace.type === 'column' ? drawing.theme.text : visibleOn(trace.color, drawing.theme.ground),
    swapped: model.swapped,
    axisIndex: axisIndexes(trace, drawing),
    column:
      trace.type === 'column' && column >= 0
        ? { index: column, count: drawing.columns.length, minGap: drawing.minGap }
        : null,
  })
}

/** Smallest distance between neighbouring numeric x of the columns: the width of a group. */
function smallestGap(traces: readonly Trace[]): number {
  const xs = new Set<number>()
  for (const { type, points } of traces) {
    if (type !== 'column') continue
    for (const { x } of points) if (typeof x === 'number') xs.add(x)
  }
  const sorted = Float64Array.from(xs).sort()
  let gap = Number.POSITIVE_INFINITY
  for (let index = 1; index < sorted.length; index++) {
    gap = Math.min(gap, (sorted[index] ?? 0) - (sorted[index - 1] ?? 0))
  }
  return Number.isFinite(gap) ? gap : 0
}
