import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changesSchedule, draftOf, finishedSchedule, intervalGroups, withInterval } from './edit-schedule.ts'
import { offsetMinutes, toLocalSlot, toUtcSlot } from './local-slot.ts'
import { weekdays } from './schedule.ts'
import { scheduleInWords } from './schedule-words.ts'

const day = 86_400
const week = 7 * day
const weekly = { interval: week, time: '09:30', day_of_week: 'Friday', until: '2026-12-31' } as const

describe('choosing an interval', () => {
  it('clears everything with Never', () => {
    expect(withInterval(weekly, null)).toEqual({ interval: null, time: null, day_of_week: null, until: null })
  })

  it.each([60, 1800, 3600, 12 * 3600])('clears time and day with %i seconds', (interval) => {
    expect(withInterval(weekly, interval)).toEqual({
      ...{ interval, time: null, day_of_week: null },
      until: '2026-12-31',
    })
  })

  it('keeps the time of days and weeks, the day of weeks only', () => {
    expect(withInterval(weekly, day)).toEqual({ ...weekly, interval: day, day_of_week: null })
    expect(withInterval(weekly, 30 * day)).toEqual({ ...weekly, interval: 30 * day, day_of_week: null })
    expect(withInterval(weekly, 2 * week)).toEqual({ ...weekly, interval: 2 * week })
  })

  it('begins at 00:15 UTC on the first day of the week', () => {
    expect(withInterval(draftOf(null), day)).toEqual({
      ...{ interval: day, time: '00:15' },
      ...{ day_of_week: null, until: null },
    })
    expect(withInterval(draftOf(null), week)).toEqual({
      ...{ interval: week, time: '00:15' },
      ...{ day_of_week: 'Sunday', until: null },
    })
  })
})

it('returns null without an interval', () => {
  expect(finishedSchedule(draftOf(null))).toBeNull()
  expect(finishedSchedule(draftOf({ interval: '3600' }))).toMatchObject({ interval: 3600 })
})

it('changes something only if the resulting schedule differs', () => {
  expect(changesSchedule(null, null)).toBe(false)
  expect(changesSchedule(weekly, { ...weekly })).toBe(false)
  expect(changesSchedule({ interval: '3600' }, finishedSchedule(draftOf({ interval: 3600 })))).toBe(false)
  expect(changesSchedule(weekly, null)).toBe(true)
  expect(changesSchedule(null, { ...weekly })).toBe(true)
  expect(changesSchedule(weekly, { ...weekly, until: null })).toBe(true)
  // saving clears an invalid schedule
  expect(changesSchedule({ interval: 'rubbish' }, null)).toBe(true)
})

describe('the intervals on offer', () => {
  it('are grouped by unit, shortest first', () => {
    expect(intervalGroups([week, 60, 3600, day, 300, 30 * day], null)).toEqual([
      {
        unit: 'minutes',
        choices: [
          { seconds: 60, label: '1 minute' },
          { seconds: 300, label: '5 minutes' },
        ],
      },
      { unit: 'hours', choices: [{ seconds: 3600, label: '1 hour' }] },
      {
        unit: 'days',
        choices: [
          { seconds: day, label: '1 day' },
          { seconds: 30 * day, label: '30 days' },
        ],
      },
      { unit: 'weeks', choices: [{ seconds: week, label: '1 week' }] },
    ])
  })

  it('contain the current one, once', () => {
    expect(intervalGroups([3600], 7200).flatMap((group) => group.choices.map((one) => one.seconds))).toEqual([
      3600, 7200,
    ])
    expect(intervalGroups([3600], 3600)[0]?.choices).toHaveLength(1)
  })
})

