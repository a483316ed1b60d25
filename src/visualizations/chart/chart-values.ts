import { type BubbleOptions, bubbleDiameter, plainBubble } from './chart-bubble.ts'
import { instantOf, isDateValue, utcText } from './chart-instant.ts'
import type { ChartOptions } from './chart-options.ts'
import type { ChartPoint, ChartSeries } from './chart-series.ts'

/** What a position on an axis is: epoch milliseconds on a datetime axis, else the value itself. */
export type Position = number | string | null

export type ScaleKind = 'linear' | 'logarithmic' | 'datetime' | 'category'

/** One drawn point; `y` is null where the value is missing. */
export interface TracePoint {
  x: Position
  y: Position
  yError: number | null
  size: number | null
  /** of a bubble, in pixels; 0 is not drawn */
  diameter?: number
  /** share of all visible series at this x, percent, sign kept; set in percent mode */
  percent?: number
  /** upper edge of a stacked line or area; set when stacking in data */
  sum?: number | null
  /** absent for a point that was added to fill a gap */
  row?: ChartPoint['row']
}

/**
 * A value on an axis of the given kind (docs/reference/charts.md#traces, step 3). Dates are cut to seconds, as texts
 * of the form `YYYY-MM-DD HH:mm:ss` are; that text names a date among categories.
 */
export function position(value: unknown, scale: ScaleKind): Position {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' && scale !== 'datetime') return Number.isFinite(value) ? value : null
  if (scale === 'datetime' || isDateValue(value)) {
    const instant = instantOf(value)
    if (instant !== null && scale === 'category') return utcText(instant)
    if (instant !== null) return Math.floor(instant / 1000) * 1000
  }
  if (scale === 'linear' || scale === 'logarithmic') {
    const number = cleanNumber(value)
    if (number !== null) return number
  }
  return String(value)
}

const edges = /^["'%$#\s]+|["'%$#\s]+$/g

/** The number in a cell as people write it, `"$1,200%"` -> 1200; null when there is none (docs/reference/charts.md#traces, step 4). */
export function cleanNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'string') return null
  const digits = value.replace(edges, '').replace(/[,\s]+/g, '')
  if (digits === '') return null
  const number = Number(digits)
  return Number.isFinite(number) ? number : null
}

export interface Scales {
  x: ScaleKind
  y: ScaleKind
}

/** Series types whose points of one x are added up (docs/reference/charts.md#traces, step 5). */
export function isSummed(type: string): boolean {
  return type === 'column' || type === 'line' || type === 'area'
}

export interface PointOptions extends BubbleOptions, Pick<ChartOptions, 'sortX' | 'missingValuesAsZero'> {
  /** is there a column for the size of bubbles? */
  sized: boolean
}

/** Series types whose y is a place on its axis as x is: a date, a category or a number (docs/reference/charts.md#traces, step 4). */
export function isPlaced(type: string): boolean {
  return type === 'scatter' || type === 'bubble'
}

/** The points of one series, cleaned, sorted when asked for, summed by x where the type does so. */
export function tracePoints(
  series: ChartSeries,
  type: string,
  scales: Scales,
  options: PointOptions,
): TracePoint[] {
  const cleaned = series.points.map((point) => cleanPoint(point, type, scales, options))
  const points = isSummed(type) ? summedByX(cleaned) : cleaned
  return options.sortX ? sortedByX(points) : points
}

function cleanPoint(point: ChartPoint, type: string, scales: Scales, options: PointOptions): TracePoint {
  const raw = isPlaced(type) ? position(point.y, scales.y) : cleanNumber(point.y)
  const cleaned: TracePoint = {
    x: position(point.x, scales.x),
    y: raw === null && options.missingValuesAsZero && type !== 'bubble' ? 0 : raw,
    yError: cleanNumber(point.yError),
    size: cleanNumber(point.size),
    row: point.row,
  }
  if (type === 'bubble') {
    cleaned.diameter = options.sized ? bubbleDiameter(cleaned.size, options) : plainBubble
  }
  return cleaned
}

function summedByX(points: TracePoint[]): TracePoint[] {
  const byX = new Map<Position, TracePoint>()
  for (const point of points) {
    const known = byX.get(point.x)
    if (!known) {
      byX.set(point.x, point)
      continue
    }
    known.y = sum(known.y, point.y)
    known.yError = sum(known.yError, point.yError)
    known.size = point.size
    known.row = point.row
  }
  return byX.size === points.length ? points : [...byX.values()]
}

/** Missing and missing stays missing. */
function sum(a: Position, b: Position): number | null {
  if (typeof a !== 'number') return typeof b === 'number' ? b : null
  return typeof b === 'number' ? a + b : a
}

function sortedByX(points: TracePoint[]): TracePoint[] {
  for (let i = 1; i < points.length; i++) {
    const previous = points[i - 1]
    const point = points[i]
    if (previous && point && comparePositions(previous.x, point.x) > 0) {
      return points.toSorted((a, b) => comparePositions(a.x, b.x))
    }
  }
  return points
}

/** Numbers by size, then text by code unit, nothing last. */
export function comparePositions(a: Position, b: Position): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0
  return rank(a) - rank(b)
}

function rank(value: Position): number {
  if (value === null) return 2
  return typeof value === 'string' ? 1 : 0
}
