import type { Position, TracePoint } from './chart-values.ts'

/** Statistics of the values of one series at one x. */
export interface Box {
  x: Position
  count: number
  smallest: number
  /** lowest value within one and a half box heights below the box */
  low: number
  firstQuartile: number
  median: number
  thirdQuartile: number
  /** highest value within one and a half box heights above the box */
  high: number
  largest: number
  /** values beyond the whiskers, in ascending order */
  outliers: number[]
}

const whisker = 1.5

/** One box per x that has numbers, in the order of the points. */
export function boxesOf(points: readonly TracePoint[]): Box[] {
  const byX = new Map<Position, number[]>()
  for (const { x, y } of points) {
    if (typeof y !== 'number' || x === null) continue
    const known = byX.get(x)
    if (known) known.push(y)
    else byX.set(x, [y])
  }
  return [...byX].map(([x, values]) => boxOf(x, Float64Array.from(values).sort()))
}

function boxOf(x: Position, sorted: Float64Array): Box {
  const at = (index: number) => sorted[index] ?? Number.NaN
  const [first, third] = [quantile(sorted, 0.25), quantile(sorted, 0.75)]
  const reach = whisker * (third - first)
  const inside = sorted.filter((value) => value >= first - reach && value <= third + reach)
  // with few values a whisker would end inside the box: it ends at the edge instead
  const low = Math.min(first, inside[0] ?? first)
  const high = Math.max(third, inside.at(-1) ?? third)
  return {
    x,
    count: sorted.length,
    smallest: at(0),
    low,
    firstQuartile: first,
    median: quantile(sorted, 0.5),
    thirdQuartile: third,
    high,
    largest: at(sorted.length - 1),
    outliers: [...sorted.filter((value) => value < low || value > high)],
  }
}

/** Interpolates at index `share * n - 0.5`, the method with which stored box charts were drawn. */
export function quantile(sorted: Float64Array, share: number): number {
  const place = Math.max(0, Math.min(sorted.length - 1, share * sorted.length - 0.5))
  const below = sorted[Math.floor(place)] ?? Number.NaN
  const above = sorted[Math.ceil(place)] ?? Number.NaN
  return below + (above - below) * (place % 1)
}
