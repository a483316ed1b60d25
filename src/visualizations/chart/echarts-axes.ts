import type { Size } from '../parts/use-box-size.ts'
import { textWidth, type VisualizationTheme, visualizationTextSize } from '../parts/visualization-theme.ts'
import { bubbleScale, largestBubble } from './chart-bubble.ts'
import { type AxisModel, type CartesianModel, categoryLabel } from './chart-model.ts'
import { isPlaced, type Position } from './chart-values.ts'
import { dateLabels, datesOf, timeAxisLabel } from './date-labels.ts'
import { numberTickFormat, plainSeparators, plainTick, type TickSeparators } from './number-tick-format.ts'
import { timeTickFormat } from './time-tick-format.ts'

/** A part of the X axis, in axis values (categories: indexes). */
export type ZoomWindow = readonly [low: number, high: number]

export interface AxisPlace {
  id: string
  /** the axis runs from left to right */
  horizontal: boolean
  position: 'left' | 'right' | 'top' | 'bottom'
  splitLine: boolean
  size: Size
  /** no series is drawn, only the axes */
  empty: boolean
  /** of numbers; category axes need none */
  separators?: TickSeparators
  /** positions of labels, when not at round numbers */
  ticks?: number[] | undefined
  /** the part of the axis that is shown, when it is zoomed */
  zoomedTo?: ZoomWindow | null | undefined
}

const axisTypes = { linear: 'value', logarithmic: 'log', datetime: 'time', category: 'category' } as const

/** The axes as ECharts names them: with swapped axes the X axis of the model is vertical. */
export function axisOptions(
  model: CartesianModel,
  theme: VisualizationTheme,
  size: Size,
  zoomedTo?: ZoomWindow | null,
) {
  const empty = model.traces.every(({ hidden, points }) => hidden || points.length === 0)
  const separators = model.text.settings
  const base = echartsAxis(model.x, theme, {
    separators,
    id: 'x',
    ticks: columnTicks(model, size),
    zoomedTo,
    horizontal: !model.swapped,
    position: model.swapped ? 'left' : 'bottom',
    splitLine: !empty && model.traces.every(({ type }) => isPlaced(type)) && model.x.scale !== 'category',
    size,
    empty,
  })
  const left = echartsAxis(model.left, theme, {
    separators,
    id: 'left',
    horizontal: model.swapped,
    position: model.swapped ? 'bottom' : 'left',
    splitLine: true,
    size,
    empty,
  })
  const values = [left]
  if (model.right) {
    const place = {
      separators,
      id: 'right',
      horizontal: false,
      position: 'right',
      splitLine: false,
      size,
      empty,
    } as const
    values.push(echartsAxis(model.right, theme, place))
  }
  const gap = bubbleGap(model, size)
  const baseShown = {
    ...base,
    boundaryGap: model.x.scale === 'category' ? hasBars(model) : baseGap(model, gap.x),
    // lists are read from the top
    ...(model.swapped && model.x.scale === 'category' ? { inverse: true } : {}),
  }
  if (gap.y !== '0%') for (const value of values) value.boundaryGap = [gap.y, gap.y]
  return model.swapped ? { xAxis: values, yAxis: [baseShown] } : { xAxis: [baseShown], yAxis: values }
}

/** Space for bubbles at the ends of the axes, as percentages. */
function bubbleGap(model: CartesianModel, size: Size): { x: string; y: string } {
  const visible = model.traces.filter(({ hidden }) => !hidden).map((trace) => ({ trace, index: 0 }))
  const largest = largestBubble(visible)
  const radius = (largest * bubbleScale(largest, Math.min(size.width, size.height))) / 2
  const share = (length: number) => `${Math.round(Math.min(0.4, radius / Math.max(1, length)) * 100)}%`
  const [x, y] = [share(size.width), share(size.height)]
  return model.swapped ? { x: y, y: x } : { x, y }
}

