import type { Size } from '../parts/use-box-size.ts'
import { visibleOn } from '../parts/visible-color.ts'
import type { AxisModel, CartesianModel } from './chart-model.ts'
import { heightOf, topOf } from './chart-stacking.ts'
import type { Trace } from './chart-traces.ts'
import type { TracePoint } from './chart-values.ts'
import { axisNumber, indexOfCategories } from './echarts-axes.ts'
import type { Labelled } from './echarts-labels.ts'
import { type Places, picked } from './echarts-sampling.ts'

/** From here on lines are thin, points and bars are painted in bulk, and what shares a pixel is merged. */
export const manyPoints = 5000
/** More labels than these would be noise, and slow. */
export const maxLabels = 2000

/** Part of the X axis in its values (categories: their indexes). */
export type ZoomWindow = readonly [low: number, high: number]

/** What the drawing of one series needs to know of the others. */
export interface Drawing extends Labelled {
  size: Size
  zoomedTo: ZoomWindow | null | undefined
  xIndex: ReadonlyMap<string, number>
  yIndexes: { left: ReadonlyMap<string, number>; right: ReadonlyMap<string, number> }
  visible: readonly { trace: Trace; index: number }[]
  /** indexes of the traces whose columns stand side by side */
  columns: number[]
  /** are there more points than can be painted one by one? */
  many: boolean
  /** of ECharts series that leave points out or change their order: which point each datum is */
  placesOf: Map<string, Places>
  /** points that were drawn, and all of them */
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

/** Index of the trace that an ECharts series draws; -1 for our own additions such as error bars. */
export function traceIndex(seriesId: string | undefined): number {
  return seriesId?.startsWith('trace:') ? Number.parseInt(seriesId.slice('trace:'.length), 10) : -1
}

/** Pixels that the X axis is long, about. */
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

/** Where the points of a trace stand on the X axis. */
export function xsOf(trace: Trace, { model, xIndex }: Drawing): Float64Array {
  return Float64Array.from(trace.points, ({ x }) => axisNumber(x, model.x, xIndex))
}

/**
 * How high they stand; bars upon each other are given by their own heights, which ECharts stacks. What has no place on X
 * has no height either: unseen, it would stretch the Y axis.
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

/** Flat `x, y` pairs (swapped: `y, x`), the form that ECharts takes without making an object per point. */
export function flatPairs(xs: Float64Array, ys: Float64Array, swapped: boolean): number[][] {
  const data = new Float64Array(xs.length * 2)
  for (let index = 0; index < xs.length; index++) {
    data[index * 2] = (swapped ? ys : xs)[index] ?? Number.NaN
    data[index * 2 + 1] = (swapped ? xs : ys)[index] ?? Number.NaN
  }
  // ECharts reads flat typed arrays by `dimensions`; its types do not say so
  return data as unknown as number[][]
}

/** Notes which points an ECharts series draws, and gives its data. */
export function placedPairs(
  id: string,
  { xs, ys, places }: { xs: Float64Array; ys: Float64Array; places: Places | null },
  drawing: Drawing,
): number[][] {
  if (places) drawing.placesOf.set(id, places)
  return flatPairs(picked(xs, places), picked(ys, places), drawing.model.swapped)
}

/** Counts what is drawn of a trace. */
export function countDrawn(drawing: Drawing, drawn: number, of: number): void {
  drawing.part.drawn += drawn
  drawing.part.of += of
}
