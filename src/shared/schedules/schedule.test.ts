import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkSchedule } from './check-schedule.ts'
import { readSchedule } from './schedule.ts'

const none = { time: null, day_of_week: null, until: null }

describe('a stored schedule', () => {
  it.each([
    [
      { interval: 3600, time: null, day_of_week: null, until: null },
      { interval: 3600, ...none },
    ],
    // missing keys are null
    [{ interval: 3600 }, { interval: 3600, ...none }],
    [
      { interval: '3600', time: '' },
      { interval: 3600, ...none },
    ],
    [{ interval: ' 600 ' }, { interval: 600, ...none }],
    [{ interval: 90.7 }, { interval: 90, ...none }],
    // shorter than Redash ever achieved
    [{ interval: 1 }, { interval: 30, ...none }],
    [
      { interval: 86_400, time: '9:5' },
      { interval: 86_400, ...none, time: '09:05' },
    ],
    [
      { interval: 86_400, time: '09:05:00' },
      { interval: 86_400, ...none, time: '09:05' },
    ],
    [
      { interval: 604_800, time: '23:59', day_of_week: 'monday', until: '2026-02-28' },
      { interval: 604_800, time: '23:59', day_of_week: 'Monday', until: '2026-02-28' },
    ],
    [
      { interval: 60, disabled: false },
      { interval: 60, ...none },
    ],
  ])('%j is read as %j', (stored, schedule) => {
    expect(readSchedule(stored)).toEqual({ schedule, fault: null })
  })

  it.each([[null], [undefined], [{}], [{ interval: null, ...none }], [{ interval: '', ...none }]])(
    '%j is no schedule, and nothing is wrong with it',
    (stored) => {
      expect(readSchedule(stored)).toEqual({ schedule: null, fault: null })
    },
  )

  it.each([
    ['every day', 'it is not a schedule'],
    [[3600], 'it is not a schedule'],
    [{ interval: 'soon' }, 'its interval is not a number of seconds'],
    [{ interval: -60 }, 'its interval is not a number of seconds'],
    [{ interval: 0 }, 'its interval is not a number of seconds'],
    [{ interval: { $gt: 0 } }, 'its interval is not a number of seconds'],
    [{ interval: '1e3' }, 'its interval is not a number of seconds'],
    [{ time: '09:00' }, 'its interval is not a number of seconds'],
    [{ interval: 86_400, time: '24:00' }, 'its time is not HH:mm'],
    [{ interval: 86_400, time: 9 }, 'its time is not HH:mm'],
    [{ interval: 604_800, time: '09:00', day_of_week: 'Mon' }, 'its day of the week does not exist'],
    [{ interval: 604_800, time: '09:00', day_of_week: 1 }, 'its day of the week does not exist'],
    [{ interval: 60, until: '2026-02-30' }, 'its last day is not a date'],
    [{ interval: 60, until: 'tomorrow' }, 'its last day is not a date'],
    [{ interval: 60, disabled: true }, 'it was disabled'],
  ])('%j is not followed: %s', (stored, reason) => {
    expect(readSchedule(stored)).toEqual({
      schedule: null,
      fault: `The schedule is not followed: ${reason}.`,
    })
  })

  it('may be anything at all', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (interval, time, until) => {
        for (const stored of [
          interval,
          { interval, time, until },
          { interval: 60, time, day_of_week: until },
        ]) {
          const { schedule, fault } = readSchedule(stored)
          if (schedule === null) continue
          expect(fault).toBeNull()
          expect(schedule.interval).toBeGreaterThanOrEqual(30)
          expect(schedule.time ?? '00:00').toMatch(/^\d\d:\d\d$/)
        }
      }),
    )
  })
})

describe('a schedule in a save', () => {
  it.each([
    [null, null],
    [{}, null],
    [{ interval: null, time: null, day_of_week: null, until: null }, null],
    [{ interval: 60 }, { interval: 60, ...none }],
    [{ interval: '3600' }, { interval: 3600, ...none }],
    [
      { interval: 4711, until: '2030-12-31' },
      { interval: 4711, ...none, until: '2030-12-31' },
    ],
    [
      { interval: 604_800, time: '00:15', day_of_week: 'Sunday', until: null },
      { interval: 604_800, time: '00:15', day_of_week: 'Sunday', until: null },
    ],
    [
      { interval: 60, disabled: true },
      { interval: 60, ...none, disabled: true },
    ],
    [
      { interval: 60, disabled: false },
      { interval: 60, ...none },
    ],
  ])('%j is stored as %j', (given, schedule) => {
    expect(checkSchedule(given)).toEqual({ ok: true, schedule })
  })

  it.each([
    ['schedule.interval', { interval: 59 }],
    ['schedule.interval', { interval: 60.5 }],
    ['schedule.interval', { interval: '60 ' }],
    ['schedule.interval', { interval: true }],
    ['schedule.interval', { interval: [60] }],
    ['schedule.interval', { interval: 1e12 }],
    ['schedule.interval', { interval: null, time: '09:00' }],
    ['schedule.time', { interval: 60, time: '9:00' }],
    ['schedule.time', { interval: 60, time: '24:00' }],
    ['schedule.time', { interval: 60, time: '' }],
    ['schedule.time', { interval: 60, time: 900 }],
    ['schedule.day_of_week', { interval: 60, day_of_week: 'Mon' }],
    ['schedule.day_of_week', { interval: 60, day_of_week: 'monday' }],
    ['schedule.day_of_week', { interval: 60, day_of_week: {} }],
    ['schedule.until', { interval: 60, until: '2026-02-29' }],
    ['schedule.until', { interval: 60, until: '31/12/2026' }],
    ['schedule.until', { interval: 60, until: 20_261_231 }],
    ['schedule.disabled', { interval: 60, disabled: 'yes' }],
    ['schedule.last_failure', { interval: 60, last_failure: null }],
    ['schedule.__proto__', JSON.parse('{"interval": 60, "__proto__": {"time": "09:00"}}')],
  ])('is refused for %s: %j', (field, given) => {
    const checked = checkSchedule(given)
    expect(checked).toMatchObject({ ok: false, field })
    expect('reason' in checked && String(checked.reason)).toContain(field)
  })

  it('that was accepted is read back unchanged', () => {
    const anyKey = fc.oneof(fc.anything(), fc.constant(null))
    const given = fc.record({
      interval: fc.oneof(fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 60 }).map(String)),
      time: fc.oneof(anyKey, fc.constantFrom('00:00', '23:59')),
      until: fc.oneof(anyKey, fc.constantFrom('2026-01-31', '2026-02-30')),
    })
    fc.assert(
      fc.property(given, (fields) => {
        const checked = checkSchedule(fields)
        if (checked.ok)
          expect(readSchedule(checked.schedule)).toEqual({ schedule: checked.schedule, fault: null })
      }),
    )
  })
})
