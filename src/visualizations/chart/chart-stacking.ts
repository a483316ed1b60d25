import { comparePositions, isSummed, type Position, type TracePoint } from './chart-values.ts'

/** What stacking needs to know of a trace. */
export interface StackableTrace {
  type: string
  hidden: boolean
  points: TracePoint[]
}

/** Replaces y by its share of all visible |y| at the same x (docs/reference/charts.md#stacking-and-percent). */
export function toPercent<T extends StackableTrace>(traces: readonly T[]): T[] {
  const totals = new Map<Position, number>()
  for (const trace of traces) {
    if (trace.hidden) continue
    if (trace.type === 'box') continue
    for (const { x, y } of trace.points) {
      if (typeof y === 'number') totals.set(x, (totals.get(x) ?? 0) + Math.abs(y))
    }
  }
  return traces.map((trace) => {
    // a box is made of its values: no share of anything
    if (trace.type === 'box') return trace
    const points = trace.points.map((point) => {
      if (typeof point.y !== 'number') return point
      const total = totals.get(point.x) ?? 0
      return { ...point, y: point.y, percent: total === 0 ? 0 : (point.y / total) * 100 }
    })
    return { ...trace, points }
  })
}

/** Position of a point on the value axis before stacking: its share in percent mode, else y. */
export function heightOf(point: TracePoint): Position {
  return point.percent ?? point.y
}

/** The union of the x values of visible series, by first appearance, sorted when asked for. */
export function unionOfX(traces: readonly StackableTrace[], sorted: boolean): Position[] {
  const union = new Set<Position>()
  for (const trace of traces) {
    if (trace.hidden) continue
    for (const point of trace.points) union.add(point.x)
  }
  const positions = [...union]
  return sorted ? positions.sort(comparePositions) : positions
}

/**
 * Extends every summed series to the given x values; gaps become 0 or stay missing. Scatter points are kept as
 * they are: a point that nobody measured must not appear.
 */
export function unifyX<T extends StackableTrace>(
  traces: readonly T[],
  union: readonly Position[],
  missingAsZero: boolean,
): T[] {
  return traces.map((trace) => {
    if (!isSummed(trace.type)) return trace
    const byX = new Map(trace.points.map((point) => [point.x, point]))
    const points = union.map(
      (x) => byX.get(x) ?? { x, y: missingAsZero ? 0 : null, yError: null, size: null },
    )
    return { ...trace, points }
  })
}

/**
 * Running sums over the visible series (charts of type line or area with stacking): negative and positive
 * accumulate together, missing values stay missing and add nothing.
 */
export function runningSums<T extends StackableTrace>(traces: readonly T[]): T[] {
  const sums = new Map<Position, number>()
  return traces.map((trace) => {
    if (trace.hidden || trace.type === 'box') return trace
    const points = trace.points.map((point) => {
      const height = heightOf(point)
      if (typeof height !== 'number') return { ...point, sum: null }
      const sum = (sums.get(point.x) ?? 0) + height
      sums.set(point.x, sum)
      return { ...point, sum }
    })
    return { ...trace, points }
  })
}

/** Upper edges of stacked bars: positive values upwards from zero, negative ones downwards. */
export function relativeSums<T extends StackableTrace>(traces: readonly T[]): T[] {
  const up = new Map<Position, number>()
  const down = new Map<Position, number>()
  return traces.map((trace) => {
    if (trace.hidden || trace.type !== 'column') return trace
    const points = trace.points.map((point) => {
      const height = heightOf(point)
      if (typeof height !== 'number') return { ...point, sum: null }
      const sums = height < 0 ? down : up
      const sum = (sums.get(point.x) ?? 0) + height
      sums.set(point.x, sum)
      return { ...point, sum }
    })
    return { ...trace, points }
  })
}

/** Where a point is drawn on the value axis. */
export function topOf(point: TracePoint): Position {
  return point.sum === undefined ? heightOf(point) : point.sum
}
