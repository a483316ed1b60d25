import { t } from '../messages/translate.ts'

/** When a query is refreshed (docs/reference/api-queries.md#schedule). Times and days are in UTC. */
export interface Schedule {
  /** seconds */
  interval: number
  /** `HH:mm` */
  time: string | null
  day_of_week: Weekday | null
  /** `YYYY-MM-DD`: the first day without a refresh */
  until: string | null
}

/** In ISO week order. */
export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const
export type Weekday = (typeof weekdays)[number]

export interface ReadSchedule {
  /** null: no automatic refresh */
  schedule: Schedule | null
  /** why a stored schedule is invalid; null if it is valid */
  fault: string | null
}

const nothing: ReadSchedule = { schedule: null, fault: null }
/** Imported schedules with shorter intervals never ran that often: Redash checks every 30 seconds. */
const minInterval = 30

/**
 * Reads a stored schedule of any age: a missing key is null, intervals may be text. An invalid schedule counts as no
 * schedule, with the reason; nothing is written back, so a repaired schedule works again.
 */
export function readSchedule(stored: unknown): ReadSchedule {
  if (stored === null || stored === undefined) return nothing
  if (typeof stored !== 'object' || Array.isArray(stored))
    return faulty(t('The schedule is not followed: it is not a schedule.'))
  const fields = stored as Readonly<Record<string, unknown>>
  const given = (key: string) =>
    Object.hasOwn(fields, key) && fields[key] !== '' ? (fields[key] ?? null) : null
  const parts = [given('interval'), given('time'), given('day_of_week'), given('until')] as const
  if (parts.every((part) => part === null)) return nothing
  const interval = readInterval(parts[0])
  const time = readTime(parts[1])
  const day = readWeekday(parts[2])
  const until = readDay(parts[3])
  if (interval === undefined) {
    return faulty(t('The schedule is not followed: its interval is not a number of seconds.'))
  }
  if (time === undefined) return faulty(t('The schedule is not followed: its time is not HH:mm.'))
  if (day === undefined) {
    return faulty(t('The schedule is not followed: its day of the week does not exist.'))
  }
  if (until === undefined) return faulty(t('The schedule is not followed: its last day is not a date.'))
  if (given('disabled') === true) return faulty(t('The schedule is not followed: it was disabled.'))
  return { schedule: { interval, time, day_of_week: day, until }, fault: null }
}

function faulty(fault: string): ReadSchedule {
  return { schedule: null, fault }
}

function readInterval(value: unknown): number | undefined {
  const seconds = typeof value === 'string' && /^\s*\d{1,12}\s*$/.test(value) ? Number(value) : value
  if (typeof seconds !== 'number' || !(seconds >= 1) || seconds > 1e12) return undefined
  return Math.max(minInterval, Math.floor(seconds))
}

function readTime(value: unknown): string | null | undefined {
  if (value === null) return null
  const parts = typeof value === 'string' ? /^(\d{1,2}):(\d{1,2})(?::\d{1,2})?$/.exec(value) : null
  if (parts === null) return undefined
  const [hour, minute] = [Number(parts[1]), Number(parts[2])]
  return hour < 24 && minute < 60 ? clockText(hour * 60 + minute) : undefined
}

function readWeekday(value: unknown): Weekday | null | undefined {
  if (value === null) return null
  if (typeof value !== 'string') return undefined
  return weekdays.find((day) => day.toLowerCase() === value.toLowerCase())
}

function readDay(value: unknown): string | null | undefined {
  if (value === null) return null
  return typeof value === 'string' && isDay(value) ? value : undefined
}

/** Whether this is a valid date, as `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** Minutes since midnight as `HH:mm`. */
export function clockText(minutes: number): string {
  const padded = (value: number) => String(value).padStart(2, '0')
  return `${padded(Math.floor(minutes / 60))}:${padded(minutes % 60)}`
}
