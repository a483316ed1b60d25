import { weekdayNames } from '../format/calendar-names.ts'
import { type Weekday, weekdays } from './schedule.ts'

/** The localized name of a weekday, which is stored in English. */
export function weekdayLabel(day: Weekday, length: 'long' | 'short' = 'long'): string {
  return weekdayNames(length)[(weekdays.indexOf(day) + 1) % 7] ?? day
}
