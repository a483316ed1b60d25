import { describe, expect, it } from 'vitest'
import { nextSort, sortRows } from './table-sort.ts'

const sorted = (cells: unknown[], type: string | null = null, descending = false) =>
  sortRows(
    cells.map((a, index) => ({ a, index })),
    [{ name: 'a', descending }],
    new Map([['a', type]]),
  ).map(({ a }) => a)

describe('nextSort', () => {
  it('goes from ascending to descending to none', () => {
    const up = nextSort([], 'a', false)
    expect(up).toEqual([{ name: 'a', descending: false }])
    const down = nextSort(up, 'a', false)
    expect(down).toEqual([{ name: 'a', descending: true }])
    expect(nextSort(down, 'a', false)).toEqual([])
  })
  it('adds and updates with shift, keeps one column without it', () => {
    const two = nextSort([{ name: 'a', descending: true }], 'b', true)
    expect(two).toEqual([
      { name: 'a', descending: true },
      { name: 'b', descending: false },
    ])
    expect(nextSort(two, 'b', true)[1]).toEqual({ name: 'b', descending: true })
    expect(nextSort(two, 'a', true)).toEqual([{ name: 'b', descending: false }])
    expect(nextSort(two, 'b', false)).toEqual([{ name: 'b', descending: true }])
    expect(nextSort(two, 'c', false)).toEqual([{ name: 'c', descending: false }])
  })
})

describe('sortRows', () => {
  it('puts null and undefined first ascending and last descending', () => {
    expect(sorted([2, null, 1, undefined])).toEqual([null, undefined, 1, 2])
    expect(sorted([2, null, 1, undefined], null, true)).toEqual([2, 1, null, undefined])
    expect(sorted(['b', null, 'a', ''])).toEqual([null, '', 'a', 'b'])
  })
  it('is stable in both directions', () => {
    const rows = [3, 1, 2, 1, 3].map((a, index) => ({ a, index }))
    const places = (descending: boolean) =>
      sortRows(rows, [{ name: 'a', descending }], new Map()).map(({ index }) => index)
    expect(places(false)).toEqual([1, 3, 2, 0, 4])
    expect(places(true)).toEqual([0, 4, 2, 1, 3])
  })
  it('sorts by several columns', () => {
    const rows = [
      { a: 1, b: 'x' },
      { a: 2, b: 'y' },
      { a: 1, b: 'z' },
    ]
    const sort = [
      { name: 'a', descending: true },
      { name: 'b', descending: true },
    ]
    expect(sortRows(rows, sort, new Map()).map(({ b }) => b)).toEqual(['y', 'z', 'x'])
  })
  it('compares texts by code unit and never numbers as texts', () => {
    expect(sorted(['b', 'B', 'a', 'ä'])).toEqual(['B', 'a', 'b', 'ä'])
    expect(sorted(['10', '9'])).toEqual(['10', '9'])
    expect(sorted([10, 9, -1])).toEqual([-1, 9, 10])
    expect(sorted([true, false, true])).toEqual([false, true, true])
  })
  it('compares long numbers by value', () => {
    expect(
      sorted(['9007199254740993', 9007199254740992, '12345678901234567890', 5, null], 'integer'),
    ).toEqual([null, 5, 9007199254740992, '9007199254740993', '12345678901234567890'])
    expect(sorted(['0.12345678901234567892', '0.12345678901234567891', 0.1], 'float')).toEqual([
      0.1,
      '0.12345678901234567891',
      '0.12345678901234567892',
    ])
    expect(sorted(['-9007199254740993', -9007199254740992], 'integer')).toEqual([
      '-9007199254740993',
      -9007199254740992,
    ])
  })
  it('compares dates as instants', () => {
    expect(sorted(['2024-01-01T01:00:00+02:00', '2024-01-01T00:00:00Z', null], 'datetime')).toEqual([
      null,
      '2024-01-01T01:00:00+02:00',
      '2024-01-01T00:00:00Z',
    ])
    const micro = ['2024-01-01T02:00:00.000001+02:00', '2024-01-01T00:00:00.000002Z', '2024-01-01T00:00:00Z']
    expect(sorted(micro, 'datetime')).toEqual([micro[2], micro[0], micro[1]])
    expect(sorted(['2024-01-01T00:00:00', null, 'infinity', '2023-01-01'], 'datetime')).toEqual([
      null,
      '2023-01-01',
      '2024-01-01T00:00:00',
      'infinity',
    ])
    expect(sorted([null, '2024-02-01', null, '2023-12-31'], 'date', true)).toEqual([
      '2024-02-01',
      '2023-12-31',
      null,
      null,
    ])
    expect(sorted(['2024-02-01', '2023-12-31'], 'date')).toEqual(['2023-12-31', '2024-02-01'])
  })
  it('keeps empty texts apart from null and before other texts', () => {
    expect(sorted(['b', '', null, 'a', undefined, ''])).toEqual([null, undefined, '', '', 'a', 'b'])
    expect(sorted(['b', '', null, 'a'], null, true)).toEqual(['b', 'a', '', null])
  })
  it('puts numbers and booleans before texts in a column of mixed types', () => {
    expect(sorted(['10', 9, true, 'a', 1.5, null, ''])).toEqual([null, true, 1.5, 9, '', '10', 'a'])
    expect(sorted(['NaN', 3, '-7', null, '12345678901234567890'], 'float')).toEqual([
      null,
      '-7',
      3,
      '12345678901234567890',
      'NaN',
    ])
  })
  it('sorts repeated texts like distinct ones', () => {
    const repeated = Array.from({ length: 40 }, (_, index) => ['pear', 'Äpfel', '', 'apple', null][index % 5])
    const rows = repeated.map((a, index) => ({ a, index }))
    const places = sortRows(rows, [{ name: 'a', descending: true }], new Map()).map(({ index }) => index)
    expect(places.slice(0, 9)).toEqual([1, 6, 11, 16, 21, 26, 31, 36, 0])
    expect(sorted(repeated).filter((cell, index, all) => cell !== all[index - 1])).toEqual([
      null,
      '',
      'apple',
      'pear',
      'Äpfel',
    ])
  })
  it('is a total order for mixed cells and does not mutate its input', () => {
    const rows = [{ a: 'x' }, { a: 1 }, { a: null }, { a: 'a' }]
    const before = [...rows]
    expect(sortRows(rows, [{ name: 'a', descending: false }], new Map()).map(({ a }) => a)).toEqual([
      null,
      1,
      'a',
      'x',
    ])
    expect(rows).toEqual(before)
    expect(sortRows(rows, [], new Map())).toBe(rows)
  })
})
