import { monthNames, weekdayNames } from './calendar-names.ts'
import { type Instant, instantInLocalZone, parseInstant } from './instants.ts'
import { ordinalSuffix } from './numbers.ts'

type Part = string | ((instant: Instant) => string)

const formats = new Map<string, readonly Part[]>()
const formatsLimit = 500
const maxEpoch = 8.64e15

/**
 * Prints a date or an instant with moment's display tokens (docs/reference/visualizations.md#date-formats). ISO 8601
 * and RFC 2822 texts print in UTC, finite numbers (epoch milliseconds) in local time; anything else prints unchanged.
 * No format: plain text. `null` and `undefined` give `""` (cells show their null marker before this is called).
 */
export function formatDateTime(value: unknown, format: string | null | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof format !== 'string' || format === '') return String(value)
  const instant = toInstant(value)
  return instant ? formatInstant(instant, format) : String(value)
}

/** Prints an ISO 8601 timestamp from the server in the reader's local time. */
export function formatMoment(moment: string, format: string | null | undefined): string {
  return formatDateTime(Date.parse(moment), format)
}

/** `undefined` if the value is not a point in time. */
export function toInstant(value: unknown): Instant | undefined {
  if (typeof value === 'string') return parseInstant(value)
  return typeof value === 'number' && Math.abs(value) <= maxEpoch ? instantInLocalZone(value) : undefined
}

/** The exact instant for tooltips: `2024-03-05T10:00:00.123456Z`. */
export function exactInstant(value: unknown): string | undefined {
  const instant = toInstant(value)
  if (!instant) return undefined
  return `${new Date(instant.epoch).toISOString().replace(/\.\d{3}Z$/, '')}${
    /[1-9]/.test(instant.fraction) ? `.${instant.fraction}` : ''
  }Z`
}

export function formatInstant(instant: Instant, format: string): string {
  let parts = formats.get(format)
  if (!parts) {
    if (formats.size >= formatsLimit) formats.clear()
    parts = compile(format)
    formats.set(format, parts)
  }
  let text = ''
  for (const part of parts) text += typeof part === 'string' ? part : part(instant)
  return text
}

const localFormats: Record<string, string> = {
  LTS: 'h:mm:ss A',
  LT: 'h:mm A',
  LLLL: 'dddd, MMMM D, YYYY h:mm A',
  LLL: 'MMMM D, YYYY h:mm A',
  LL: 'MMMM D, YYYY',
  L: 'MM/DD/YYYY',
  llll: 'ddd, MMM D, YYYY h:mm A',
  lll: 'MMM D, YYYY h:mm A',
  ll: 'MMM D, YYYY',
  l: 'M/D/YYYY',
}

