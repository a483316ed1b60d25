import { describe, expect, it } from 'vitest'
import { type FilterTest, filterMatcher, filtersMatcher, isComplete, testsFor } from './column-filter.ts'

const formats = { thousandsSeparator: ',', decimalSeparator: '.', nullValue: 'null' }
const displays: Record<string, string> = {
  integer: 'number',
  float: 'number',
  datetime: 'datetime',
  date: 'datetime',
}
const filterOf = (type: string | null, test: FilterTest, value = '') => ({
  column: {
    name: 'x',
    displayAs: displays[type ?? ''] ?? 'string',
    numberFormat: '0,0',
    dateTimeFormat: 'DD.MM.YYYY',
  },
  type,
  test,
  value,
})
const passing = (type: string | null, test: FilterTest, value: string, ...values: unknown[]) =>
  values.filter((x) => filterMatcher(filterOf(type, test, value), formats)({ x }))

describe('filters of columns', () => {
  it('compare numbers exactly', () => {
    expect(
      passing('integer', 'above', '9007199254740992', 1, '9007199254740993', null, '9007199254740992'),
    ).toEqual(['9007199254740993'])
    expect(passing('float', 'equals', '0.30', 0.3, 0.1, 'x')).toEqual([0.3])
    expect(passing('integer', 'from', '2', 1, 2, 3)).toEqual([2, 3])
    expect(passing('integer', 'to', '2', 1, 2, 3)).toEqual([1, 2])
    expect(passing('integer', 'below', '2', 1, 2, 3)).toEqual([1])
    expect(passing('integer', 'differs', '2', 1, 2, null)).toEqual([1, null])
  })
  it('compare dates as instants, a day standing for all of it', () => {
    const values = ['2026-01-01T23:00:00', '2026-01-02T10:00:00', '2026-01-03T00:00:00']
    expect(passing('datetime', 'equals', '2026-01-02', ...values)).toEqual(values.slice(1, 2))
    expect(passing('datetime', 'to', '2026-01-02', ...values)).toEqual(values.slice(0, 2))
    expect(passing('datetime', 'above', '2026-01-02', ...values)).toEqual(values.slice(2))
    expect(passing('datetime', 'equals', '2026-01-02 10:00', ...values)).toEqual(values.slice(1, 2))
  })
  it('search in what cells show', () => {
    expect(passing('integer', 'contains', '1,2', 1234, 12, null)).toEqual([1234])
    expect(passing('date', 'contains', '02.01', '2026-01-02', '2026-02-01')).toEqual(['2026-01-02'])
    expect(passing('string', 'lacks', 'B', 'abc', 'a', null)).toEqual(['a', null])
    expect(passing('string', 'equals', 'a', 'a', 'A')).toEqual(['a'])
  })
  it('tell null, empty and blank from text', () => {
    const values = ['', '  ', null, 'a']
    expect(passing('string', 'null', '', ...values)).toEqual([null])
    expect(passing('string', 'not_null', '', ...values)).toEqual(['', '  ', 'a'])
    expect(passing('string', 'empty', '', ...values)).toEqual(['', '  '])
  })
  it('filter nothing while their value is typed', () => {
    expect(isComplete(filterOf('integer', 'above', '-'))).toBe(false)
    expect(isComplete(filterOf('date', 'above', '2026'))).toBe(false)
    expect(passing('integer', 'above', '-', 1, 2)).toEqual([1, 2])
  })
  it('hold together', () => {
    const matches = filtersMatcher(
      [filterOf('integer', 'above', '1'), filterOf('integer', 'below', '3')],
      formats,
    )
    expect([1, 2, 3].filter((x) => matches({ x }))).toEqual([2])
    expect(testsFor('string')[0]).toBe('contains')
    expect(testsFor('integer')[0]).toBe('equals')
  })
})
