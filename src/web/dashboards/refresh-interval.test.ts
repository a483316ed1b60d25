import { expect, it } from 'vitest'
import { minAllowed, refreshChoices, refreshOfAddress } from './refresh-interval.ts'

const usual = [60, 300, 600, 1800, 3600, 43_200, 86_400]

it('never refreshes more often than every 30 seconds, nor than the settings allow', () => {
  expect(minAllowed([])).toBe(30)
  expect(minAllowed([10, 60])).toBe(30)
  expect(minAllowed(usual)).toBe(60)
})

it('reads the seconds of the address', () => {
  expect(refreshOfAddress('300', usual)).toBe(300)
  expect(refreshOfAddress('301', usual)).toBe(301)
  expect(refreshOfAddress('5', usual)).toBe(60)
  expect(refreshOfAddress('5', [10])).toBe(30)
})

it('takes anything else for no automatic refresh', () => {
  for (const text of [undefined, '', '0', '-60', 'often', '6e1', '1.5', '9'.repeat(20)]) {
    expect(refreshOfAddress(text, usual)).toBeNull()
  }
})

it('offers the intervals of the settings once each, and only those long enough to be chosen', () => {
  expect(refreshChoices([3600, 10, 60, 10])).toEqual([
    { seconds: 10, isAllowed: false },
    { seconds: 60, isAllowed: true },
    { seconds: 3600, isAllowed: true },
  ])
})
