import { formatNumber } from '#shared/format/numbers.ts'
import { normalizeColor } from '../parts/colors.ts'
import type { HostSettings } from '../visualization.ts'
import { storedLimits } from './chart-axes.ts'
import { isIsoDate, utcText, withoutMidnight } from './chart-instant.ts'
import type { AxisOptions, ChartOptions } from './chart-options.ts'
import type { ChartPoint, ChartSeries } from './chart-series.ts'
import { positionText } from './chart-text.ts'
import { cleanNumber, comparePositions, type Position, position, type ScaleKind } from './chart-values.ts'
import { type ColorScale, colorAt, customScale, defaultScale, heatmapScales } from './heatmap-scales.ts'
import { numberTickFormat, type TickSeparators } from './number-tick-format.ts'
import { timeTickFormat } from './time-tick-format.ts'

export interface HeatmapAxis {
  title: string
  showLabels: boolean
  /** tick labels from left to right or bottom to top; equal texts are not merged */
  labels: string[]
  /** for tooltips: dates in the chart's date format */
  names: string[]
  /** for link templates */
  values: string[]
}

export interface HeatmapCell {
  /** indexes on the axes */
  x: number
  y: number
  z: number
  /** of label and tooltip */
  text: string
  color: string
}

export interface HeatmapModel {
  kind: 'heatmap'
  x: HeatmapAxis
  y: HeatmapAxis
  cells: HeatmapCell[]
  scale: (readonly [at: number, color: string])[]
  /** values at both ends of the scale */
  range: [low: number, high: number]
  /** `range` as texts */
  rangeTexts: [low: string, high: string]
  showLabels: boolean
  /** number of rows without an x, which are not drawn; absent when 0 */
  withoutX?: number
}

/** Gaps are filled with 0 only in grids of at most this many cells; larger grids show only the cells of rows. */
const maxFilledCells = 250_000

const usualFormat = '0,0[.]00000'

type Located = { x: Position; y: Position; point: ChartPoint }

/**
 * A cell for each pair of distinct x and y (docs/reference/charts.md#heat-maps): the value of the first row, 0 without
 * a row, and no cell for null. Later series cover earlier ones, but a 0 that fills a gap never covers a value. Dates
 * within the same second are equal.
 */
export function heatmapModel(
  series: readonly ChartSeries[],
  options: ChartOptions,
  settings: HostSettings,
): HeatmapModel {
  const points = series.flatMap((one) => one.points)
  const kinds = { x: kindOf(points, 'x', options.xAxis), y: kindOf(points, 'y', options.yAxis[0]) }
  const limits = kinds.y === 'linear' ? yLimits(options.yAxis[0]) : {}
  const located = series.map((one) =>
    one.points.flatMap((point): Located[] => {
      const [x, y] = [position(point.x, kinds.x), position(point.y, kinds.y)]
      return x === null || y === null || isOutside(y, limits) ? [] : [{ x, y, point }]
    }),
  )
  const all = located.flat()
  const xs = ordered(all, 'x', { sorted: options.sortX, reversed: options.reverseX === true })
  const ys = ordered(all, 'y', { sorted: options['sortY'] === true, reversed: options['reverseY'] === true })
  // without a column of colors there are no cells: 0 everywhere would look like a result
  const colored = points.some(({ zVal }) => zVal !== undefined)
  const values = colored ? cellValues(located, indexed(xs), indexed(ys)) : []
  const range = rangeOf(values)
  const scale = scaleOf(options)
  const text = (z: number) => formatNumber(z, options.numberFormat, settings)
  // the ends of the scale drop the trailing zeros of the default format
  const endFormat = options.numberFormat === usualFormat ? '0,0.[00000]' : options.numberFormat
  const endText = (z: number) => formatNumber(z, endFormat, settings)
  const context = { options, settings }
  return {
    kind: 'heatmap',
    x: axisOf(options.xAxis, colored ? xs : [], kinds.x, context),
    y: axisOf(options.yAxis[0], colored ? ys : [], kinds.y, context),
    cells: values.map(({ x, y, z }) => {
      return { x, y, z, text: text(z), color: colorAt(scale, (z - range[0]) / (range[1] - range[0])) }
    }),
    scale: scale.map(([at, color]) => [at, color]),
    range,
    rangeTexts: [endText(range[0]), endText(range[1])],
    showLabels: options.showDataLabels,
  }
}

/** The stored scale, else the kind that all values have; mixed values are categories. */
function kindOf(points: readonly ChartPoint[], role: 'x' | 'y', axis: AxisOptions | undefined): ScaleKind {
  if (axis?.type === 'category' || axis?.type === 'datetime') return axis.type
  const known = points
    .map((point) => point[role])
    .filter((value) => value !== null && value !== undefined && value !== '')
  if (known.length === 0) return 'category'
  if (known.every(isIsoDate)) return 'datetime'
  return known.every((value) => typeof position(value, 'linear') === 'number') ? 'linear' : 'category'
}

