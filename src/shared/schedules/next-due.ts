import { type Schedule, weekdays } from './schedule.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** A back-off beyond this date means never. */
const lastInstant = Date.UTC(9999, 11, 31)

/**
 * The time after which the query is due (docs/reference/api-queries.md#schedule): the next slot after the start of the
 * last scheduled run, delayed by 2^failures minutes. A query that never ran has always been due: the epoch. null: never
 * again, because `until` comes first or the back-off exceeds the calendar. All calculation is in UTC, so clock changes
 * neither skip nor double a slot. Unlike in Redash, a slot is always after the last run and on its day of the week.
 */
export function nextDue(schedule: Schedule, lastRun: Date | null, failures: number): Date | null {
  const at = lastRun === null ? 0 : nextSlot(schedule, lastRun.getTime()) + backOff(failures)
  return at <= lastInstant && at < endOf(schedule) ? new Date(at) : null
}

/** Whether a run is due. `until` is exclusive at midnight UTC. */
export function isDue(schedule: Schedule, lastRun: Date | null, failures: number, now: Date): boolean {
  const next = nextDue(schedule, lastRun, failures)
  return next !== null && now > next && now.getTime() < endOf(schedule)
}

function endOf({ until }: Schedule): number {
  return until === null ? Number.POSITIVE_INFINITY : Date.parse(`${until}T00:00:00Z`)
}

/** Milliseconds by which consecutive failures delay a run. */
function backOff(failures: number): number {
  return failures > 0 ? 2 ** failures * minute : 0
}

function nextSlot({ interval, time, day_of_week }: Schedule, last: number): number {
  if (time === null) return last + interval * 1000
  const slot = atTime(last, time)
  const base = slot > last ? slot - day : last
  const target = base + interval * 1000
  const turn = day_of_week === null ? 0 : weekdays.indexOf(day_of_week) - weekdayOf(target)
  const next = atTime(target + turn * day, time)
  if (next > last) return next
  // an interval shorter than the distance of the slots
  const step = day_of_week === null ? day : 7 * day
  return next + (Math.floor((last - next) / step) + 1) * step
}

/** The same day and second, at this time. */
function atTime(instant: number, time: string): number {
  const [hour = 0, minutes = 0] = time.split(':').map(Number)
  return new Date(instant).setUTCHours(hour, minutes)
}

/** Monday is 0. */
function weekdayOf(instant: number): number {
  return (new Date(instant).getUTCDay() + 6) % 7
}
