import { monthNames } from '#shared/format/calendar-names.ts'
import { textWidth } from '../parts/visualization-theme.ts'
import { instantOf, isIsoDate } from './chart-instant.ts'

/** Labels at even steps over the categories of an axis, and how they are written. */
export interface DateLabels {
  /** indexes of the labelled categories */
  places: number[]
  rotate: 0 | 45
  textOf(category: string): string
}

const hour = 3_600_000
const day = 24 * hour

type Unit = 'year' | 'month' | 'day' | 'time'

/** Numbers of categories between two labels, as people count them. */
const usualSteps: Readonly<Record<Unit, readonly number[]>> = {
  year: [1, 2, 5, 10, 20, 50, 100],
  month: [1, 2, 3, 6, 12, 24, 60, 120],
  day: [1, 2, 7, 14, 28, 56, 91, 182, 364],
  time: [1, 2, 3, 4, 6, 12, 24, 48, 168, 336, 672],
}

/** Fewer labels beside each other say too little: slanting ones take less width. */
const fewest = 4
const gap = 14
const slantedRoom = 24

/** The instants of categories when all are dates, else null. */
export function datesOf(categories: readonly string[]): number[] | null {
  const instants: number[] = []
  for (const category of categories) {
    const instant = isIsoDate(category) ? instantOf(category) : null
    if (instant === null) return null
    instants.push(instant)
  }
  return instants.length > 0 ? instants : null
}

/**
 * As many labels as fit beside each other in short forms, at even steps over round dates. The year is on a
 * second line below its first label, and so is the day below its first time.
 */
export function dateLabels(
  categories: readonly string[],
  instants: readonly number[],
  width: number,
): DateLabels {
  const unit = unitOf(instants)
  const widest = Math.max(...instants.map((instant) => textWidth(shortDate(instant, unit))))
  // a year below a shorter label, such as a month, takes more width than the label
  const upright = placesOf(instants, unit, width / (Math.max(widest, textWidth('2026')) + gap))
  const slants = upright.length < Math.min(fewest, instants.length)
  const places = slants ? placesOf(instants, unit, width / slantedRoom) : upright
  const texts = new Map<string, string>()
  let before: number | undefined
  for (const place of places) {
    const instant = instants[place] ?? 0
    const wider = before === undefined || isNews(before, instant, unit) ? widerDate(instant, unit) : ''
    const lines = [shortDate(instant, unit), wider].filter((line) => line !== '')
    texts.set(categories[place] ?? '', lines.join(slants ? ' ' : '\n'))
    before = instant
  }
  return { places, rotate: slants ? 45 : 0, textOf: (category) => texts.get(category) ?? '' }
}

function unitOf(instants: readonly number[]): Unit {
  if (!instants.every((instant) => instant % day === 0)) return 'time'
  const dates = instants.map((instant) => new Date(instant))
  if (!dates.every((date) => date.getUTCDate() === 1)) return 'day'
  return dates.every((date) => date.getUTCMonth() === 0) ? 'year' : 'month'
}

/** Every n-th index, so that about `most` remain, at the offset with the roundest dates. */
function placesOf(instants: readonly number[], unit: Unit, max: number): number[] {
  const least = Math.max(1, Math.ceil(instants.length / Math.max(1, max)))
  const step = usualSteps[unit].find((usual) => usual >= least) ?? least
  const sums = new Float64Array(Math.min(step, instants.length))
  for (const [index, instant] of instants.entries()) {
    const offset = index % step
    sums[offset] = (sums[offset] ?? 0) + roundness(instant, unit)
  }
  const countOf = (offset: number) => Math.ceil((instants.length - offset) / step)
  const mean = (offset: number) => (sums[offset] ?? 0) / countOf(offset)
  let first = 0
  for (const offset of sums.keys()) if (mean(offset) > mean(first)) first = offset
  return Array.from({ length: countOf(first) }, (_, index) => first + index * step)
}

function roundness(instant: number, unit: Unit): number {
  const date = new Date(instant)
  switch (unit) {
    case 'year':
      return [10, 5, 2].find((years) => date.getUTCFullYear() % years === 0) ?? 0
    case 'month':
      return [12, 6, 3].find((months) => date.getUTCMonth() % months === 0) ?? 0
    case 'day':
      // weeks begin on Monday
      return date.getUTCDay() === 1 ? 1 : 0
    default:
      return [24, 12, 6, 3, 2, 1].find((hours) => instant % (hours * hour) === 0) ?? 0
  }
}

function shortDate(instant: number, unit: Unit): string {
  const date = new Date(instant)
  const month = monthNames('short')[date.getUTCMonth()] ?? ''
  if (unit === 'year') return String(date.getUTCFullYear())
  if (unit === 'month') return month
  return unit === 'day' ? `${date.getUTCDate()} ${month}` : date.toISOString().slice(11, 16)
}

/** What the short form leaves out. */
function widerDate(instant: number, unit: Unit): string {
  if (unit === 'year') return ''
  return unit === 'time' ? shortDate(instant, 'day') : shortDate(instant, 'year')
}

function isNews(before: number, instant: number, unit: Unit): boolean {
  return widerDate(before, unit) !== widerDate(instant, unit)
}

interface TimeTick {
  time?: { lowerTimeUnit?: string } | null | undefined
}

/**
 * Labels of a time axis, whose ticks ECharts chooses: years, months, days or times. The first one names the year, or the
 * day of a time, unless it is one.
 */
export function timeAxisLabel(instant: number, index: number, tick?: TimeTick | null): string {
  const unit = tick?.time?.lowerTimeUnit ?? ''
  const date = new Date(instant)
  if (unit === 'year') return shortDate(instant, 'year')
  if (unit === 'month' || unit === 'quarter' || unit === 'day' || unit === 'week') {
    const text = shortDate(instant, unit === 'day' || unit === 'week' ? 'day' : 'month')
    return index === 0 ? `${text}\n${shortDate(instant, 'year')}` : text
  }
  const digits = unit === 'millisecond' ? [11, 23] : unit === 'second' ? [11, 19] : [11, 16]
  const text = date.toISOString().slice(digits[0], digits[1])
  return index === 0 ? `${text}\n${shortDate(instant, 'day')}` : text
}
