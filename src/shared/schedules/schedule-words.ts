import { everyInterval } from '../format/durations.ts'
import { t } from '../messages/translate.ts'
import { toLocalSlot } from './local-slot.ts'
import { readSchedule } from './schedule.ts'
import { weekdayLabel } from './weekday-label.ts'

export interface Clock {
  /** IANA name of the reader's zone */
  zone: string
  now: Date
}

/**
 * A stored schedule in words: `Never`, `Every 5 minutes`, `Every day at 09:15`, `Every week on Monday at 09:15`. Time
 * and day are in the reader's zone.
 */
export function scheduleInWords(stored: unknown, { zone, now }: Clock): string {
  const { schedule } = readSchedule(stored)
  if (schedule === null) return t('Never')
  const every = everyInterval(schedule.interval)
  if (schedule.time === null) return every
  const { time, day_of_week } = toLocalSlot({ ...schedule, time: schedule.time }, zone, now)
  return day_of_week === null
    ? t('{every} at {time}', { every, time })
    : t('{every} on {day} at {time}', { every, day: weekdayLabel(day_of_week), time })
}
