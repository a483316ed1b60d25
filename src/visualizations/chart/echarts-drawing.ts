import type { BarSeriesOption, LineSeriesOption } from 'echarts'
import { textColorOn } from '../parts/colors.ts'
import type { Size } from '../parts/use-box-size.ts'
import { visibleOn } from '../parts/visible-color.ts'
import { type VisualizationTheme, visualizationTextSize } from '../parts/visualization-theme.ts'
import type { AxisModel, CartesianModel } from './chart-model.ts'
import { heightOf, topOf } from './chart-stacking.ts'
import { pointText } from './chart-text.ts'
import type { Trace } from './chart-traces.ts'
import type { TracePoint } from './chart-values.ts'
import { axisNumber, indexOfCategories, type ZoomWindow } from './echarts-axes.ts'
import { type Places, picked } from './echarts-sampling.ts'

/** With more points, lines are thin, points and bars are painted in bulk, and items on the same pixel are merged. */
const manyPoints = 5000
/** More labels would be unreadable and slow. */
export const maxLabels = 2000

/** The state that all series of a chart share. */
export interface Drawing {
  model: CartesianModel
  theme: VisualizationTheme
  /** labels are shown */
  labels: boolean
  size: Size
  zoomedTo: ZoomWindow | null | undefined
  xIndex: ReadonlyMap<string, number>
  yIndexes: { left: ReadonlyMap<string, number>; right: ReadonlyMap<string, number> }
  visible: readonly { trace: Trace; index: number }[]
  /** indexes of the traces with columns side by side */
  columns: number[]
  /** more points than can be painted separately */
  many: boolean
  /** by id of an ECharts series that drops or reorders points: the index of the point of each datum */
  placesOf: Map<string, Places>
  /** number of points drawn, and of all points */
  part: { drawn: number; of: number }
}

export function startDrawing(
  model: CartesianModel,
  surroundings: Pick<Drawing, 'theme' | 'size' | 'zoomedTo'>,
): Drawing {
  const visible = model.traces.flatMap((trace, index) => (trace.hidden ? [] : [{ trace, index }]))
  const count = visible.reduce((sum, { trace }) => sum + trace.points.length, 0)
  const columns = visible.filter(({ trace }) => trace.type === 'column').map(({ index }) => index)
  return {
    model,
    ...surroundings,
    xIndex: indexOfCategories(model.x),
    yIndexes: {
      left: indexOfCategories(model.left),
      right: model.right ? indexOfCategories(model.right) : new Map(),
    },
    visible,
    columns: model.stacking === 'bars' ? columns.slice(0, 1) : columns,
    labels: model.showLabels && count <= maxLabels,
    many: count > manyPoints,
    placesOf: new Map(),
    part: { drawn: 0, of: 0 },
  }
}

export function traceId(index: number): string {
  return `trace:${index}`
}

/** Index of the trace that an ECharts series draws; -1 for additions such as error bars. */
export function traceIndex(seriesId: string | undefined): number {
  return seriesId?.startsWith('trace:') ? Number.parseInt(seriesId.slice('trace:'.length), 10) : -1
}

/** Approximate length of the X axis in pixels. */
export function lengthOfX({ model, size }: Drawing): number {
  return Math.max(50, Math.round((model.swapped ? size.height : size.width) - 60))
}

export function colorOf(trace: Trace, { theme }: Drawing): string {
  return visibleOn(trace.color, theme.ground)
}

export function axisIndexes(trace: Trace, { model }: Drawing) {
  const value = trace.side === 'right' && model.right ? 1 : 0
  return model.swapped ? { xAxisIndex: value, yAxisIndex: 0 } : { xAxisIndex: 0, yAxisIndex: value }
}

export function valueAxis(trace: Trace, model: CartesianModel): AxisModel {
  return (trace.side === 'right' && model.right) || model.left
}

/** Positions of the points of a trace on the X axis. */
export function xsOf(trace: Trace, { model, xIndex }: Drawing): Float64Array {
  return Float64Array.from(trace.points, ({ x }) => axisNumber(x, model.x, xIndex))
}

/**
 * Positions of the points on the value axis; for stacked bars their own heights, which ECharts adds up. Points without an
 * x get NaN: though invisible, they would stretch the Y axis.
 */
export function heightsOf(trace: Trace, { model, xIndex, yIndexes }: Drawing): Float64Array {
  const axis = valueAxis(trace, model)
  const pick = model.stacking === 'bars' && trace.type === 'column' ? heightOf : topOf
  const isPlaced = ({ x }: TracePoint) =>
    model.x.scale === 'category' ? x !== null : !Number.isNaN(axisNumber(x, model.x, xIndex))
  return Float64Array.from(trace.points, (point) =>
    isPlaced(point) ? axisNumber(pick(point), axis, yIndexes[trace.side]) : Number.NaN,
  )
}

/** Flat `x, y` pairs (swapped: `y, x`), which ECharts reads without an object per point. */
export function flatPairs(xs: Float64Array, ys: Float64Array, swapped: boolean): number[][] {
  const data = new Float64Array(xs.length * 2)
  for (let index = 0; index < xs.length; index++) {
    data[index * 2] = (swapped ? ys : xs)[index] ?? Number.NaN
    data[index * 2 + 1] = (swapped ? xs : ys)[index] ?? Number.NaN
  }
  // the types of ECharts do not know that it reads flat typed arrays by `dimensions`
  return data as unknown as number[][]
}

/** The data of an ECharts series; also records which points it draws. */
export function placedPairs(
  id: string,
  { xs, ys, places }: { xs: Float64Array; ys: Float64Array; places: Places | null },
  drawing: Drawing,
): number[][] {
  if (places) drawing.placesOf.set(id, places)
  return flatPairs(picked(xs, places), picked(ys, places), drawing.model.swapped)
}

/** Adds the drawn and all points of a trace to the counts. */
export function countDrawn(drawing: Drawing, drawn: number, of: number): void {
  drawing.part.drawn += drawn
  drawing.part.of += of
}

/** The label of each point. */
export function pointLabel(
  trace: Trace,
  { model, theme, labels }: Drawing,
): NonNullable<LineSeriesOption['label']> {
  if (!labels) return { show: false }
  return {
    show: true,
    position: 'top',
    fontSize: visualizationTextSize - 1,
    lineHeight: visualizationTextSize + 2,
    color: theme.text,
    textBorderWidth: 0,
    formatter: ({ dataIndex }) => {
      const point = trace.points[dataIndex]
      return point && point.y !== null ? pointText(point, trace, model.text) : ''
    },
  }
}

/** Inside of stacked bars; else at the end of the bar, which may be too small for a text. */
export function barLabel(trace: Trace, drawing: Drawing): BarSeriesOption['label'] {
  const label = pointLabel(trace, drawing) as NonNullable<BarSeriesOption['label']>
  if (drawing.model.stacking !== 'bars') return { ...label, position: 'outside' }
  const color = textColorOn(visibleOn(trace.color, drawing.theme.ground)) ?? drawing.theme.text
  return { ...label, position: 'inside', color }
}

/** Moves labels that do not fit into their part of a stack out of sight: they would seem to belong to another part. */
export function labelLayout(trace: Trace, model: CartesianModel): LineSeriesOption['labelLayout'] {
  if (trace.type !== 'column' || model.stacking !== 'bars') return { hideOverlap: true }
  return ({ rect, labelRect }) =>
    labelRect.width > Math.abs(rect.width) || labelRect.height > Math.abs(rect.height)
      ? { x: -1000, y: -1000 }
      : { hideOverlap: true }
}