// longest alternatives first; the final `.` keeps every other character
const token =
  /\[[^[]*?\]|\\.|[Hh]mmss|[Hh]mm|Mo|M{1,4}|DDDo|Do|D{1,4}|do|d{1,4}|wo|ww?|Wo|WW?|Qo?|N{1,5}|[Yy]{6}|Y{5}|Y{4}|YY|y{2,4}|Y|yo?|g{4,5}|gg|G{4,5}|GG|e|E|a|A|hh?|HH?|kk?|mm?|ss?|S{1,9}|x|X|zz?|ZZ?|LTS|LT|L{1,4}|l{1,4}|./gsu

function compile(format: string): Part[] {
  const expanded = format.replace(
    /\[[^[]*?\]|\\.|LTS|LT|L{1,4}|l{1,4}/g,
    (found) => localFormats[found] ?? found,
  )
  const parts: Part[] = []
  for (const [found] of expanded.matchAll(token)) {
    if (found.startsWith('[') && found.endsWith(']')) parts.push(found.slice(1, -1))
    else if (found.startsWith('\\')) parts.push(found.slice(1))
    else parts.push(tokens[found] ?? fractionToken(found) ?? found)
  }
  return parts
}

function fractionToken(found: string): Part | undefined {
  if (!/^S+$/.test(found)) return undefined
  return ({ fraction }) => fraction.slice(0, found.length).padEnd(found.length, '0')
}

const dayLength = 86_400_000

function padded(value: number, length: number): string {
  return value < 0 ? `-${String(-value).padStart(length, '0')}` : String(value).padStart(length, '0')
}
function ordinal(value: number): string {
  return `${value}${ordinalSuffix(value)}`
}
function dayNumber({ epoch, offset }: Instant): number {
  return Math.floor((epoch + offset * 60_000) / dayLength)
}
function weekday(instant: Instant): number {
  return (((dayNumber(instant) + 4) % 7) + 7) % 7
}
function startOfYear(year: number): number {
  return Math.floor(new Date(Date.UTC(2000, 0, 1)).setUTCFullYear(year, 0, 1) / dayLength)
}
function dayOfYear(instant: Instant): number {
  return dayNumber(instant) - startOfYear(instant.year) + 1
}

/**
 * Week number and the year it belongs to. Week 1 is the one that contains `anchor` January: the 4th if weeks start on
 * Monday (ISO), the 1st if they start on Sunday (English locale).
 */
function weekOf(instant: Instant, firstWeekday: 0 | 1, anchor: 1 | 4): { week: number; year: number } {
  const day = dayNumber(instant)
  const startOf = (year: number) => {
    const anchorDay = startOfYear(year) + anchor - 1
    return anchorDay - ((((anchorDay + 4 - firstWeekday) % 7) + 7) % 7)
  }
  let year = instant.year + 1
  while (startOf(year) > day) year--
  return { week: Math.floor((day - startOf(year)) / 7) + 1, year }
}
const isoWeek = (instant: Instant) => weekOf(instant, 1, 4)
const localWeek = (instant: Instant) => weekOf(instant, 0, 1)

function zone({ offset }: Instant, separator: string): string {
  const minutes = Math.abs(offset)
  return `${offset < 0 ? '-' : '+'}${padded(Math.floor(minutes / 60), 2)}${separator}${padded(minutes % 60, 2)}`
}
function year4({ year }: Instant): string {
  return year > 9999 ? `+${year}` : padded(year, 4)
}
const hour12 = (hour: number) => hour % 12 || 12
const era = (instant: Instant) => (instant.year > 0 ? 'AD' : 'BC')
const eraYear = ({ year }: Instant) => (year > 0 ? year : 1 - year)

const tokens: Record<string, (instant: Instant) => string> = {
  M: (i) => String(i.month),
  Mo: (i) => ordinal(i.month),
  MM: (i) => padded(i.month, 2),
  MMM: (i) => monthNames('short')[i.month - 1] ?? '',
  MMMM: (i) => monthNames('long')[i.month - 1] ?? '',
  Q: (i) => String(Math.ceil(i.month / 3)),
  Qo: (i) => ordinal(Math.ceil(i.month / 3)),
  D: (i) => String(i.day),
  Do: (i) => ordinal(i.day),
  DD: (i) => padded(i.day, 2),
  DDD: (i) => String(dayOfYear(i)),
  DDDo: (i) => ordinal(dayOfYear(i)),
  DDDD: (i) => padded(dayOfYear(i), 3),
  d: (i) => String(weekday(i)),
  do: (i) => ordinal(weekday(i)),
  dd: (i) => (weekdayNames('short')[weekday(i)] ?? '').slice(0, 2),
  ddd: (i) => weekdayNames('short')[weekday(i)] ?? '',
  dddd: (i) => weekdayNames('long')[weekday(i)] ?? '',
  e: (i) => String(weekday(i)),
  E: (i) => String(weekday(i) || 7),
  w: (i) => String(localWeek(i).week),
  wo: (i) => ordinal(localWeek(i).week),
  ww: (i) => padded(localWeek(i).week, 2),
  W: (i) => String(isoWeek(i).week),
  Wo: (i) => ordinal(isoWeek(i).week),
  WW: (i) => padded(isoWeek(i).week, 2),
  gg: (i) => padded(localWeek(i).year % 100, 2),
  gggg: (i) => padded(localWeek(i).year, 4),
  ggggg: (i) => padded(localWeek(i).year, 5),
  GG: (i) => padded(isoWeek(i).year % 100, 2),
  GGGG: (i) => padded(isoWeek(i).year, 4),
  GGGGG: (i) => padded(isoWeek(i).year, 5),
  YY: (i) => padded(Math.abs(i.year) % 100, 2),
  YYYY: year4,
  YYYYY: (i) => padded(i.year, 5),
  YYYYYY: (i) => `${i.year < 0 ? '-' : '+'}${padded(Math.abs(i.year), 6)}`,
  Y: (i) => (i.year <= 9999 ? padded(i.year, 4) : `+${i.year}`),
  y: (i) => String(eraYear(i)),
  yy: (i) => padded(eraYear(i), 2),
  yyy: (i) => padded(eraYear(i), 3),
  yyyy: (i) => padded(eraYear(i), 4),
  yo: (i) => String(eraYear(i)),
  N: era,
  NN: era,
  NNN: era,
  NNNN: (i) => (i.year > 0 ? 'Anno Domini' : 'Before Christ'),
  NNNNN: era,
  A: (i) => (i.hour < 12 ? 'AM' : 'PM'),
  a: (i) => (i.hour < 12 ? 'am' : 'pm'),
  H: (i) => String(i.hour),
  HH: (i) => padded(i.hour, 2),
  h: (i) => String(hour12(i.hour)),
  hh: (i) => padded(hour12(i.hour), 2),
  k: (i) => String(i.hour || 24),
  kk: (i) => padded(i.hour || 24, 2),
  Hmm: (i) => `${i.hour}${padded(i.minute, 2)}`,
  Hmmss: (i) => `${i.hour}${padded(i.minute, 2)}${padded(i.second, 2)}`,
  hmm: (i) => `${hour12(i.hour)}${padded(i.minute, 2)}`,
  hmmss: (i) => `${hour12(i.hour)}${padded(i.minute, 2)}${padded(i.second, 2)}`,
  m: (i) => String(i.minute),
  mm: (i) => padded(i.minute, 2),
  s: (i) => String(i.second),
  ss: (i) => padded(i.second, 2),
  Z: (i) => zone(i, ':'),
  ZZ: (i) => zone(i, ''),
  z: (i) => (i.utc ? 'UTC' : ''),
  zz: (i) => (i.utc ? 'Coordinated Universal Time' : ''),
  X: (i) => String(Math.floor(i.epoch / 1000)),
  x: (i) => String(i.epoch),
}
