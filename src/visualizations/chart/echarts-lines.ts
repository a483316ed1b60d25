import type { LineSeriesOption } from 'echarts'
import type { CartesianModel } from './chart-model.ts'
import { heightOf } from './chart-stacking.ts'
import type { Trace } from './chart-traces.ts'
import type { Position } from './chart-values.ts'
import { axisNumber } from './echarts-axes.ts'
import {
  axisIndexes,
  colorOf,
  countDrawn,
  type Drawing,
  flatPairs,
  heightsOf,
  labelLayout,
  lengthOfX,
  placedPairs,
  pointLabel,
  traceId,
  valueAxis,
  xsOf,
} from './echarts-drawing.ts'
import { outlinePlaces, picked, spanOf } from './echarts-sampling.ts'

/** Approximate limits of points in a chart: of all lines, of all areas. */
const maxDrawn = { line: 120_000, area: 40_000 }

/** Upper edges of the lines and areas so far, by x: the base of the next area. */
export type Edges = Map<Position, number>

/**
 * A line or an area. A stacked area is based on an invisible line along the edges below it. The two are a stack of their
 * own, so that a missing value leaves a gap in one series and does not move the others.
 */
export function lineSeries(trace: Trace, index: number, drawing: Drawing, edges: Edges): LineSeriesOption[] {
  const { model } = drawing
  const xs = xsOf(trace, drawing)
  const tops = heightsOf(trace, drawing)
  const ground = model.stacking === 'sums' ? groundOf(trace, drawing, edges) : null
  const places = outlinePlaces(tops, spanOf(xs, drawing.zoomedTo), runsFor(trace, drawing))
  countDrawn(drawing, places?.length ?? tops.length, tops.length)
  const onGround = ground === null ? {} : { stack: `area-${index}`, stackStrategy: 'all' as const }
  const ys = ground === null ? tops : tops.map((top, at) => top - (ground[at] ?? 0))
  const line: LineSeriesOption = {
    type: 'line',
    id: traceId(index),
    name: trace.label,
    ...axisIndexes(trace, drawing),
    dimensions: ['x', 'y'],
    data: placedPairs(traceId(index), { xs, ys, places }, drawing),
    color: colorOf(trace, drawing),
    label: pointLabel(trace, drawing),
    labelLayout: labelLayout(trace, model),
    ...lineOption(trace, drawing),
    ...onGround,
  }
  if (ground === null) return [line]
  const below: LineSeriesOption = {
    type: 'line',
    id: `ground:${index}`,
    ...axisIndexes(trace, drawing),
    ...shapeOption(model),
    ...onGround,
    dimensions: ['x', 'y'],
    data: flatPairs(picked(xs, places), picked(ground, places), model.swapped),
    silent: true,
    tooltip: { show: false },
    showSymbol: false,
    lineStyle: { opacity: 0 },
    emphasis: { disabled: true },
  }
  return [below, line]
}

/** The number of runs into which points are merged: one per pixel, fewer with many lines. */
function runsFor(trace: Trace, drawing: Drawing): number {
  const maxPoints = trace.type === 'area' ? maxDrawn.area : maxDrawn.line
  const share = Math.floor(maxPoints / 4 / Math.max(1, drawing.visible.length))
  return Math.max(50, Math.min(lengthOfX(drawing), share))
}

/** The base of a stacked area; null for a line, and for an area that is based on the axis. */
function groundOf(trace: Trace, { model, yIndexes }: Drawing, edges: Edges): Float64Array | null {
  const axis = valueAxis(trace, model)
  const below = Float64Array.from(trace.points, (point) => {
    const edge = edges.get(point.x) ?? 0
    if (typeof point.sum !== 'number') return Number.NaN
    edges.set(point.x, point.sum)
    return axisNumber(edge, axis, yIndexes[trace.side])
  })
  const flat = below.every((edge) => edge === 0 || Number.isNaN(edge))
  return trace.type !== 'area' || flat ? null : below
}

function lineOption(trace: Trace, drawing: Drawing): Partial<LineSeriesOption> {
  const { model, labels, many } = drawing
  const lone = many ? new Set<number>() : lonePoints(trace)
  const color = colorOf(trace, drawing)
  return {
    ...shapeOption(model),
    connectNulls: false,
    showSymbol: labels || lone.size > 0,
    showAllSymbol: true,
    symbol: 'circle',
    symbolSize: labels || lone.size === 0 ? 5 : (_value, { dataIndex }) => (lone.has(dataIndex) ? 5 : 0),
    // lines of one pixel are painted ten times as fast
    lineStyle: { width: many ? 1 : 2, color },
    ...(trace.type === 'area'
      ? { areaStyle: { opacity: model.stacking === 'sums' ? 0.55 : 0.3, color } }
      : {}),
    emphasis: { disabled: true },
  }
}

/** `hv`: first horizontal, then vertical; `vh`: first vertical. */
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

/** Points between gaps, which need a symbol because no line connects them. */
function lonePoints(trace: Trace): Set<number> {
  const lone = new Set<number>()
  const missing = (index: number) => {
    const point = trace.points[index]
    return point === undefined || heightOf(point) === null
  }
  for (let index = 0; index < trace.points.length; index++) {
    if (!missing(index) && missing(index - 1) && missing(index + 1)) lone.add(index)
  }
  return lone
}
