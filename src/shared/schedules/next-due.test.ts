import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isDue, nextDue } from './next-due.ts'
import { nextRefresh } from './next-refresh.ts'
import type { Schedule } from './schedule.ts'
import { weekdays } from './schedule.ts'

const day = 86_400
const week = 7 * day
const every = (interval: number, fields: Partial<Schedule> = {}): Schedule => ({
  ...{ interval, time: null, day_of_week: null, until: null },
  ...fields,
})
const at = (text: string) => new Date(`${text.replace(' ', 'T')}Z`)
const next = (schedule: Schedule, last: string | null, failures = 0) =>
  nextDue(schedule, last === null ? null : at(last), failures)
    ?.toISOString()
    .replace('T', ' ')
    .replace('.000Z', '') ?? 'never'

describe('the next run', () => {
  // 2026-01-05 is a Monday
  it.each<[string, Schedule, string | null, string]>([
    ['an interval counts from the last start', every(300), '2026-01-05 10:00:07', '2026-01-05 10:05:07'],
    ['over midnight', every(3600), '2026-12-31 23:30:00', '2027-01-01 00:30:00'],
    ['a day without a time', every(day), '2026-02-28 08:00:00', '2026-03-01 08:00:00'],
    // keeps the seconds of the last start
    ['daily, started on time', every(day, { time: '09:15' }), '2026-01-05 09:15:20', '2026-01-06 09:15:20'],
    ['daily, started late', every(day, { time: '09:15' }), '2026-01-05 22:01:05', '2026-01-06 09:15:05'],
    [
      'daily, started late over midnight',
      every(day, { time: '23:59' }),
      '2026-01-06 00:01:00',
      '2026-01-06 23:59:00',
    ],
    [
      'daily, last run before the slot',
      every(day, { time: '09:15' }),
      '2026-01-05 08:00:00',
      '2026-01-05 09:15:00',
    ],
    ['every two days', every(2 * day, { time: '09:15' }), '2026-01-05 09:15:01', '2026-01-07 09:15:01'],
    ['every 30 days', every(30 * day, { time: '00:15' }), '2026-01-31 00:15:00', '2026-03-02 00:15:00'],
    [
      'weekly, started on its day',
      every(week, { time: '09:00', day_of_week: 'Monday' }),
      '2026-01-05 09:00:10',
      '2026-01-12 09:00:10',
    ],
    [
      'weekly, started on another day',
      every(week, { time: '09:00', day_of_week: 'Monday' }),
      '2026-01-07 12:00:00',
      '2026-01-12 09:00:00',
    ],
    [
      'weekly, last run before the slot of another day',
      every(week, { time: '09:00', day_of_week: 'Monday' }),
      '2026-01-06 08:00:00',
      '2026-01-12 09:00:00',
    ],
    [
      'weekly, last run on its day before the slot',
      every(week, { time: '09:00', day_of_week: 'Monday' }),
      '2026-01-05 08:00:00',
      '2026-01-05 09:00:00',
    ],
    [
      'weekly on the day before the last run',
      every(week, { time: '09:00', day_of_week: 'Sunday' }),
      '2026-01-05 10:00:00',
      '2026-01-18 09:00:00',
    ],
    [
      'every two weeks',
      every(2 * week, { time: '09:00', day_of_week: 'Friday' }),
      '2026-01-09 09:00:00',
      '2026-01-23 09:00:00',
    ],
    ['weekly without a day', every(week, { time: '09:00' }), '2026-01-07 12:00:00', '2026-01-14 09:00:00'],
    // only an API client can set these: the dialog has no time for them
    ['hourly with a time', every(3600, { time: '09:15' }), '2026-01-05 09:15:20', '2026-01-06 09:15:20'],
    [
      'daily with a day of the week',
      every(day, { time: '09:15', day_of_week: 'Monday' }),
      '2026-01-07 10:00:00',
      '2026-01-12 09:15:00',
    ],
    ['never run before', every(week, { time: '09:00', day_of_week: 'Monday' }), null, '1970-01-01 00:00:00'],
  ])('%s', (_, schedule, last, expected) => {
    expect(next(schedule, last)).toBe(expected)
  })

  it.each([
    [0, '2026-01-05 10:05:00'],
    [1, '2026-01-05 10:07:00'],
    [2, '2026-01-05 10:09:00'],
    [3, '2026-01-05 10:13:00'],
    [10, '2026-01-06 03:09:00'],
    [20, '2028-01-03 14:21:00'],
    [32, 'never'],
    [64, 'never'],
    [100_000, 'never'],
  ])('is put off by 2^%i minutes', (failures, expected) => {
    expect(next(every(300), '2026-01-05 10:00:00', failures)).toBe(expected)
  })

  it('is not delayed if there was no earlier run', () => {
    expect(next(every(300), null, 5)).toBe('1970-01-01 00:00:00')
  })

  it('is null if `until` comes first', () => {
    expect(next(every(3600, { until: '2026-01-06' }), '2026-01-05 22:59:59')).toBe('2026-01-05 23:59:59')
    expect(next(every(3600, { until: '2026-01-06' }), '2026-01-05 23:00:00')).toBe('never')
    expect(next(every(3600, { until: '2026-01-06' }), '2026-01-05 22:00:00', 6)).toBe('never')
  })
})

