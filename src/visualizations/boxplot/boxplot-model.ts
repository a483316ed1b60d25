import { t } from '#shared/messages/translate.ts'
import { cellOf } from '../parts/cell-values.ts'
import type { VisualizationData } from '../visualization.ts'
import type { BoxplotOptions } from './boxplot-options.ts'

/** The numbers of one result column (docs/reference/other-visualizations.md#box-plot). */
export interface Box {
  name: string
  /** numbers in the column */
  count: number
  lowerWhisker: number
  lowerQuartile: number
  median: number
  upperQuartile: number
  upperWhisker: number
  /** different numbers beyond the whiskers, ascending */
  outliers: readonly number[]
}

export interface BoxplotBoxes {
  kind: 'boxes'
  boxes: readonly Box[]
  /** of the Y axis */
  domain: readonly [low: number, high: number]
  xAxisLabel: string
  yAxisLabel: string
  /** what the picture leaves out, in words */
  notes: readonly string[]
}

/** A picture, or what is missing for one. */
export type BoxplotModel = BoxplotBoxes | { kind: 'message'; text: string }

/** Whiskers reach to the last number within so many heights of the box. */
const whiskerReach = 1.5
/** More circles of one box could not be told apart. */
const maxOutliers = 500
/** Numbers beyond it stand at it: an axis must not be longer than a number. */
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

/** Ascending; null when the column holds something else. Long numbers that came as text are numbers as well. */
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

/** Of sorted numbers, linear between neighbours. */
export function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share
  const below = Math.floor(place)
  const low = sorted[below] ?? 0
  const high = sorted[below + 1] ?? low
  return low * (1 - (place - below)) + high * (place - below)
}

/** Evenly many of all, with the first and the last. */
function thinned(outliers: readonly number[]): readonly number[] {
  if (outliers.length <= maxOutliers) return outliers
  const step = (outliers.length - 1) / (maxOutliers - 1)
  return Array.from({ length: maxOutliers }, (_, index) => outliers[Math.round(index * step)] ?? 0)
}

/** A hundredth more than the whole numbers around all; below zero that is a hundredth further down. */
function domainOf(columns: readonly (readonly number[])[]): [number, number] {
  const low = Math.floor(Math.min(...columns.map((numbers) => numbers[0] ?? 0)))
  const high = Math.ceil(Math.max(...columns.map((numbers) => numbers.at(-1) ?? 0)))
  const [from, to] = [low * (low < 0 ? 1.01 : 0.99), high * (high < 0 ? 0.99 : 1.01)]
  const isRange = Number.isFinite(from) && Number.isFinite(to) && from < to
  return isRange ? [from, to] : [low - 1, high + 1]
}
