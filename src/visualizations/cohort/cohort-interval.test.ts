import { describe, expect, it } from 'vitest'
import { instantInUtc, parseInstant } from '#shared/format/instants.ts'
import { addIntervals, intervalLabel, intervalOf, intervalsBetween } from './cohort-interval.ts'

describe('intervals', () => {
  const epoch = (text: string) => parseInstant(text)?.epoch ?? Number.NaN
  it.each([
    ['2021-01-01', '2021-01-04', 'daily', 3],
    ['2021-01-01T12:00:00', '2021-01-04T11:59:59', 'daily', 2],
    ['2021-01-01', '2021-01-14', 'weekly', 1],
    ['2021-01-01', '2021-01-15', 'weekly', 2],
    ['2021-01-31', '2021-02-28', 'monthly', 1],
    ['2021-01-31', '2021-02-27', 'monthly', 0],
    ['2021-01-15', '2021-03-14', 'monthly', 1],
    ['2020-12-01', '2021-12-01', 'monthly', 12],
    ['2020-02-29', '2021-02-28', 'yearly', 1],
    ['2020-02-29', '2021-02-27', 'yearly', 0],
  ] as const)('between %s and %s, counted %s: %d', (from, to, interval, count) => {
    expect(intervalsBetween(epoch(from), epoch(to), interval)).toBe(count)
  })
  it.each([
    ['2021-01-31', 1, 'monthly', '2021-02-28'],
    ['2021-01-31', 2, 'monthly', '2021-03-31'],
    ['2021-11-30', 14, 'monthly', '2023-01-30'],
    ['2020-02-29', 1, 'yearly', '2021-02-28'],
    ['2021-03-27', 2, 'daily', '2021-03-29'],
    ['2021-12-28', 1, 'weekly', '2022-01-04'],
  ] as const)('%s and %d %s are %s', (from, count, interval, to) => {
    expect(instantInUtc(addIntervals(epoch(from), count, interval)).epoch).toBe(epoch(to))
  })
  it.each([
    ['daily', 'March 5, 2021'],
    ['weekly', 'Week of Mar 5, 2021'],
    ['monthly', 'March 2021'],
    ['yearly', '2021'],
  ] as const)('%s are labeled %s', (interval, label) => {
    expect(intervalLabel(epoch('2021-03-05T23:30:00'), interval)).toBe(label)
  })
  it('with unknown names count as daily', () => {
    expect(intervalOf('hourly')).toBe('daily')
    expect(intervalLabel(Number.POSITIVE_INFINITY, 'daily')).toBe('')
  })
})