describe('due', () => {
  const due = (schedule: Schedule, last: string | null, now: string, failures = 0) =>
    isDue(schedule, last === null ? null : at(last), failures, at(now))

  it('is a query only after its time', () => {
    expect(due(every(300), '2026-01-05 10:00:00', '2026-01-05 10:04:59')).toBe(false)
    expect(due(every(300), '2026-01-05 10:00:00', '2026-01-05 10:05:00')).toBe(false)
    expect(due(every(300), '2026-01-05 10:00:00', '2026-01-05 10:05:01')).toBe(true)
  })

  it('is once a run that was missed while Sextant was stopped', () => {
    expect(due(every(300), '2025-01-05 10:00:00', '2026-01-05 10:05:00')).toBe(true)
    expect(due(every(300), '2026-01-05 10:05:00', '2026-01-05 10:05:30')).toBe(false)
  })

  it('is a query that never ran, until its last day', () => {
    expect(due(every(300), null, '2026-01-05 10:00:00')).toBe(true)
    expect(due(every(300, { until: '2026-01-06' }), null, '2026-01-05 23:59:59')).toBe(true)
    expect(due(every(300, { until: '2026-01-06' }), null, '2026-01-06 00:00:00')).toBe(false)
  })

  it('is not a query that missed its last slot before `until`', () => {
    expect(due(every(3600, { until: '2026-01-06' }), '2026-01-05 12:00:00', '2026-01-06 00:00:00')).toBe(
      false,
    )
  })

  it('waits for the back-off', () => {
    expect(due(every(60), '2026-01-05 10:00:00', '2026-01-05 10:09:00', 3)).toBe(false)
    expect(due(every(60), '2026-01-05 10:00:00', '2026-01-05 10:09:01', 3)).toBe(true)
    expect(due(every(60), '2026-01-05 10:00:00', '9999-12-31 00:00:00', 40)).toBe(false)
  })
})

const anyTime = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)
const anyInstant = fc
  .integer({ min: Date.UTC(2020, 0, 1) / 1000, max: Date.UTC(2040, 0, 1) / 1000 })
  .map((seconds) => new Date(seconds * 1000))

describe('whatever the schedule', () => {
  it('the next run is after the last, at its time and on its day', () => {
    const anySchedule = fc.record({
      interval: fc.oneof(
        fc.constantFrom(60, 3600, day, 2 * day, week, 2 * week, 30 * day),
        fc.integer({ min: 60, max: 1e7 }),
      ),
      time: fc.option(anyTime),
      day_of_week: fc.option(fc.constantFrom(...weekdays)),
      until: fc.constant(null),
    })
    fc.assert(
      fc.property(anySchedule, anyInstant, (schedule, last) => {
        const moment = nextDue(schedule, last, 0)
        if (moment === null) throw new Error('never')
        expect(moment.getTime()).toBeGreaterThan(last.getTime())
        if (schedule.time === null) return
        expect(moment.toISOString().slice(11, 16)).toBe(schedule.time)
        if (schedule.day_of_week !== null) {
          expect(weekdays[(moment.getUTCDay() + 6) % 7]).toBe(schedule.day_of_week)
        }
        // never later than an interval and the wait for its slot
        const slots = schedule.day_of_week === null ? day : week
        expect(moment.getTime() - last.getTime()).toBeLessThanOrEqual((schedule.interval + slots + 60) * 1000)
      }),
    )
  })

  it('checked every 30 seconds, a daily query runs once a day, also on days of clock changes', () => {
    // these days include both clock changes of Europe and America
    const spans = ['2026-03-06', '2026-03-27', '2026-10-23', '2026-10-30']
    fc.assert(
      fc.property(
        fc.constantFrom(...spans),
        anyTime,
        fc.integer({ min: 0, max: 29 }),
        (start, time, offset) => {
          // four days that begin ten minutes before the slot
          const first = at(`${start} ${time}:00`).getTime()
          const runs = runsOf(every(day, { time }), new Date(first - 600_000), 4, offset)
          expect(runs).toHaveLength(4)
          for (const [index, run] of runs.entries()) {
            const late = run.getTime() - (first + index * day * 1000)
            expect(late).toBeGreaterThan(0)
            expect(late).toBeLessThanOrEqual(90_000)
          }
        },
      ),
      { numRuns: 60 },
    )
  })
})

