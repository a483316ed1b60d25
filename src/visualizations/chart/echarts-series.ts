import type { BarSeriesOption, CustomSeriesOption, LineSeriesOption, ScatterSeriesOption } from 'echarts'
import type { PictureTheme } from '../parts/picture-theme.ts'
import { visibleOn } from '../parts/visible-color.ts'
import type { AxisModel, CartesianModel, Trace } from './chart-model.ts'
import { heightOf, topOf } from './chart-stacking.ts'
import type { Position } from './chart-values.ts'
import { axisNumber, indexOfCategories } from './echarts-axes.ts'
import { barCategoryGap, errorBarSeries } from './echarts-error-bars.ts'
import { barLabel, type Labelled, labelLayout, pointLabel } from './echarts-labels.ts'

export type CartesianSeriesOption =
  | LineSeriesOption
  | BarSeriesOption
  | ScatterSeriesOption
  | CustomSeriesOption

/** From here on lines and bars are sampled and points are drawn in bulk. */
const manyPoints = 5000
const widestBar = 140
/** More labels than these would be noise, and slow. */
const mostLabels = 2000

export function traceId(index: number): string {
  return `trace:${index}`
}

/** Index of the trace that an ECharts series draws; -1 for our own additions such as error bars. */
export function traceIndex(seriesId: string | undefined): number {
  return seriesId?.startsWith('trace:') ? Number(seriesId.slice('trace:'.length)) : -1
}

interface Drawing extends Labelled {
  xIndex: ReadonlyMap<string, number>
  yIndexes: { left: ReadonlyMap<string, number>; right: ReadonlyMap<string, number> }
  /** upper edge of the lines and areas drawn so far, by x: what the next area stands on */
  drawn: Map<Position, number>
  /** what each stacked area stands on, by index of its trace */
  grounds: Map<number, number[]>
  columns: number[]
  minGap: number
}

export function seriesOptions(model: CartesianModel, theme: PictureTheme): CartesianSeriesOption[] {
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
    grounds: new Map(),
    labels: model.showLabels && count <= mostLabels,
    columns: model.stacking === 'bars' ? columns.slice(0, 1) : columns,
    minGap: smallestGap(visible.map(({ trace }) => trace)),
  }
  return visible.flatMap(({ trace, index }) => {
    const ground = groundSeries(trace, index, drawing)
    const drawn = traceSeries(trace, index, drawing, ground !== null)
    const errors = errorBars(trace, index, drawing)
    return [ground, drawn, errors].filter((one) => one !== null)
  })
}

/**
 * What a stacked area stands on: an unseen line on the edges drawn before it. Every area has a stack of its own
 * with this line in it, so that a missing value leaves a gap in one series and moves no other.
 */
function groundSeries(trace: Trace, index: number, drawing: Drawing): LineSeriesOption | null {
  const { model, drawn } = drawing
  if (model.stacking !== 'sums' || (trace.type !== 'area' && trace.type !== 'line')) return null
  const axis = valueAxis(trace, model)
  const below = trace.points.map((point) => {
    const edge = drawn.get(point.x) ?? 0
    if (typeof point.sum !== 'number') return Number.NaN
    drawn.set(point.x, point.sum)
    return axisNumber(edge, axis, drawing.yIndexes[trace.side])
  })
  if (trace.type !== 'area' || below.every((edge) => edge === 0 || Number.isNaN(edge))) return null
  drawing.grounds.set(index, below)
  return {
    type: 'line',
    id: `ground:${index}`,
    ...axisIndexes(trace, drawing),
    ...shapeOption(model),
    dimensions: ['x', 'y'],
    data: seriesData(pairs(trace, below, drawing)),
    stack: `area-${index}`,
    stackStrategy: 'all',
    silent: true,
    tooltip: { show: false },
    showSymbol: false,
    lineStyle: { opacity: 0 },
    emphasis: { disabled: true },
  }
}

function traceSeries(
  trace: Trace,
  index: number,
  drawing: Drawing,
  onGround: boolean,
): CartesianSeriesOption {
  const common = {
    id: traceId(index),
    name: trace.label,
    ...axisIndexes(trace, drawing),
    dimensions: ['x', 'y'],
    data: seriesData(pairs(trace, heightsOf(trace, index, drawing), drawing)),
    color: visibleOn(trace.color, drawing.theme.ground),
    label: pointLabel(trace, drawing),
    labelLayout: labelLayout(trace, drawing.model),
  }
  const many = trace.points.length > manyPoints
  switch (trace.type) {
    case 'column':
      return { ...common, type: 'bar', ...barOption(drawing, many), label: barLabel(trace, drawing) }
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
      return {
        ...common,
        type: 'line',
        ...lineOption(trace, drawing, many),
        ...(onGround ? { stack: `area-${index}`, stackStrategy: 'all' } : {}),
      }
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
    // error bars find their column by the width that ECharts would give it
    ...(model.traces.some(hasErrors) ? {} : { barMaxWidth: widestBar }),
    barCategoryGap: `${barCategoryGap * 100}%`,
    barMinHeight: 0,
    // bars narrower than a pixel: painting each of them takes seconds, the tallest of a pixel shows the same
    ...(many ? { sampling: 'minmax' as const } : {}),
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
      return { smooth: 0.3 }
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
function pairs(trace: Trace, heights: readonly number[], { model, xIndex }: Drawing): Float64Array {
  const data = new Float64Array(trace.points.length * 2)
  for (let index = 0; index < trace.points.length; index++) {
    const x = axisNumber(trace.points[index]?.x, model.x, xIndex)
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
 * What ECharts is given on the value axis: the height above what it stands on, for bars upon each other (stacked by
 * ECharts) and areas on a ground; for all others where they are.
 */
function heightsOf(trace: Trace, index: number, drawing: Drawing): number[] {
  const { model } = drawing
  const axis = valueAxis(trace, model)
  const ground = drawing.grounds.get(index)
  const own = model.stacking === 'bars' && trace.type === 'column'
  return trace.points.map((point, at) => {
    const top = axisNumber(own ? heightOf(point) : topOf(point), axis, drawing.yIndexes[trace.side])
    return ground ? top - (ground[at] ?? 0) : top
  })
}

function hasErrors({ points }: Trace): boolean {
  return points.some(({ yError }) => yError !== null)
}

function errorBars(trace: Trace, index: number, drawing: Drawing): CustomSeriesOption | null {
  if (!hasErrors(trace)) return null
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