/** Space for boxes at the ends of a numeric or time axis: half a step. */
function baseGap({ traces, x }: CartesianModel, bubbles: string): 0 | [string, string] {
  if (bubbles !== '0%') return [bubbles, bubbles]
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { hidden, boxes = [] } of traces) {
    if (hidden) continue
    for (const box of boxes) {
      if (typeof box.x !== 'number') continue
      low = Math.min(low, box.x)
      high = Math.max(high, box.x)
    }
  }
  if (!(high > low)) return 0
  const share = `${((x.step ?? 1) / 2 / (high - low)) * 100}%`
  return [share, share]
}

/** Labels at the x of each column, such as years or ratings, if they are few enough. */
function columnTicks(model: CartesianModel, size: Size): number[] | undefined {
  if (model.x.scale !== 'linear' || !model.traces.some(({ type }) => type === 'column' || type === 'box'))
    return undefined
  const xs = new Set<number>()
  for (const { points, hidden } of model.traces) {
    for (const { x } of points) if (!hidden && typeof x === 'number') xs.add(x)
    if (xs.size > maxColumnTicks) return undefined
  }
  return xs.size * 40 <= size.width ? [...xs].sort((a, b) => a - b) : undefined
}

const maxColumnTicks = 40

function hasBars(model: CartesianModel): boolean {
  // a single category is centered, whatever the shape
  return model.x.categories.length < 2 || model.traces.some(({ type }) => type !== 'line' && type !== 'area')
}

export function echartsAxis(axis: AxisModel, theme: VisualizationTheme, place: AxisPlace) {
  const category = axis.scale === 'category'
  return {
    id: place.id,
    type: axisTypes[axis.scale],
    position: place.position,
    ...(category ? { data: axis.categories } : {}),
    ...(axis.scale === 'linear' ? { scale: !axis.fromZero } : {}),
    boundaryGap: (category ? true : 0) as boolean | 0 | [string, string],
    ...limits(axis, place),
    name: axis.title,
    nameLocation: 'middle' as const,
    nameGap: place.horizontal ? 30 : 40,
    nameTextStyle: { color: theme.muted, fontSize: visualizationTextSize, fontWeight: 500 as const },
    axisLine: { show: place.id === 'x', onZero: false, lineStyle: { color: theme.line } },
    axisTick: { show: false },
    splitLine: { show: place.splitLine, lineStyle: { color: theme.line } },
    splitNumber: splitNumber(place, axis.scale === 'logarithmic' ? 50 : 90),
    axisLabel: { ...axisLabel(axis, theme, place), ...(place.ticks ? { customValues: place.ticks } : {}) },
    axisPointer: { label: { show: false } },
  }
}

/** Fewer ticks on shorter axes. */
function splitNumber({ horizontal, size }: AxisPlace, room: number): number {
  return horizontal
    ? Math.max(2, Math.min(8, Math.floor(size.width / room)))
    : Math.max(2, Math.min(6, Math.floor(size.height / 60)))
}

function limits(axis: AxisModel, { empty }: AxisPlace): { min?: number; max?: number } {
  if (axis.scale === 'category') return {}
  if (empty && axis.scale === 'linear') return { min: axis.min ?? 0, max: axis.max ?? 1 }
  return {
    ...(axis.min === undefined ? {} : { min: axis.min }),
    ...(axis.max === undefined ? {} : { max: axis.max }),
  }
}

function axisLabel(axis: AxisModel, theme: VisualizationTheme, place: AxisPlace) {
  return {
    show: axis.showLabels,
    color: theme.muted,
    fontSize: visualizationTextSize,
    // without it ECharts measures a character that some fonts lack
    lineHeight: visualizationTextSize + 3,
    hideOverlap: true,
    formatter: labelFormatter(axis, place.separators),
    ...(axis.scale === 'category' ? categoryLabels(axis, place) : {}),
    // limits may be odd numbers such as 103.7, whose labels would look like ticks
    ...(axis.min !== undefined && !isRound(axis.min) ? { showMinLabel: false } : {}),
    ...(axis.max !== undefined && !isRound(axis.max) ? { showMaxLabel: false } : {}),
  }
}

function isRound(value: number): boolean {
  return Number(value.toPrecision(2)) === value
}

const maxLabelLength = { upright: 180, turned: 110 }

const maxLines = 3

