import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isValidValue } from './check-value.ts'
import type { StoredParameter } from './detect-parameters.ts'
import { enumChoices, matchesPattern, normalizeValue } from './normalize-value.ts'

const parameter = (type: string, rest: Record<string, unknown> = {}): StoredParameter => ({
  ...{ name: 'p', title: 'P', value: null, global: false },
  ...rest,
  type,
})
const several = { multiValuesOptions: { prefix: '', suffix: '', separator: ',' } }
const colours = { enumOptions: 'red\n\ngreen\r\nblue' }

describe('normalizeValue', () => {
  it.each([
    ['text', {}, "O'Brien", "O'Brien"],
    ['text', {}, '', null],
    ['text', {}, null, null],
    ['text', {}, 7, '7'],
    ['of the future', {}, 'x', 'x'],
    ['text-pattern', { regex: '[0-9]{3}' }, 'room 101', 'room 101'],
    ['text-pattern', { regex: '[0-9]{3}' }, 'room', null],
    ['text-pattern', { regex: '(' }, 'x', null],
    ['text-pattern', {}, 'x', null],
    ['text-pattern', { regex: '.*' }, '', null],
    ['number', {}, null, null],
    ['number', {}, '', 0],
    ['number', {}, '3.5', 3.5],
    ['number', {}, ' 12 ', 12],
    ['number', {}, '1e3', 1000],
    ['number', {}, 'twelve', null],
    ['number', {}, '1.2345678901234567e5', '1.2345678901234567e5'],
    ['number', {}, '12345678901234567E3', '12345678901234567E3'],
    ['number', {}, '1e20', 1e20],
    ['number', {}, '9007199254740991', 9007199254740991],
    ['number', {}, '9007199254740994', '9007199254740994'],
    ['number', {}, Number.NaN, null],
    ['number', {}, Number.POSITIVE_INFINITY, null],
    ['number', {}, [5], null],
    ['number', {}, '9007199254740993', '9007199254740993'],
    ['number', {}, '-12345678901234567890.5', '-12345678901234567890.5'],
    ['number', {}, '1.10', 1.1],
    ['number', {}, '1000000000000000000', 10 ** 18],
    ['enum', colours, 'green', 'green'],
    ['enum', colours, 'pink', 'red'],
    ['enum', colours, null, 'red'],
    ['enum', colours, ['green'], 'red'],
    ['enum', { enumOptions: '1\n2' }, 2, '2'],
    ['enum', {}, 'red', null],
    ['enum', { ...colours, ...several }, ['blue', 'pink', 'red', 'blue'], ['blue', 'red']],
    ['enum', { ...colours, ...several }, 'green', ['green']],
    ['enum', { ...colours, ...several }, ['pink'], null],
    ['enum', { ...colours, ...several }, null, null],
    ['query', {}, 'a', 'a'],
    ['query', {}, 5, '5'],
    ['query', {}, ['a', 'b'], 'a'],
    ['query', {}, [], null],
    ['query', several, 'a', ['a']],
    ['query', several, ['b', 'a', 'b'], ['b', 'a']],
    ['query', several, [], null],
    ['date', {}, '2024-02-29', '2024-02-29'],
    ['date', {}, '20240229', '2024-02-29'],
    ['date', {}, '2024-02-29T10:11:12Z', '2024-02-29'],
    ['date', {}, '2023-02-29', null],
    ['date', {}, '29/02/2024', null],
    ['date', {}, '0050-01-01', '0050-01-01'],
    ['date', {}, 20240229, null],
    ['date', {}, 'd_now', 'd_now'],
    ['date', {}, 'd_last_week', null],
    ['datetime-local', {}, '2024-02-29', '2024-02-29 00:00'],
    ['datetime-local', {}, '2024-02-29T10:11:12', '2024-02-29 10:11'],
    ['datetime-local', {}, '2024-02-29 24:00', null],
    ['datetime-local', {}, 'd_yesterday', 'd_yesterday'],
    ['datetime-with-seconds', {}, '2024-02-29 10:11', '2024-02-29 10:11:00'],
    ['datetime-with-seconds', {}, '2024-02-29 10:11:12.5+02:00', '2024-02-29 10:11:12'],
    ['date-range', {}, ['2024-01-01', '2024-01-31'], { start: '2024-01-01', end: '2024-01-31' }],
    [
      'date-range',
      {},
      { start: '2024-01-01', end: '2024-01-31' },
      { start: '2024-01-01', end: '2024-01-31' },
    ],
    ['date-range', {}, { end: '2024-01-31' }, null],
    ['date-range', {}, ['2024-01-01', '2024-01-31', '2024-02-01'], null],
    ['date-range', {}, 'd_last_8_hours', 'd_last_8_hours'],
    ['date-range', {}, 'd_now', null],
    ['date-range', {}, 'd_last_7_weeks', null],
    [
      'datetime-range',
      {},
      ['2024-01-01', '2024-01-31 10:00'],
      { start: '2024-01-01 00:00', end: '2024-01-31 10:00' },
    ],
    [
      'datetime-range-with-seconds',
      {},
      { end: '2024-01-31 10:00', start: '2024-01-01' },
      { start: '2024-01-01 00:00:00', end: '2024-01-31 10:00:00' },
    ],
    ['datetime-range', {}, 'd_today', 'd_today'],
  ])('%s %j: %j becomes %j', (type, rest, given, kept) => {
    expect(normalizeValue(parameter(type, rest), given)).toEqual(kept)
  })

  it('is idempotent', () => {
    const range = normalizeValue(parameter('datetime-range'), ['2024-01-01', '2024-01-31'])
    expect(normalizeValue(parameter('datetime-range'), range)).toEqual(range)
    expect(Object.keys(range as object)).toEqual(['start', 'end'])
  })
})

it('offers each line once and skips empty ones', () => {
  expect(enumChoices(parameter('enum', { enumOptions: 'a\n\nb\na\n' }))).toEqual(['a', 'b'])
})

it('looks for the pattern anywhere', () => {
  expect(matchesPattern('b', 'abc')).toBe(true)
  expect(matchesPattern('^b', 'abc')).toBe(false)
  expect(matchesPattern(null, 'abc')).toBe(false)
})

it('gives only numbers that the server takes', () => {
  const definition = parameter('number')
  const context = { dropdown: null, matches: () => false }
  const digits = fc.stringMatching(/^-?[0-9]{1,25}(\.[0-9]{1,20})?(e[0-9]{1,2})?$/)
  fc.assert(
    fc.property(digits, (text) => {
      const value = normalizeValue(definition, text)
      expect([text, value, isValidValue(definition, value, context)]).toEqual([text, value, true])
    }),
  )
})
