import { formatInterval } from '../format/durations.ts'
import { readSchedule, type Schedule, type Weekday } from './schedule.ts'

/** The state of the dialog: a schedule that may have no interval yet. */
export type ScheduleDraft = Omit<Schedule, 'interval'> & { interval: number | null }

export type IntervalUnit = 'minutes' | 'hours' | 'days' | 'weeks'

/** UTC */
const defaultTime = '00:15'
/** weeks start on Sunday, as in shared/parameters/dynamic-dates.ts */
const firstWeekday: Weekday = 'Sunday'

const hour = 3600
const day = 86_400
const week = 604_800

export function draftOf(stored: unknown): ScheduleDraft {
  return readSchedule(stored).schedule ?? { interval: null, time: null, day_of_week: null, until: null }
}

/**
 * Changes the interval (docs/reference/screens.md#schedule-dialog): never clears everything; minutes and hours clear
 * time and day; days keep the time; weeks keep both.
 */
export function withInterval(draft: ScheduleDraft, interval: number | null): ScheduleDraft {
  if (interval === null) return { interval, time: null, day_of_week: null, until: null }
  const unit = unitOf(interval)
  const isDated = unit === 'days' || unit === 'weeks'
  return {
    interval,
    time: isDated ? (draft.time ?? defaultTime) : null,
    day_of_week: unit === 'weeks' ? (draft.day_of_week ?? firstWeekday) : null,
    until: draft.until,
  }
}

/** The schedule that the dialog saves: null without an interval. */
export function finishedSchedule(draft: ScheduleDraft): Schedule | null {
  return draft.interval === null ? null : { ...draft, interval: draft.interval }
}

/** Whether saving changes the stored schedule. */
export function changesSchedule(stored: unknown, next: Schedule | null): boolean {
  const before = readSchedule(stored)
  if (before.schedule === null || next === null) {
    return before.fault !== null || before.schedule !== next
  }
  const keys = ['interval', 'time', 'day_of_week', 'until'] as const
  return keys.some((key) => before.schedule?.[key] !== next[key])
}

export interface IntervalChoice {
  seconds: number
  label: string
}

/** The offered intervals by unit, shortest first, always including the current one. */
export function intervalGroups(
  offered: readonly number[],
  current: number | null,
): { unit: IntervalUnit; choices: IntervalChoice[] }[] {
  const all = [...new Set(current === null ? offered : [...offered, current])].sort((a, b) => a - b)
  const units: IntervalUnit[] = ['minutes', 'hours', 'days', 'weeks']
  return units
    .map((unit) => ({
      unit,
      choices: all
        .filter((seconds) => unitOf(seconds) === unit)
        .map((seconds) => ({ seconds, label: formatInterval(seconds) })),
    }))
    .filter((group) => group.choices.length > 0)
}

/** Weeks only for multiples of a week, as in the texts. */
export function unitOf(seconds: number): IntervalUnit {
  if (seconds >= week && seconds % week === 0) return 'weeks'
  if (seconds >= day) return 'days'
  return seconds >= hour ? 'hours' : 'minutes'
}