/** Start times over `count` days of a query that ran just before `from`, checked every 30 seconds. */
function runsOf(schedule: Schedule, from: Date, count: number, offset: number): Date[] {
  const runs: Date[] = []
  let last = new Date(from.getTime() - 60_000)
  for (
    let now = from.getTime() + offset * 1000;
    now < from.getTime() + count * day * 1000 + 60_000;
    now += 30_000
  ) {
    if (!isDue(schedule, last, 0, new Date(now))) continue
    last = new Date(now)
    if (now < from.getTime() + count * day * 1000) runs.push(last)
  }
  return runs
}

describe('on days of clock changes', () => {
  const localClock = (zone: string) => (run: Date) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(run)

  it.each([
    // the hour 02:xx does not exist in Berlin on 2026-03-29: the run of 01:30 UTC shows 02:30, then 03:30
    ['Europe/Berlin', '01:30', '2026-03-28', ['2026-03-28 02:30', '2026-03-29 03:30', '2026-03-30 03:30']],
    // 02:xx occurs twice on 2026-10-25: still one run each day
    ['Europe/Berlin', '00:30', '2026-10-24', ['2026-10-24 02:30', '2026-10-25 02:30', '2026-10-26 01:30']],
    ['Europe/Berlin', '01:30', '2026-10-24', ['2026-10-24 03:30', '2026-10-25 02:30', '2026-10-26 02:30']],
    // New York: 2026-03-08 and 2026-11-01
    ['America/New_York', '07:15', '2026-03-07', ['2026-03-07 02:15', '2026-03-08 03:15', '2026-03-09 03:15']],
    ['America/New_York', '05:45', '2026-10-31', ['2026-10-31 01:45', '2026-11-01 01:45', '2026-11-02 00:45']],
  ])('in %s a run at %s UTC comes once a day', (zone, time, start, expected) => {
    const runs = runsOf(every(day, { time }), at(`${start} 00:00:00`), 3, 0)
    // a check every 30 seconds is a little late: compare to ten minutes
    const roughly = (clock: string) => clock.slice(0, -1)
    expect(runs.map(localClock(zone)).map(roughly)).toEqual(expected.map(roughly))
  })

  it('an hourly query runs every hour', () => {
    for (const start of ['2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01']) {
      const runs = runsOf(every(3600), at(`${start} 00:00:00`), 1, 0)
      const gaps = runs.slice(1).map((run, index) => run.getTime() - (runs[index]?.getTime() ?? 0))
      expect(runs.length, start).toBeGreaterThanOrEqual(23)
      expect(Math.max(...gaps), start).toBeLessThanOrEqual(3_630_000)
    }
  })
})

describe('the next run that a query shows', () => {
  const query = {
    schedule: { interval: 3600 },
    schedule_failures: 0,
    last_scheduled_at: at('2026-01-05 10:00:00'),
    retrieved_at: at('2026-01-05 11:00:00'),
    updated_at: at('2026-01-01 00:00:00'),
    is_archived: false,
    data_source_id: 1,
  }

  it('counts from the last scheduled run, else from the newest result', () => {
    expect(nextRefresh(query)).toEqual(at('2026-01-05 11:00:00'))
    expect(nextRefresh({ ...query, last_scheduled_at: null })).toEqual(at('2026-01-05 12:00:00'))
    expect(nextRefresh({ ...query, schedule_failures: 4 })).toEqual(at('2026-01-05 11:16:00'))
  })

  it('is due since the save if the query never ran', () => {
    expect(nextRefresh({ ...query, last_scheduled_at: null, retrieved_at: null })).toEqual(query.updated_at)
  })

  it('is null if nothing will run', () => {
    expect(nextRefresh({ ...query, schedule: null })).toBeNull()
    expect(nextRefresh({ ...query, schedule: { interval: 'x' } })).toBeNull()
    expect(nextRefresh({ ...query, is_archived: true })).toBeNull()
    expect(nextRefresh({ ...query, data_source_id: null })).toBeNull()
    expect(nextRefresh({ ...query, schedule_failures: 99 })).toBeNull()
  })
})
