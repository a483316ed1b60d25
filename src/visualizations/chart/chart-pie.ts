import { formatNumber } from '#shared/format/numbers.ts'
import { fillTemplate } from '#shared/format/template.ts'
import { t } from '#shared/messages/translate.ts'
import { colorSchemeOf } from '../parts/colors.ts'
import type { Row } from '../visualization.ts'
import { schemeColors } from './chart-colors.ts'
import { withoutMidnight } from './chart-instant.ts'
import { type ChartOptions, seriesOptionsOf, valueOptionsOf } from './chart-options.ts'
import type { ChartSeries } from './chart-series.ts'
import { categoryText, type TextContext, templateNames } from './chart-text.ts'
import { cleanNumber, position } from './chart-values.ts'

export interface PieSlice {
  /** the x value, key of `valuesOptions` */
  name: string
  value: number
  /** hover text */
  text: string
  /** share of the visible slices as written on the slice */
  share: string
  color: string
}

export interface Donut {
  label: string
  /** the name is left out when the template prints it */
  showLabel: boolean
  slices: PieSlice[]
  /** left, top, width, height as shares of the plot */
  box: { x: number; y: number; width: number; height: number }
}

export interface PieModel {
  kind: 'pie'
  donuts: Donut[]
  /** every slice once, in legend order */
  legend: { name: string; label: string; color: string; hidden: boolean }[]
  clockwise: boolean
  showLabels: boolean
  /** the template prints the slice's name itself */
  templateNamesX: boolean
}

interface RawSlice {
  name: string
  value: number
  row: Row
}

/** One donut per series (docs/reference/charts.md#pies). */
export function pieModel(
  series: readonly ChartSeries[],
  options: ChartOptions,
  hidden: ReadonlySet<string>,
  settings: TextContext['settings'],
): PieModel {
  const raw = allSlices(series, options)
  const { all: names, first } = namesOf(raw)
  const colors = sliceColors(names, first, options)
  const boxes = donutBoxes(series.length)
  const donuts = series.map((one, index): Donut => {
    const renamed = seriesOptionsOf(options, one.name).name
    const label = typeof renamed === 'string' && renamed !== '' ? renamed : one.name
    const slices = drawnSlices(raw[index] ?? [], total(one), { label, options, settings, hidden, colors })
    return {
      label,
      showLabel: !templateNames(options.textFormat, '@@name'),
      slices,
      box: boxes[index] ?? { x: 0, y: 0, width: 1, height: 1 },
    }
  })
  return {
    kind: 'pie',
    donuts,
    legend: names.map((name) => ({
      name,
      label: sliceLabel(name),
      color: colors.get(name) ?? '',
      hidden: hidden.has(name),
    })),
    clockwise: options.direction.type === 'clockwise',
    showLabels: options.showDataLabels,
    templateNamesX: templateNames(options.textFormat, '@@x'),
  }
}

/** Every slice once, by first appearance, and those of the first donut. */
export function sliceNames(series: readonly ChartSeries[], options: ChartOptions) {
  return namesOf(allSlices(series, options))
}

function namesOf(raw: readonly RawSlice[][]): { all: string[]; first: string[] } {
  const all = [...new Set(raw.flatMap((slices) => slices.map(({ name }) => name)))]
  return { all, first: (raw[0] ?? []).map(({ name }) => name) }
}

function allSlices(series: readonly ChartSeries[], options: ChartOptions): RawSlice[][] {
  const named = hasX(options, series)
  return series.map((one, index) => rawSlices(one, named ? null : t('Slice {index}', { index })))
}

function hasX(options: ChartOptions, series: readonly ChartSeries[]): boolean {
  if (options.columnMapping) return Object.values(options.columnMapping).includes('x')
  const row = series[0]?.points[0]?.row
  return row ? Object.keys(row).some((column) => column.split('::')[1] === 'x') : false
}

function rawSlices(series: ChartSeries, onlyName: string | null): RawSlice[] {
  const slices = new Map<string, RawSlice>()
  for (const point of series.points) {
    const name = onlyName ?? sliceName(point.x)
    const value = cleanNumber(point.y) ?? 0
    const known = slices.get(name)
    if (known) {
      known.value += value
      known.row = point.row
    } else slices.set(name, { name, value, row: point.row })
  }
  return [...slices.values()]
}

/**
 * The stored key of a slice. Slices are names whatever an axis would make of them: the texts `1.1` and `1.10` are two,
 * and a date keeps the form that stored colours go by.
 */
