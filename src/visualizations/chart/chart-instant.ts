const isoDate =
  /^([+-]?\d{4,6})-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}:?\d{2}|[+-]\d{2})?)?)?$/i

const dateInResult = /^\d{4}-\d{2}-\d{2}(T|$)/

/**
 * A value that results give as a date (docs/reference/visualizations.md#typing): text that is exactly `YYYY-MM-DD` or
 * holds `YYYY-MM-DDT…`, whatever the column's type says.
 */
export function isDateValue(value: unknown): value is string {
  return typeof value === 'string' && dateInResult.test(value) && instantOf(value) !== null
}

/** Text in ISO 8601 form, a bare year excepted: what the detection of a date axis goes by. */
export function isIsoDate(value: unknown): boolean {
  return typeof value === 'string' && isoDate.test(value) && instantOf(value) !== null
}

/**
 * Milliseconds since the epoch, or null. Numbers are epoch milliseconds; text without a zone is UTC, as
 * everywhere in a result (docs/reference/visualizations.md#date-formats, docs/reference/charts.md#traces).
 */
export function instantOf(value: unknown): number | null {
  if (typeof value === 'number') return finite(value)
  if (typeof value !== 'string') return null
  const plain = plainInstant(value)
  if (plain !== null) return plain
  const parts = isoDate.exec(value.trim())
  if (parts) return isoInstant(parts)
  // text that is no more than a number is a number, not the year that Date.parse would make of it
  if (!/[a-z]|\d[/.-]\d/i.test(value) || !/\d/.test(value)) return null
  const asUtc = Date.parse(`${value} UTC`)
  return finite(Number.isNaN(asUtc) ? Date.parse(value) : asUtc)
}

/** `YYYY-MM-DDTHH:mm:ss`, as results mostly have it, without the cost of a pattern; null for anything else. */
function plainInstant(text: string): number | null {
  if (text.length !== 19 || text[4] !== '-' || text[7] !== '-' || text[13] !== ':' || text[16] !== ':')
    return null
  if (text[10] !== 'T' && text[10] !== ' ') return null
  const [year, month, day] = [digitsAt(text, 0, 4), digitsAt(text, 5, 7), digitsAt(text, 8, 10)]
  const [hour, minute, second] = [digitsAt(text, 11, 13), digitsAt(text, 14, 16), digitsAt(text, 17, 19)]
  // the ends of months and whatever is odd are left to the pattern
  const usual = year >= 100 && month >= 1 && month <= 12 && day >= 1 && day <= 28
  return usual && hour <= 23 && minute <= 59 && second >= 0 && second <= 59
    ? Date.UTC(year, month - 1, day, hour, minute, second)
    : null
}

/** The number that the digits make; NaN when there is anything else. */
function digitsAt(text: string, from: number, to: number): number {
  let number = 0
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) return Number.NaN
    number = number * 10 + digit
  }
  return number
}

function isoInstant(parts: RegExpExecArray): number | null {
  const [, year, month, day = '1', hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] = parts
  const date = [Number(year), Number(month), Number(day)] as const
  const midnight = Date.UTC(date[0], date[1] - 1, date[2])
  const check = new Date(midnight)
  if (check.getUTCMonth() !== date[1] - 1 || check.getUTCDate() !== date[2]) return null
  if (Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60) return null
  const time = (Number(hour) * 60 + Number(minute)) * 60 + Number(second)
  const milliseconds = fraction === '' ? 0 : Math.trunc(Number(`0.${fraction}`) * 1000)
  return finite(midnight + time * 1000 + milliseconds - zoneOffset(zone))
}

function zoneOffset(zone: string): number {
  if (zone === 'Z' || zone === 'z') return 0
  const sign = zone.startsWith('-') ? -1 : 1
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0')
  return sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2, 4))) * 60_000
}

function finite(value: number): number | null {
  return Number.isFinite(value) && Math.abs(value) <= 8.64e15 ? value : null
}

/** `YYYY-MM-DD HH:mm:ss` in UTC */
export function utcText(instant: number): string {
  return new Date(instant).toISOString().replace('T', ' ').slice(0, -5)
}

/** A date of a result as text, without a midnight that says nothing; null for anything else. */
export function dateText(value: unknown): string | null {
  if (!isDateValue(value)) return null
  const instant = instantOf(value)
  return instant === null ? null : withoutMidnight(utcText(instant))
}

export function withoutMidnight(text: string): string {
  return text.endsWith(' 00:00:00') ? text.slice(0, -9) : text
}
