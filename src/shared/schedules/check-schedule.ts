import { type Phrase, phrase } from '../messages/phrase.ts'
import { isDay, type Schedule, type Weekday, weekdays } from './schedule.ts'

/** A schedule that may be stored, with its fields in the order of docs/reference/api-queries.md#schedule. */
export type CheckedSchedule =
  | { ok: true; schedule: (Schedule & { disabled?: boolean }) | null }
  | { ok: false; field: string; reason: Phrase }

const known = ['interval', 'time', 'day_of_week', 'until', 'disabled']
const minInterval = 60
const maxInterval = 2_147_483_647

/**
 * Checks the schedule of a save (`null` or an object). Any interval of at least a minute is accepted, also as text,
 * because existing content has odd ones; missing keys are null; a schedule without any value is null.
 */
export function checkSchedule(given: Readonly<Record<string, unknown>> | null): CheckedSchedule {
  if (given === null) return { ok: true, schedule: null }
  const strange = Object.keys(given).find((key) => !known.includes(key))
  if (strange !== undefined) return refused(strange, phrase('this field is not known'))
  const value = (key: string) => (Object.hasOwn(given, key) ? (given[key] ?? null) : null)
  const [interval, time, day, until] = [
    value('interval'),
    value('time'),
    value('day_of_week'),
    value('until'),
  ]
  const disabled = value('disabled')
  if (disabled !== null && typeof disabled !== 'boolean')
    return refused('disabled', phrase('expected true or false'))
  if (time !== null && !isTime(time)) return refused('time', phrase('expected HH:mm in UTC, or null'))
  if (day !== null && !isWeekday(day))
    return refused('day_of_week', phrase('expected an English weekday, or null'))
  if (until !== null && !(typeof until === 'string' && isDay(until))) {
    return refused('until', phrase('expected YYYY-MM-DD, or null'))
  }
  if (interval === null && [time, day, until].every((part) => part === null))
    return { ok: true, schedule: null }
  const seconds = readInterval(interval)
  if (seconds === null) {
    return refused(
      'interval',
      phrase('expected a whole number of seconds, at least {min}', { min: minInterval }),
    )
  }
  const schedule = { interval: seconds, time, day_of_week: day, until }
  return { ok: true, schedule: disabled === true ? { ...schedule, disabled } : schedule }
}

function refused(key: string, reason: Phrase): CheckedSchedule {
  const field = `schedule.${key}`
  return { ok: false, field, reason: phrase('{field}: {reason}.', { field, reason }) }
}

function readInterval(value: unknown): number | null {
  const seconds = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  if (typeof seconds !== 'number' || !Number.isInteger(seconds)) return null
  return seconds >= minInterval && seconds <= maxInterval ? seconds : null
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value)
}

function isWeekday(value: unknown): value is Weekday {
  return weekdays.some((day) => day === value)
}
