/**
 * The text of a date or time of Oracle: its parts as they are, without a zone, or an instant. `offset`: minutes east of
 * UTC in which the parts count; null: they have no zone.
 */
export function oracleMoment(bytes: Buffer, offset: number | null): string {
  const [century = 0, year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = bytes
  const years = (century - 100) * 100 + year - 100
  const milliseconds = bytes.length >= 11 ? Math.floor(bytes.readUInt32BE(7) / 1_000_000) : 0
  const hasFraction = bytes.length >= 11
  if (offset === null) {
    const date = `${yearText(years)}-${two(month)}-${two(day)}`
    const time = `${two(hour - 1)}:${two(minute - 1)}:${two(second - 1)}`
    return `${date}T${time}${hasFraction ? `.${String(milliseconds).padStart(3, '0')}` : ''}`
  }
  const instant = new Date(0)
  instant.setUTCFullYear(years, month - 1, day)
  instant.setUTCHours(hour - 1, minute - 1 - offset, second - 1, milliseconds)
  // the text of a year of five digits has a sign
  return Number.isNaN(instant.getTime()) ? 'invalid' : instant.toISOString()
}

function yearText(year: number): string {
  return `${year < 0 ? '-' : ''}${String(Math.abs(year)).padStart(4, '0')}`
}

function two(part: number): string {
  return String(part).padStart(2, '0')
}

interface Interval {
  years?: number
  months?: number
  days?: number
  hours?: number
  minutes?: number
  seconds?: number
  /** nanoseconds */
  fseconds?: number
}

/** As Oracle prints intervals: `+01-02` and `-03 04:05:06.5`. All parts have the sign of the whole. */
export function intervalText(interval: Interval): string {
  const parts = Object.values(interval).map(Number)
  const sign = parts.some((part) => part < 0) ? '-' : '+'
  const of = (part: number | undefined) => two(Math.abs(part ?? 0))
  if (interval.years !== undefined) return `${sign}${of(interval.years)}-${of(interval.months)}`
  const { days, hours, minutes, seconds, fseconds } = interval
  const fraction = String(Math.abs(fseconds ?? 0))
    .padStart(9, '0')
    .replace(/0+$/, '')
  const time = `${of(hours)}:${of(minutes)}:${of(seconds)}${fraction === '' ? '' : `.${fraction}`}`
  return `${sign}${of(days)} ${time}`
}
