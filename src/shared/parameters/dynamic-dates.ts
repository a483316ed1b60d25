/**
 * Dynamic values of date parameters (docs/reference/stored-parameters.md#dynamic-values). Calendar arithmetic uses the
 * wall clock of the zone, because "last month" refers to the user's calendar; hours are elapsed time.
 */

/** Date types with the length of their text: `2026-01-31 23:59:59` is cut after so many characters. */
const textLengths: Readonly<Record<string, number>> = {
  date: 10,
  'datetime-local': 16,
  'datetime-with-seconds': 19,
  'date-range': 10,
  'datetime-range': 16,
  'datetime-range-with-seconds': 19,
}

export function isDateType(type: string): boolean {
  return type in textLengths && !type.includes('range')
}

export function isDateRangeType(type: string): boolean {
  return type in textLengths && type.includes('range')
}

export interface DateRange {
  start: string
  end: string
}

/** `d_now`, `d_yesterday` as text of the given type; null for an unknown token. */
export function resolveDynamicDate(token: string, type: string, now: Date, zone: string): string | null {
  const wall = wallClock(now, zone)
  if (token === 'd_now') return format(wall, type)
  if (token === 'd_yesterday') return format(shift(wall, 'day', -1), type)
  return null
}

/** `d_last_7_days`, `d_this_month` … as start and end of the given range type; null for an unknown token. */
export function resolveDynamicRange(token: string, type: string, now: Date, zone: string): DateRange | null {
  const wall = wallClock(now, zone)
  const between = (start: Date, end: Date) => ({ start: format(start, type), end: format(end, type) })
  const whole = (unit: Unit, distance: number) => {
    const start = shift(startOf(wall, unit), unit, distance)
    return between(start, new Date(shift(start, unit, 1).getTime() - 1))
  }
  if (token === 'd_today') return whole('day', 0)
  if (token === 'd_yesterday') return whole('day', -1)
  const period = /^d_(this|last)_(week|month|year)$/.exec(token)
  if (period) return whole(period[2] as Unit, period[1] === 'this' ? 0 : -1)
  const hours = token === 'd_last_hour' ? 1 : Number(/^d_last_(8|24)_hours$/.exec(token)?.[1] ?? 0)
  if (hours > 0) return between(wallClock(new Date(now.getTime() - hours * 3_600_000), zone), wall)
  const back = /^d_last_(?:(7|14|30|60|90)_(day)s|(12)_(month)s|(2|3|10)_(year)s)$/.exec(token)
  if (back === null) return null
  const count = Number(back[1] ?? back[3] ?? back[5])
  const unit = (back[2] ?? back[4] ?? back[6]) as Unit
  // today is one of the days
  const start = unit === 'day' ? shift(wall, unit, 1 - count) : shift(wall, unit, -count)
  return between(startOf(start, 'day'), wall)
}

type Unit = 'day' | 'week' | 'month' | 'year'

/** The wall clock of the zone, stored in the UTC fields of a Date. Unknown zones count as UTC. */
function wallClock(instant: Date, zone: string): Date {
  const options = {
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  } as const
  let formatter: Intl.DateTimeFormat
  try {
    formatter = new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone })
  } catch {
    formatter = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
  }
  const part = Object.fromEntries(
    formatter.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  )
  return new Date(
    Date.UTC(
      part.year ?? 0,
      (part.month ?? 1) - 1,
      part.day,
      part.hour,
      part.minute,
      part.second,
      instant.getUTCMilliseconds(),
    ),
  )
}

function format(wall: Date, type: string): string {
  return wall
    .toISOString()
    .replace('T', ' ')
    .slice(0, textLengths[type] ?? 10)
}

/** Weeks start on Sunday. */
function startOf(wall: Date, unit: Unit): Date {
  const [year, month, day] = [wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate()]
  switch (unit) {
    case 'day':
      return new Date(Date.UTC(year, month, day))
    case 'week':
      return new Date(Date.UTC(year, month, day - wall.getUTCDay()))
    case 'month':
      return new Date(Date.UTC(year, month, 1))
    case 'year':
      return new Date(Date.UTC(year, 0, 1))
  }
}

/** Moves by whole units; in a shorter month, the 31st becomes the last day. */
function shift(wall: Date, unit: Unit, count: number): Date {
  const moved = new Date(wall)
  if (unit === 'day' || unit === 'week') {
    moved.setUTCDate(moved.getUTCDate() + count * (unit === 'week' ? 7 : 1))
    return moved
  }
  const months = moved.getUTCFullYear() * 12 + moved.getUTCMonth() + count * (unit === 'year' ? 12 : 1)
  const [year, month] = [Math.floor(months / 12), months % 12]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  moved.setUTCFullYear(year, month, Math.min(moved.getUTCDate(), lastDay))
  return moved
}
