import { describe, expect, it } from 'vitest'
import { instantOf, isIsoDate, utcText } from './chart-instant.ts'
import { cartesian } from './chart-samples.ts'
import { cleanNumber, position } from './chart-values.ts'

const noon = Date.UTC(2024, 2, 5, 12)

describe('instants', () => {
  it.each([
    ['2024-03-05', Date.UTC(2024, 2, 5)],
    ['2024-03-05T12:00:00', noon],
    ['2024-03-05 12:00', noon],
    ['2024-03-05T12:00:00Z', noon],
    ['2024-03-05T14:00:00+02:00', noon],
    ['2024-03-05T12:00:00.250', noon + 250],
    ['2024-03', Date.UTC(2024, 2, 1)],
    ['Mar 5 2024', Date.UTC(2024, 2, 5)],
    ['Tue, 05 Mar 2024 12:00:00 GMT', noon],
    [noon, noon],
  ])('reads %s', (value, instant) => {
    expect(instantOf(value)).toBe(instant)
  })

  it.each(['2024-02-30', '2024-13-01', '', 'soon', '12', null, undefined, true, {}, Number.NaN])(
    'does not read %s',
    (value) => {
      expect(instantOf(value)).toBeNull()
    },
  )

  it('do not include bare years', () => {
    expect(isIsoDate('2024')).toBe(false)
    expect(isIsoDate('2024-01-01')).toBe(true)
  })

  it('are formatted in UTC', () => {
    expect(utcText(noon)).toBe('2024-03-05 12:00:00')
  })
})

describe('positions', () => {
  it.each([
    ['2024-03-05T12:00:00.900', 'datetime', noon],
    ['not a date', 'datetime', 'not a date'],
    ['5', 'linear', 5],
    ['x', 'linear', 'x'],
    [5, 'category', 5],
    [true, 'category', 'true'],
    ['2024-03-05T12:00:00', 'category', '2024-03-05 12:00:00'],
    ['2024-03-05', 'linear', Date.UTC(2024, 2, 5)],
    [null, 'category', null],
    [Number.POSITIVE_INFINITY, 'linear', null],
  ] as const)('puts %s on a %s axis', (value, scale, expected) => {
    expect(position(value, scale)).toBe(expected)
  })
})

describe('numbers with signs and separators', () => {
  it.each([
    ['"$1,200%"', 1200],
    ['# 12 345', 12_345],
    ["'3.5'", 3.5],
    ['-7', -7],
    ['1e3', 1000],
    [4, 4],
    [10n, 10],
    ['12345678901234567890', 12_345_678_901_234_567_000],
  ])('reads %s', (value, expected) => {
    expect(cleanNumber(value)).toBe(expected)
  })

  it.each(['', '%', 'abc', '1.2.3', null, undefined, true, Number.NaN])('finds none in %s', (value) => {
    expect(cleanNumber(value)).toBeNull()
  })
})

describe('points of a trace', () => {
  const mapping = { x: 'x', y: 'y', e: 'yError' }
  const points = (rows: Record<string, unknown>[], stored: Record<string, unknown>) =>
    cartesian(rows, { columnMapping: mapping, ...stored }).traces[0]?.points.map(({ x, y }) => [x, y])

  it('sorts numbers by value and texts by code unit', () => {
    const numbers = [10, 9, 100].map((x) => ({ x, y: x }))
    expect(points(numbers, { globalSeriesType: 'scatter' })?.map(([x]) => x)).toEqual([9, 10, 100])
    const texts = ['b', 'a', 'B'].map((x) => ({ x, y: 1 }))
    expect(points(texts, { globalSeriesType: 'scatter' })?.map(([x]) => x)).toEqual(['B', 'a', 'b'])
  })

  it('keeps the order of the rows without sorting', () => {
    expect(
      points(
        [
          { x: 2, y: 1 },
          { x: 1, y: 1 },
        ],
        { sortX: false },
      )?.map(([x]) => x),
    ).toEqual([2, 1])
  })

  it.each(['column', 'line', 'area'])('adds up equal x of a %s', (globalSeriesType) => {
    const rows = [
      { x: 1, y: '$1,000', e: 1 },
      { x: 1, y: 5, e: 2 },
      { x: 2, y: null },
    ]
    const [trace] = cartesian(rows, {
      globalSeriesType,
      columnMapping: mapping,
      missingValuesAsZero: false,
    }).traces
    expect(trace?.points.map(({ x, y, yError }) => [x, y, yError])).toEqual([
      [1, 1005, 3],
      [2, null, null],
    ])
    expect(trace?.points[0]?.row).toBe(rows[1])
  })

  it('adds nothing for a missing value, and keeps two missing ones missing', () => {
    const rows = [
      { x: 1, y: null },
      { x: 1, y: 4 },
      { x: 2, y: null },
      { x: 2, y: 'n/a' },
    ]
    expect(points(rows, { globalSeriesType: 'line', missingValuesAsZero: false })).toEqual([
      [1, 4],
      [2, null],
    ])
  })

  it('keeps every point of a scatter', () => {
    const rows = [
      { x: 1, y: 1 },
      { x: 1, y: 2 },
      { x: 1, y: null },
    ]
    expect(points(rows, { globalSeriesType: 'scatter' })).toEqual([
      [1, 1],
      [1, 2],
      [1, 0],
    ])
  })

  it('replaces missing values with 0 when asked', () => {
    expect(
      points(
        [
          { x: 1, y: null },
          { x: 2, y: 'none' },
        ],
        {},
      ),
    ).toEqual([
      [1, 0],
      [2, 0],
    ])
  })
})
