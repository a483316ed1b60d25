import { describe, expect, it } from 'vitest'
import { resolveDynamicDate, resolveDynamicRange } from './dynamic-dates.ts'

/** Wednesday, 1 April 2026, 00:30 in Berlin (UTC+2): still 31 March in UTC. */
const now = new Date('2026-03-31T22:30:15.250Z')
const berlin = 'Europe/Berlin'

describe('resolveDynamicDate', () => {
  it('uses the wall clock of the zone, in the format of the type', () => {
    expect(resolveDynamicDate('d_now', 'date', now, berlin)).toBe('2026-04-01')
    expect(resolveDynamicDate('d_now', 'datetime-local', now, berlin)).toBe('2026-04-01 00:30')
    expect(resolveDynamicDate('d_now', 'datetime-with-seconds', now, 'UTC')).toBe('2026-03-31 22:30:15')
    expect(resolveDynamicDate('d_yesterday', 'datetime-with-seconds', now, berlin)).toBe(
      '2026-03-31 00:30:15',
    )
    expect(resolveDynamicDate('d_tomorrow', 'date', now, berlin)).toBeNull()
  })

  it('counts an unknown zone as UTC', () => {
    expect(resolveDynamicDate('d_now', 'date', now, 'Nowhere/Land')).toBe('2026-03-31')
  })
})

describe('resolveDynamicRange', () => {
  const range = (token: string, type = 'date-range', at = now) => {
    const resolved = resolveDynamicRange(token, type, at, berlin)
    return resolved === null ? null : `${resolved.start} … ${resolved.end}`
  }

  it('resolves every token', () => {
    const expected: Record<string, string> = {
      d_today: '2026-04-01 … 2026-04-01',
      d_yesterday: '2026-03-31 … 2026-03-31',
      d_this_week: '2026-03-29 … 2026-04-04',
      d_this_month: '2026-04-01 … 2026-04-30',
      d_this_year: '2026-01-01 … 2026-12-31',
      d_last_week: '2026-03-22 … 2026-03-28',
      d_last_month: '2026-03-01 … 2026-03-31',
      d_last_year: '2025-01-01 … 2025-12-31',
      d_last_hour: '2026-03-31 … 2026-04-01',
      d_last_8_hours: '2026-03-31 … 2026-04-01',
      d_last_24_hours: '2026-03-31 … 2026-04-01',
      d_last_7_days: '2026-03-26 … 2026-04-01',
      d_last_14_days: '2026-03-19 … 2026-04-01',
      d_last_30_days: '2026-03-03 … 2026-04-01',
      d_last_60_days: '2026-02-01 … 2026-04-01',
      d_last_90_days: '2026-01-02 … 2026-04-01',
      d_last_12_months: '2025-04-01 … 2026-04-01',
      d_last_2_years: '2024-04-01 … 2026-04-01',
      d_last_3_years: '2023-04-01 … 2026-04-01',
      d_last_10_years: '2016-04-01 … 2026-04-01',
    }
    for (const [token, text] of Object.entries(expected)) expect([token, range(token)]).toEqual([token, text])
    for (const token of ['d_last_9_days', 'd_last_7_months', 'd_now', 'd_last_7_days; drop', '']) {
      expect(range(token)).toBeNull()
    }
  })

  it('ends a whole period with its last second', () => {
    expect(range('d_today', 'datetime-range-with-seconds')).toBe('2026-04-01 00:00:00 … 2026-04-01 23:59:59')
    expect(range('d_last_month', 'datetime-range')).toBe('2026-03-01 00:00 … 2026-03-31 23:59')
    expect(range('d_last_7_days', 'datetime-range')).toBe('2026-03-26 00:00 … 2026-04-01 00:30')
  })

  it('counts elapsed hours across the change to summer time', () => {
    const morning = new Date('2026-03-29T02:30:00Z')
    expect(range('d_last_8_hours', 'datetime-range', morning)).toBe('2026-03-28 19:30 … 2026-03-29 04:30')
  })

  it('moves 29 February to the 28th in other years', () => {
    const leapDay = new Date('2024-02-29T12:00:00Z')
    expect(range('d_last_2_years', 'date-range', leapDay)).toBe('2022-02-28 … 2024-02-29')
    expect(range('d_last_12_months', 'date-range', leapDay)).toBe('2023-02-28 … 2024-02-29')
  })
})
