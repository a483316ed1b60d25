import { describe, expect, it } from 'vitest'
import {
  intervalOf,
  intervalProblem,
  rearmInWords,
  rearmKind,
  secondsOf,
  unitsFor,
  withUnit,
} from './rearm.ts'

describe('rearm', () => {
  it.each([
    [null, 'once', 'Just once until back to normal'],
    [0, 'once', 'Just once until back to normal'],
    [1, 'each', 'Each time alert is evaluated until back to normal'],
    [2, 'interval', 'At most every 2 seconds'],
    [60, 'interval', 'At most every minute'],
    [61, 'interval', 'At most every 61 seconds'],
    [3600, 'interval', 'At most every hour'],
    [5400, 'interval', 'At most every 90 minutes'],
    [172_800, 'interval', 'At most every 2 days'],
    [604_800, 'interval', 'At most every week'],
    [1_209_600, 'interval', 'At most every 2 weeks'],
  ])('%j is %s: %s', (rearm, kind, words) => {
    expect([rearmKind(rearm), rearmInWords(rearm)]).toEqual([kind, words])
  })

  it('keeps every interval', () => {
    for (const seconds of [2, 60, 61, 3600, 86_400, 604_800, 691_200, 2_147_483_647]) {
      expect(secondsOf(intervalOf(seconds))).toBe(seconds)
    }
  })

  it('offers weeks only for multiples of seven days', () => {
    const usual = ['seconds', 'minutes', 'hours', 'days']
    expect(unitsFor({ count: 1, unit: 'hours' })).toEqual(usual)
    expect(unitsFor({ count: 8, unit: 'days' })).toEqual(usual)
    expect(unitsFor({ count: 7, unit: 'days' })).toEqual([...usual, 'weeks'])
    expect(unitsFor({ count: 3, unit: 'weeks' })).toEqual([...usual, 'weeks'])
  })

  it('keeps the number when the unit changes, and the interval when it becomes weeks', () => {
    expect(withUnit({ count: 5, unit: 'minutes' }, 'hours')).toEqual({ count: 5, unit: 'hours' })
    expect(withUnit({ count: 14, unit: 'days' }, 'weeks')).toEqual({ count: 2, unit: 'weeks' })
  })

  it.each([
    [{ count: null, unit: 'hours' as const }, 'whole number'],
    [{ count: 0, unit: 'hours' as const }, 'whole number'],
    [{ count: 1.5, unit: 'hours' as const }, 'whole number'],
    [{ count: 24_856, unit: 'days' as const }, 'too long'],
  ])('%j cannot be', (interval, words) => {
    expect(intervalProblem(interval)).toContain(words)
  })

  it('accepts what the server accepts', () => {
    expect(intervalProblem({ count: 1, unit: 'seconds' })).toBeNull()
    expect(intervalProblem({ count: 24_855, unit: 'days' })).toBeNull()
  })
})
