import { expect, it } from 'vitest'
import { timeUntil } from './next-attempt.tsx'

it.each([
  [-60, 'now'],
  [0, 'now'],
  [4.4, 'now'],
  [10, 'in 10 seconds'],
  [89, 'in 89 seconds'],
  [90, 'in 2 minutes'],
  [25 * 60, 'in 25 minutes'],
])('%d seconds: %s', (seconds, words) => {
  expect(timeUntil(1_000_000 + seconds * 1000, 1_000_000)).toBe(words)
})
