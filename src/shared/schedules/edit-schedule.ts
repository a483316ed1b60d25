import { formatInterval } from '../format/durations.ts'
import { readSchedule, type Schedule, type Weekday } from './schedule.ts'

/** What the dialog holds: a schedule that may have no interval yet. */
export type ScheduleDraft = Omit<Schedule, 'interval'> & { interval: number | null }

export type IntervalUnit = 'minutes' | 'hours' | 'days' | 'weeks'

/** UTC */
const defaultTime = '00:15'
/** weeks start on Sunday, as everywhere in the product (shared/parameters/dynamic-dates.ts) */
const firstWeekday: Weekday = 'Sunday'

const hour = 3600
const day = 86_400
const week = 604_800

export function draftOf(stored: unknown): ScheduleDraft {
  return readSchedule(stored).schedule ?? { interval: null, time: null, day_of_week: null, until: null }
}

/**
 * Another interval (docs/reference/screens.md#schedule-dialog): never clears everything; never, minutes and hours clear
 * the time; only weeks keep the day; days and weeks have a time.
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

/** What saving the dialog answers: null without an interval. */
export function finishedSchedule(draft: ScheduleDraft): Schedule | null {
  return draft.interval === null ? null : { ...draft, interval: draft.interval }
}

/** Does saving change anything that is stored? */
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

/** The intervals on offer by unit, shortest first; the one in force is always among them. */
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

/** Weeks only when the interval is made of whole weeks, as it is worded. */
export function unitOf(seconds: number): IntervalUnit {
  if (seconds >= week && seconds % week === 0) return 'weeks'
  if (seconds >= day) return 'days'
  return seconds >= hour ? 'hours' : 'minutes'
}
