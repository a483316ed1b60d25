import { t } from '#shared/messages/translate.ts'
import { cellOf } from '../parts/cell-values.ts'
import type { VisualizationData } from '../visualization.ts'

/** Stored options of the deprecated box plot (docs/reference/other-visualizations.md#box-plot). There are no defaults. */
export interface BoxplotOptions {
  xAxisLabel?: string
  yAxisLabel?: string
}

/** Labels that are not texts are dropped; all other options are kept. */
export function normalizeBoxplot(stored: Readonly<Record<string, unknown>>): BoxplotOptions {
  const { xAxisLabel, yAxisLabel, ...others } = stored
  return {
    ...others,
    ...(typeof xAxisLabel === 'string' ? { xAxisLabel } : {}),
    ...(typeof yAxisLabel === 'string' ? { yAxisLabel } : {}),
  }
}

/** The numbers of one result column (docs/reference/other-visualizations.md#box-plot). */
export interface Box {
  name: string
  /** of the numbers in the column */
  count: number
  lowerWhisker: number
  lowerQuartile: number
  median: number
  upperQuartile: number
  upperWhisker: number
  /** distinct numbers beyond the whiskers, ascending */
  outliers: readonly number[]
}

export interface BoxplotBoxes {
  kind: 'boxes'
  boxes: readonly Box[]
  /** ends of the Y axis */
  domain: readonly [low: number, high: number]
  xAxisLabel: string
  yAxisLabel: string
  /** sentences about what the chart leaves out */
  notes: readonly string[]
}

/** A chart, or a sentence that says what is missing for one. */
export type BoxplotModel = BoxplotBoxes | { kind: 'message'; text: string }

/** Whiskers reach to the last number within this many heights of the box. */
const whiskerReach = 1.5
/** More circles in one box would overlap. */
const maxOutliers = 500
/** Larger numbers are clamped to it, so that the length of the axis stays finite. */
const farthest = 1e300

/** A box for each column of numbers, over all rows. */
export function boxplotModel(data: VisualizationData, options: BoxplotOptions): BoxplotModel {
  if (data.rows.length === 0)
    return { kind: 'message', text: t('There is nothing to draw: the result has no rows.') }
  const columns = data.columns.map(({ name }) => ({ name, numbers: sortedNumbers(data, name) }))
  const numeric = columns.filter((column) => column.numbers !== null && column.numbers.length > 0)
  if (numeric.length === 0) {
    return { kind: 'message', text: t('There is nothing to draw: a box plot needs columns with numbers.') }
  }
  const found = numeric.map(({ name, numbers }) => boxOf(name, numbers ?? []))
  const left = found.reduce((sum, { outliers }) => sum + Math.max(0, outliers.length - maxOutliers), 0)
  return {
    kind: 'boxes',
    boxes: found.map((box) => ({ ...box, outliers: thinned(box.outliers) })),
    domain: domainOf(numeric.map(({ numbers }) => numbers ?? [])),
    xAxisLabel: options.xAxisLabel ?? '',
    yAxisLabel: options.yAxisLabel ?? '',
    notes: left > 0 ? [t('{left} outliers between others are not drawn.', { left })] : [],
  }
}

/** The numbers of a column, ascending; null when it holds other values. Numeric texts count as numbers. */
function sortedNumbers({ rows }: VisualizationData, name: string): number[] | null {
  const numbers: number[] = []
  for (const row of rows) {
    const cell = cellOf(row, name)
    if (cell === null || cell === undefined || cell === '') continue
    const number = typeof cell === 'number' ? cell : typeof cell === 'string' ? Number(cell) : Number.NaN
    if (!Number.isFinite(number)) return null
    numbers.push(Math.max(-farthest, Math.min(farthest, number)))
  }
  return numbers.sort((one, other) => one - other)
}

/** Quartiles between two numbers are interpolated; whiskers and outliers are numbers of the column. */
function boxOf(name: string, sorted: readonly number[]): Box {
  const [lower, median, upper] = [0.25, 0.5, 0.75].map((share) => quantile(sorted, share)) as [
    number,
    number,
    number,
  ]
  const reach = whiskerReach * (upper - lower)
  const isWithin = (number: number) => number >= lower - reach && number <= upper + reach
  const within = sorted.filter(isWithin)
  return {
    name,
    count: sorted.length,
    lowerWhisker: within[0] ?? lower,
    lowerQuartile: lower,
    median,
    upperQuartile: upper,
    upperWhisker: within.at(-1) ?? upper,
    outliers: [...new Set(sorted.filter((number) => !isWithin(number)))],
  }
}

/** A quantile of sorted numbers, interpolated linearly. */
export function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share
  const below = Math.floor(place)
  const low = sorted[below] ?? 0
  const high = sorted[below + 1] ?? low
  return low * (1 - (place - below)) + high * (place - below)
}

/** Picks outliers at even steps; keeps the first and the last. */
function thinned(outliers: readonly number[]): readonly number[] {
  if (outliers.length <= maxOutliers) return outliers
  const step = (outliers.length - 1) / (maxOutliers - 1)
  return Array.from({ length: maxOutliers }, (_, index) => outliers[Math.round(index * step)] ?? 0)
}

/** The range of all numbers, rounded outwards to whole numbers and widened by 1 %. */
function domainOf(columns: readonly (readonly number[])[]): [number, number] {
  const low = Math.floor(Math.min(...columns.map((numbers) => numbers[0] ?? 0)))
  const high = Math.ceil(Math.max(...columns.map((numbers) => numbers.at(-1) ?? 0)))
  const [from, to] = [low * (low < 0 ? 1.01 : 0.99), high * (high < 0 ? 0.99 : 1.01)]
  const isRange = Number.isFinite(from) && Number.isFinite(to) && from < to
  return isRange ? [from, to] : [low - 1, high + 1]
}