describe('a schedule in words', () => {
  const clock = { zone: 'UTC', now: new Date('2026-01-05T10:00:00Z') }
  it.each([
    [null, 'Never'],
    [{ interval: 'rubbish' }, 'Never'],
    [{ interval: 60 }, 'Every minute'],
    [{ interval: 300 }, 'Every 5 minutes'],
    [{ interval: '3600' }, 'Every hour'],
    [{ interval: 43_200 }, 'Every 12 hours'],
    [{ interval: day, time: '09:15' }, 'Every day at 09:15'],
    [{ interval: 30 * day, time: '00:15' }, 'Every 30 days at 00:15'],
    [{ ...weekly, day_of_week: 'Monday' }, 'Every week on Monday at 09:30'],
    [{ ...weekly, interval: 2 * week }, 'Every 2 weeks on Friday at 09:30'],
  ])('%j: %s', (stored, words) => {
    expect(scheduleInWords(stored, clock)).toBe(words)
  })

  it('uses the clock of the reader', () => {
    const said = (stored: unknown, zone: string, now: string) =>
      scheduleInWords(stored, { zone, now: new Date(now) })
    expect(said({ interval: day, time: '09:15' }, 'Europe/Berlin', '2026-01-05T10:00:00Z')).toBe(
      'Every day at 10:15',
    )
    expect(said({ interval: day, time: '09:15' }, 'Europe/Berlin', '2026-07-05T10:00:00Z')).toBe(
      'Every day at 11:15',
    )
    expect(said({ interval: day, time: '09:15' }, 'Nowhere/Land', '2026-07-05T10:00:00Z')).toBe(
      'Every day at 09:15',
    )
    const late = { interval: week, time: '23:30', day_of_week: 'Sunday' }
    expect(said(late, 'Asia/Kolkata', '2026-01-05T10:00:00Z')).toBe('Every week on Monday at 05:00')
    const early = { interval: week, time: '00:15', day_of_week: 'Monday' }
    expect(said(early, 'America/New_York', '2026-01-05T10:00:00Z')).toBe('Every week on Sunday at 19:15')
    expect(said(early, 'America/New_York', '2026-07-05T10:00:00Z')).toBe('Every week on Sunday at 20:15')
  })
})

describe('local time', () => {
  it.each([
    ['UTC', '2026-01-05T10:00:00Z', 0],
    ['Europe/Berlin', '2026-03-29T00:59:59Z', 60],
    ['Europe/Berlin', '2026-03-29T01:00:00Z', 120],
    ['Europe/Berlin', '2026-10-25T00:59:59Z', 120],
    ['Europe/Berlin', '2026-10-25T01:00:00Z', 60],
    ['America/New_York', '2026-03-08T07:00:00Z', -240],
    ['Asia/Kolkata', '2026-03-08T07:00:00Z', 330],
    ['Pacific/Kiritimati', '2026-03-08T07:00:00Z', 840],
    ['America/St_Johns', '2026-01-08T07:00:00Z', -210],
  ])('of %s at %s is %i minutes ahead', (zone, now, minutes) => {
    expect(offsetMinutes(zone, new Date(now))).toBe(minutes)
  })

  it('converts to UTC and back without change, in every zone and on days of clock changes', () => {
    const anySlot = fc.record({
      time: fc
        .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
        .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':')),
      day_of_week: fc.option(fc.constantFrom(...weekdays)),
    })
    const zones = [
      'Europe/Berlin',
      'America/New_York',
      'Pacific/Kiritimati',
      'Pacific/Pago_Pago',
      'Asia/Kathmandu',
    ]
    const instants = [
      '2026-03-08T07:00:00Z',
      '2026-03-29T01:00:00Z',
      '2026-10-25T01:00:00Z',
      '2026-11-01T06:00:00Z',
    ]
    fc.assert(
      fc.property(anySlot, fc.constantFrom(...zones), fc.constantFrom(...instants), (slot, zone, instant) => {
        const now = new Date(instant)
        expect(toLocalSlot(toUtcSlot(slot, zone, now), zone, now)).toEqual(slot)
        expect(toUtcSlot(toLocalSlot(slot, zone, now), zone, now)).toEqual(slot)
      }),
    )
  })
})