function yLimits(axis: AxisOptions | undefined): { min?: number; max?: number } {
  return storedLimits(axis, axis?.type === 'logarithmic' ? 'logarithmic' : 'linear')
}

function isOutside(value: Position, { min, max }: { min?: number; max?: number }): boolean {
  return (
    typeof value === 'number' && ((min !== undefined && value < min) || (max !== undefined && value > max))
  )
}

/** Distinct positions in the order of rows, then sorted and reversed as the options say. */
function ordered(
  located: readonly Located[],
  role: 'x' | 'y',
  { sorted, reversed }: { sorted: boolean; reversed: boolean },
): Position[] {
  const values = [...new Set(located.map((one) => one[role]))]
  if (sorted) values.sort(comparePositions)
  return reversed ? values.reverse() : values
}

function indexed(values: readonly Position[]): ReadonlyMap<Position, number> {
  return new Map(values.map((value, index) => [value, index]))
}

interface CellValue {
  x: number
  y: number
  z: number
}

type Index = ReadonlyMap<Position, number>

function cellValues(located: readonly (readonly Located[])[], xs: Index, ys: Index): CellValue[] {
  const filled = xs.size * ys.size <= maxFilledCells
  const cells = new Map<number, number | null>()
  for (const series of located) {
    const own = firstValues(series, xs, ys)
    if (filled) fillGaps(cells, series, own, xs, ys)
    for (const [key, z] of own) if (z !== null || !cells.has(key)) cells.set(key, z)
  }
  return [...cells]
    .flatMap(([key, z]) => (z === null ? [] : [{ x: Math.floor(key / ys.size), y: key % ys.size, z }]))
    .sort((a, b) => a.x - b.x || a.y - b.y)
}

/** The value of each cell, by key; the first row of a cell wins. */
function firstValues(series: readonly Located[], xs: Index, ys: Index): Map<number, number | null> {
  const values = new Map<number, number | null>()
  for (const { x, y, point } of series) {
    const key = (xs.get(x) ?? 0) * ys.size + (ys.get(y) ?? 0)
    if (!values.has(key)) values.set(key, point.zVal === undefined ? 0 : cleanNumber(point.zVal))
  }
  return values
}

/** Sets 0 at each pair of an x and a y of this series that has no row. */
function fillGaps(
  cells: Map<number, number | null>,
  series: readonly Located[],
  own: ReadonlyMap<number, unknown>,
  xs: Index,
  ys: Index,
): void {
  const columns = new Set(series.map(({ x }) => xs.get(x) ?? 0))
  const lines = new Set(series.map(({ y }) => ys.get(y) ?? 0))
  for (const column of columns) {
    for (const line of lines) {
      const key = column * ys.size + line
      if (!own.has(key) && !cells.has(key)) cells.set(key, 0)
    }
  }
}

/** Both ends of the scale; a single value is in the middle of its scale. */
function rangeOf(cells: readonly CellValue[]): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { z } of cells) {
    low = Math.min(low, z)
    high = Math.max(high, z)
  }
  if (low > high) return [0, 1]
  return low < high ? [low, high] : [low - 0.5, high + 0.5]
}

/** The stored scheme, by name or between two colors; unknown names fall back to blue and red. */
export function scaleOf(options: ChartOptions): ColorScale {
  const name = options['colorScheme']
  if (name === customScale) {
    const [first, last] = [defaultScale[0]?.[1] ?? '', defaultScale.at(-1)?.[1] ?? '']
    return [
      [0, (normalizeColor(options['heatMinColor']) ?? first).toLowerCase()],
      [1, (normalizeColor(options['heatMaxColor']) ?? last).toLowerCase()],
    ]
  }
  const named =
    typeof name === 'string' && Object.hasOwn(heatmapScales, name) ? heatmapScales[name] : undefined
  return named ?? defaultScale
}

function axisOf(
  axis: AxisOptions | undefined,
  positions: readonly Position[],
  kind: ScaleKind,
  context: { options: ChartOptions; settings: HostSettings },
): HeatmapAxis {
  const title = axis?.title?.text
  const specifier = typeof axis?.tickFormat === 'string' ? axis.tickFormat : ''
  const format = tickFormat(specifier, kind, context.settings)
  const values = positions.map((value) => plainText(value, kind))
  return {
    title: typeof title === 'string' ? title : '',
    showLabels: axis?.labels?.enabled !== false,
    labels: positions.map((value, index) => format?.(value) ?? withoutMidnight(values[index] ?? '')),
    names: positions.map((value) => positionText(value, kind, context)),
    values,
  }
}

function plainText(value: Position, kind: ScaleKind): string {
  return kind === 'datetime' && typeof value === 'number' ? utcText(value) : String(value)
}

function tickFormat(
  specifier: string,
  kind: ScaleKind,
  separators: TickSeparators,
): ((value: Position) => string | null) | null {
  if (specifier === '' || kind === 'category') return null
  const format = kind === 'datetime' ? timeTickFormat(specifier) : numberTickFormat(specifier, separators)
  return format && ((value) => (typeof value === 'number' ? format(value) : null))
}
