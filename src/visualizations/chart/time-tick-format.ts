import { monthNames, weekdayNames } from '#shared/format/calendar-names.ts'

/**
 * The d3-time-format mini-language for ticks of a datetime axis, in UTC. Unknown directives are kept as text. Null for a
 * format without any directive: the caller uses its default.
 */
export function timeTickFormat(specifier: string): ((instant: number) => string) | null {
  if (!directive.test(specifier)) return null
  return (instant) => {
    const date = new Date(instant)
    return specifier.replace(directives, (whole, pad: string | undefined, letter: string) => {
      const write = writers[letter]
      return write ? write(date, pad) : whole
    })
  }
}

const directive = /%[-_0]?[a-zA-Z%]/
const directives = /%([-_0])?([a-zA-Z%])/g

const dayLength = 86_400_000

type Write = (date: Date, pad: string | undefined) => string

function padded(value: number, width: number, pad: string | undefined, usual = '0'): string {
  if (pad === '-') return String(value)
  return String(value).padStart(width, pad === '_' ? ' ' : pad === '0' ? '0' : usual)
}

function dayOfYear(date: Date): number {
  return Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / dayLength)
}

/** Week of the year, with weeks that begin on `firstDay`; days before the first such day are week 0. */
function weekOfYear(date: Date, firstDay: number): number {
  return Math.floor((dayOfYear(date) + 7 - ((date.getUTCDay() + 7 - firstDay) % 7)) / 7)
}

function isoWeek(date: Date): { year: number; week: number } {
  const thursday = new Date(date.getTime() + (3 - ((date.getUTCDay() + 6) % 7)) * dayLength)
  return { year: thursday.getUTCFullYear(), week: Math.floor(dayOfYear(thursday) / 7) + 1 }
}

const hour12 = (date: Date) => date.getUTCHours() % 12 || 12
const joined = (specifier: string) => (date: Date) => timeTickFormat(specifier)?.(date.getTime()) ?? ''

const writers: Readonly<Record<string, Write>> = {
  a: (date) => weekdayNames('short')[date.getUTCDay()] ?? '',
  A: (date) => weekdayNames('long')[date.getUTCDay()] ?? '',
  b: (date) => monthNames('short')[date.getUTCMonth()] ?? '',
  B: (date) => monthNames('long')[date.getUTCMonth()] ?? '',
  c: joined('%-m/%-d/%Y, %-I:%M:%S %p'),
  d: (date, pad) => padded(date.getUTCDate(), 2, pad),
  e: (date, pad) => padded(date.getUTCDate(), 2, pad, ' '),
  f: (date, pad) => padded(date.getUTCMilliseconds() * 1000, 6, pad),
  G: (date, pad) => padded(isoWeek(date).year, 4, pad),
  g: (date, pad) => padded(isoWeek(date).year % 100, 2, pad),
  H: (date, pad) => padded(date.getUTCHours(), 2, pad),
  I: (date, pad) => padded(hour12(date), 2, pad),
  j: (date, pad) => padded(dayOfYear(date) + 1, 3, pad),
  L: (date, pad) => padded(date.getUTCMilliseconds(), 3, pad),
  m: (date, pad) => padded(date.getUTCMonth() + 1, 2, pad),
  M: (date, pad) => padded(date.getUTCMinutes(), 2, pad),
  p: (date) => (date.getUTCHours() < 12 ? 'AM' : 'PM'),
  q: (date) => String(Math.floor(date.getUTCMonth() / 3) + 1),
  Q: (date) => String(date.getTime()),
  s: (date) => String(Math.floor(date.getTime() / 1000)),
  S: (date, pad) => padded(date.getUTCSeconds(), 2, pad),
  u: (date) => String(date.getUTCDay() || 7),
  U: (date, pad) => padded(weekOfYear(date, 0), 2, pad),
  V: (date, pad) => padded(isoWeek(date).week, 2, pad),
  w: (date) => String(date.getUTCDay()),
  W: (date, pad) => padded(weekOfYear(date, 1), 2, pad),
  x: joined('%-m/%-d/%Y'),
  X: joined('%-I:%M:%S %p'),
  y: (date, pad) => padded(date.getUTCFullYear() % 100, 2, pad),
  Y: (date, pad) => padded(date.getUTCFullYear(), 4, pad),
  Z: () => '+0000',
  '%': () => '%',
}
