import { isIsoDate } from './chart-instant.ts'
import type { AxisOptions } from './chart-options.ts'
import type { ChartSeries } from './chart-series.ts'
import { topOf } from './chart-stacking.ts'
import { comparePositions, type Position, type ScaleKind, type TracePoint } from './chart-values.ts'

const detectionSample = 1000

/**
 * The scale of the X axis: as stored, or detected from the values (docs/reference/charts.md#chart-options,
 * docs/reference/charts.md#axes).
 */
export function xScale(axis: AxisOptions, series: readonly ChartSeries[]): ScaleKind {
  return isScale(axis.type) ? axis.type : detectedScale(series)
}

/** Y axes have no detection: what is not a scale is linear. */
export function yScale(axis: AxisOptions | undefined): ScaleKind {
  return axis && isScale(axis.type) ? axis.type : 'linear'
}

function isScale(type: string): type is ScaleKind {
  return type === 'linear' || type === 'logarithmic' || type === 'datetime' || type === 'category'
}

/** Dates or numbers win with more than two thirds of the values, else categories. Nulls have no vote. */
function detectedScale(series: readonly ChartSeries[]): ScaleKind {
  const total = series.reduce((count, { points }) => count + points.length, 0)
  const step = Math.max(1, Math.floor(total / detectionSample))
  let [dates, numbers, others, index] = [0, 0, 0, 0]
  for (const { points } of series) {
    for (; index < points.length; index += step) {
      const x = points[index]?.x
      if (x === null || x === undefined || x === '') continue
      if (isIsoDate(x)) dates++
      else if (isNumeric(x)) numbers++
      else others++
    }
    index -= points.length
  }
  if (dates > 2 * (numbers + others)) return 'datetime'
  if (numbers > 2 * (dates + others)) return 'linear'
  return dates + numbers + others === 0 ? 'linear' : 'category'
}

function isNumeric(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
}

/** Distinct positions of a category axis, by first appearance over the visible series in their order. */
export function categoriesOf(
  traces: readonly { hidden: boolean; points: readonly TracePoint[] }[],
  pick: (point: TracePoint) => Position,
  order: { sorted: boolean; reversed: boolean },
): string[] {
  const found = new Set<Position>()
  for (const trace of traces) {
    if (trace.hidden) continue
    for (const point of trace.points) {
      const value = pick(point)
      if (value !== null) found.add(value)
    }
  }
  const values = [...found]
  if (order.sorted) values.sort(comparePositions)
  if (order.sorted && order.reversed) values.reverse()
  return values.map(String)
}

export type Range = [number, number]

export interface RangeInput {
  type: string
  hidden: boolean
  points: readonly TracePoint[]
}

/**
 * Smallest and largest value on an axis, zero included where shapes start at zero; null without values.
 * On a logarithmic axis only positive values count.
 */
export function dataRange(traces: readonly RangeInput[], logarithmic = false): Range | null {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const trace of traces) {
    if (trace.hidden) continue
    if (!logarithmic && (trace.type === 'column' || trace.type === 'area') && trace.points.length > 0) {
      low = Math.min(low, 0)
      high = Math.max(high, 0)
    }
    for (const point of trace.points) {
      const top = topOf(point)
      if (typeof top !== 'number' || (logarithmic && top <= 0)) continue
      const error = point.yError ?? 0
      if (!logarithmic || top - error > 0) low = Math.min(low, top - error)
      low = Math.min(low, top)
      high = Math.max(high, top + error)
    }
  }
  return low <= high ? [low, high] : null
}

/** The drawn range without stored limits: 5 % of air, but none below or above zero. */
export function autoRange(range: Range): Range {
  const [low, high] = range
  if (low === high) return low === 0 ? [0, 1] : low > 0 ? [0, low * 1.1] : [low * 1.1, 0]
  const air = (high - low) * 0.05
  return [low === 0 ? 0 : low - air, high === 0 ? 0 : high + air]
}

/** Stored limits as drawn; on a logarithmic axis they are exponents of ten (docs/reference/charts.md#axes). */
export function storedLimits(
  axis: AxisOptions | undefined,
  scale: ScaleKind,
): { min?: number; max?: number } {
  const limit = (value: number | null | undefined) =>
    typeof value !== 'number' ? undefined : scale === 'logarithmic' ? 10 ** value : value
  const limits: { min?: number; max?: number } = {}
  const min = limit(axis?.rangeMin)
  const max = limit(axis?.rangeMax)
  if (min !== undefined) limits.min = min
  if (max !== undefined) limits.max = max
  return limits
}

/**
 * Widens both ranges to include zero and enlarges each until zero stands at the same height; left alone when
 * the shares above zero differ by less than two percentage points (docs/reference/charts.md#axes).
 */
export function alignedAtZero(left: Range, right: Range): [Range, Range] {
  const a: Range = [Math.min(left[0], 0), Math.max(left[1], 0)]
  const b: Range = [Math.min(right[0], 0), Math.max(right[1], 0)]
  const shareA = shareAbove(a)
  const shareB = shareAbove(b)
  if (Math.abs(shareA - shareB) < 0.02) return [a, b]
  const share = (shareA + shareB) / 2
  // with a share of 0 or 1 nothing would be left on one side, so the larger need of both sides decides
  const up = Math.max(shareA, shareB)
  const down = 1 - Math.min(shareA, shareB)
  const target = share === 0 || share === 1 ? share : up / (up + down)
  return [withShare(a, target), withShare(b, target)]
}

function shareAbove([low, high]: Range): number {
  return high === low ? 0.5 : high / (high - low)
}

/** Enlarges one end so that the given share of the range is above zero. */
function withShare([low, high]: Range, share: number): Range {
  if (low === 0 && high === 0) return [-(1 - share), share]
  const highByLow = share === 1 ? high : (-low * share) / (1 - share)
  if (highByLow >= high && share < 1) return [low, highByLow]
  return [share === 0 ? low : (-high * (1 - share)) / share, high]
}

/** Smallest distance of neighbouring numeric x of columns and boxes: the room of a group; 1 with a single one. */
export function smallestStep(traces: readonly RangeInput[]): number {
  const xs = new Set<number>()
  for (const { type, points, hidden } of traces) {
    if (hidden || (type !== 'column' && type !== 'box')) continue
    for (const { x } of points) if (typeof x === 'number') xs.add(x)
  }
  const sorted = Float64Array.from(xs).sort()
  let step = Number.POSITIVE_INFINITY
  for (let index = 1; index < sorted.length; index++) {
    step = Math.min(step, (sorted[index] ?? 0) - (sorted[index - 1] ?? 0))
  }
  return Number.isFinite(step) ? step : 1
}