function sliceName(x: unknown): string {
  return String(position(x, 'category'))
}

export function sliceLabel(name: string): string {
  return withoutMidnight(name)
}

/** Missing values count as nothing, so that one of them does not blank every percentage. */
function total(series: ChartSeries): number {
  return series.points.reduce((sum, point) => sum + Math.abs(cleanNumber(point.y) ?? 0), 0)
}

interface SliceContext {
  label: string
  options: ChartOptions
  settings: TextContext['settings']
  hidden: ReadonlySet<string>
  colors: ReadonlyMap<string, string>
}

function drawnSlices(slices: readonly RawSlice[], all: number, context: SliceContext): PieSlice[] {
  // a slice cannot be smaller than nothing
  const visible = slices.filter(({ name, value }) => value >= 0 && !context.hidden.has(name))
  const shown = visible.reduce((sum, { value }) => sum + value, 0)
  const drawn = (slice: RawSlice, color: string): PieSlice => ({
    name: slice.name,
    value: slice.value,
    color,
    share: shareText(shown === 0 ? 0 : (slice.value / shown) * 100),
    text: sliceText(slice, all === 0 ? 0 : (slice.value / all) * 100, context),
  })
  const { kept, rest } = mergedSlices(visible)
  const own = kept.map((slice) => drawn(slice, context.colors.get(slice.name) ?? ''))
  if (context.options.piesort) own.sort((a, b) => b.value - a.value)
  return rest ? [...own, drawn(rest, restColor)] : own
}

/** More slices in one donut are thinner than a line. */
const maxSlices = 400
const restColor = '#8a8f98'

/** The slices that are drawn: the smallest of very many are one, at their end. */
function mergedSlices(slices: readonly RawSlice[]): { kept: readonly RawSlice[]; rest: RawSlice | null } {
  if (slices.length <= maxSlices) return { kept: slices, rest: null }
  const large = new Set(slices.toSorted((a, b) => b.value - a.value).slice(0, maxSlices - 1))
  const kept = slices.filter((slice) => large.has(slice))
  const small = slices.length - kept.length
  const value = slices.reduce((sum, slice) => (large.has(slice) ? sum : sum + slice.value), 0)
  return { kept, rest: { name: t('{small} smaller slices', { small }), value, row: {} } }
}

function sliceText(slice: RawSlice, percent: number, { label, options, settings }: SliceContext): string {
  return fillTemplate(options.textFormat || '{{ @@yPercent }} ({{ @@y }})', {
    ...(options.textFormat === '' ? {} : slice.row),
    '@@name': label,
    '@@x': categoryText(slice.name, { options }),
    '@@y': formatNumber(slice.value, options.numberFormat, settings),
    '@@yPercent': formatNumber(Math.abs(percent), options.percentFormat, settings),
  })
}

/** Three significant digits, as percentages on slices are written: 33.3%, 4.55%, 0.05% */
export function shareText(percent: number): string {
  return `${Number(percent.toPrecision(3))}%`
}

/**
 * Stored colours, else the next of the scheme by first appearance over all donuts; a continuous scheme is spread
 * over the slices of the first donut.
 */
export function sliceColors(
  names: readonly string[],
  first: readonly string[],
  options: ChartOptions,
): Map<string, string> {
  const { continuous, colors } = colorSchemeOf(options.color_scheme)
  const automatic = continuous ? schemeColors(options.color_scheme, Math.max(1, first.length)) : colors
  const result = new Map<string, string>()
  let next = 0
  for (const name of names) {
    const stored = valueOptionsOf(options, name).color
    const own = typeof stored === 'string' && stored !== ''
    result.set(name, own ? stored : (automatic[next++ % automatic.length] ?? ''))
  }
  return result
}

const padding = { x: 0.02, y: 0.1 }

/** One or two donuts stand in a row, more in two rows. */
export function donutBoxes(count: number): Donut['box'][] {
  const perRow = count <= 2 ? Math.max(1, count) : Math.ceil(count / 2)
  const rows = Math.max(1, Math.ceil(count / perRow))
  return Array.from({ length: count }, (_, index) => ({
    x: (index % perRow) / perRow + padding.x,
    y: Math.floor(index / perRow) / rows + padding.y,
    width: 1 / perRow - padding.x * 2,
    height: 1 / rows - padding.y * 2,
  }))
}
