import { expect, it } from 'vitest'
import { weekdays } from './schedule.ts'
import { weekdayLabel } from './weekday-label.ts'

it('says every weekday as it is stored, in English', () => {
  expect(weekdays.map((day) => weekdayLabel(day))).toEqual(weekdays)
  expect(weekdayLabel('Sunday', 'short')).toBe('Sun')
})