/** Wraps labels; texts of more than three lines end in an ellipsis. */
function wrappedLabels(width: number) {
  // lines that break between words are about 80 % full
  const maxLength = Math.max(8, Math.floor((width * maxLines * 0.8) / textWidth('x')))
  return {
    overflow: 'break' as const,
    width,
    interval: 0,
    hideOverlap: false,
    formatter: (value: string) => {
      const label = categoryLabel(value)
      return label.length > maxLength ? `${label.slice(0, maxLength - 1).trimEnd()}…` : label
    },
  }
}

/** Approximate width of the value axis. */
const valueAxisWidth = 60
/** The smallest distance at which rotated labels are readable. */
const minTurnedRoom = 19

/** Below this width, words must not break. */
const minBrokenRoom = 100

function canWrap(categories: readonly string[], room: number): boolean {
  const words = categories.flatMap((category) => categoryLabel(category).split(/[\s-]+/))
  return room >= minBrokenRoom || words.every((word) => textWidth(word) <= room - 12)
}

/** The categories within the zoomed part, and the index of the first of them. */
function shownCategories({ categories }: AxisModel, zoomedTo: AxisPlace['zoomedTo']) {
  if (!zoomedTo) return { categories, from: 0 }
  const from = Math.max(0, Math.round(zoomedTo[0]))
  return { categories: categories.slice(from, Math.round(zoomedTo[1]) + 1), from }
}

/** Thins dates to those that fit in short forms; rotates other labels that do not fit side by side, and truncates those that would take too much of the plot. */
function categoryLabels(axis: AxisModel, { horizontal, size, zoomedTo }: AxisPlace) {
  const cut = { overflow: 'truncate' as const, ellipsis: '…' }
  const widest = axis.categories.reduce((most, label) => Math.max(most, textWidth(categoryLabel(label))), 0)
  if (!horizontal) {
    const maxWidth = Math.min(maxLabelLength.upright, Math.round(size.width * 0.35))
    // ECharts reserves a set width even for short labels
    return widest <= maxWidth * 0.9 ? {} : { ...cut, width: maxWidth }
  }
  const width = size.width - valueAxisWidth
  const shown = shownCategories(axis, zoomedTo)
  const room = width / Math.max(1, shown.categories.length)
  if (widest + 8 <= room) return { interval: 0, hideOverlap: false }
  const dates = datesOf(shown.categories)
  if (dates) {
    const { places, rotate, textOf } = dateLabels(shown.categories, dates, width)
    return { customValues: places.map((place) => place + shown.from), rotate, formatter: textOf }
  }
  const turned = Math.min(maxLabelLength.turned, Math.round(size.height * 0.3))
  if (shown.categories.length <= 6 && canWrap(shown.categories, room))
    return wrappedLabels(Math.max(40, Math.floor(room - 12)))
  const interval = Math.max(0, Math.ceil(minTurnedRoom / room) - 1)
  // as above: short labels would leave a gap to the title of the axis
  const limited = widest <= turned * 0.9 ? {} : { ...cut, width: turned }
  return { ...limited, rotate: room < 22 ? 90 : 45, interval }
}

function labelFormatter(axis: AxisModel, separators: TickSeparators = plainSeparators) {
  switch (axis.scale) {
    case 'category':
      return (value: string) => categoryLabel(value)
    case 'datetime':
      return timeTickFormat(axis.tickFormat) ?? timeAxisLabel
    default:
      return (
        (axis.tickFormat === '' ? null : numberTickFormat(axis.tickFormat, separators)) ??
        ((value: number) => plainTick(value, separators))
      )
  }
}

/** A position as a number for ECharts; NaN leaves a gap. */
export function axisNumber(
  value: Position | undefined,
  axis: AxisModel,
  categoryIndex: ReadonlyMap<string, number>,
): number {
  if (value === null || value === undefined) return Number.NaN
  if (axis.scale === 'category') return categoryIndex.get(String(value)) ?? Number.NaN
  if (typeof value !== 'number') return Number.NaN
  return axis.scale === 'logarithmic' && value <= 0 ? Number.NaN : value
}

export function indexOfCategories(axis: AxisModel): Map<string, number> {
  return new Map(axis.categories.map((category, index) => [category, index]))
}
