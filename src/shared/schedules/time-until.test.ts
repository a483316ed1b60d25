import { expect, it } from 'vitest'
import { timeUntil } from './time-until.ts'

it.each([
  [-1, 'any moment now'],
  [0, 'any moment now'],
  [1, 'in a minute'],
  [89, 'in a minute'],
  [90, 'in 2 minutes'],
  [300, 'in 5 minutes'],
  [3599, 'in 60 minutes'],
  [3600, 'in an hour'],
  [7199, 'in 2 hours'],
  [86_399, 'in 24 hours'],
  [86_400, 'in a day'],
  [604_800, 'in 7 days'],
])('%i seconds ahead is said as: %s', (seconds, words) => {
  expect(timeUntil(seconds * 1000, 0)).toBe(words)
})
