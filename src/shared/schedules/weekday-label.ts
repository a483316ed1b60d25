import { weekdayNames } from '../format/calendar-names.ts'
import { type Weekday, weekdays } from './schedule.ts'

/** What people call a weekday; stored is its English name. */
export function weekdayLabel(day: Weekday, length: 'long' | 'short' = 'long'): string {
  return weekdayNames(length)[(weekdays.indexOf(day) + 1) % 7] ?? day
}
