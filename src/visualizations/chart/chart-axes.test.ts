import { describe, expect, it } from 'vitest'
import { alignedAtZero, autoRange, dataRange, storedLimits } from './chart-axes.ts'
import { cartesian } from './chart-samples.ts'

const columnMapping = { x: 'x', y: 'y' }
const scaleOf = (xs: unknown[], xAxis: object = {}) =>
  cartesian(
    xs.map((x) => ({ x, y: 1 })),
    { globalSeriesType: 'line', columnMapping, xAxis },
  ).x.scale

describe('the scale of X', () => {
  it.each([
    ['datetime', ['2024-01-01', '2024-01-02']],
    ['datetime', ['2024-01-01T10:00:00Z', null, '2024-01-02 11:00:00']],
    ['linear', [1, 2, 3]],
    ['linear', ['1', '2.5', null]],
    ['category', ['a', 'b']],
    ['category', [1, 'a', 2]],
    ['category', [true, false]],
    ['linear', [null]],
    ['linear', []],
  ])('is detected as %s', (scale, xs) => {
    expect(scaleOf(xs)).toBe(scale)
  })

  it('is detected in spite of a few other values', () => {
    expect(scaleOf(['2024-01-01', '2024-01-02', '2024-01-03', 'n/a'])).toBe('datetime')
  })

  it.each(['datetime', 'linear', 'logarithmic', 'category'])('is %s when it is stored', (type) => {
    expect(scaleOf(['a'], { type })).toBe(type)
  })

  it('is category under horizontal bars of numbers', () => {
    const rows = [{ x: 3, y: 1 }]
    expect(cartesian(rows, { columnMapping, swappedAxes: true }).x.scale).toBe('category')
    expect(cartesian(rows, { columnMapping, swappedAxes: true, globalSeriesType: 'line' }).x.scale).toBe(
      'linear',
    )
  })
})

describe('categories', () => {
  const rows = ['b', 'c', 'a'].map((x) => ({ x, y: 1 }))
  const categories = (stored: object) => cartesian(rows, { columnMapping, ...stored }).x.categories

  it('are sorted, reversed only when sorted', () => {
    expect(categories({})).toEqual(['a', 'b', 'c'])
    expect(categories({ reverseX: true })).toEqual(['c', 'b', 'a'])
    expect(categories({ sortX: false, reverseX: true })).toEqual(['b', 'c', 'a'])
  })
})

describe('the value axes', () => {
  const rows = [{ x: 1, a: 10, b: -4 }]
  const mapping = { x: 'x', a: 'y', b: 'y' }

  it('have a right one only when a series uses it', () => {
    expect(cartesian(rows, { columnMapping: mapping }).right).toBeNull()
    const model = cartesian(rows, { columnMapping: mapping, seriesOptions: { b: { yAxis: 1 } } })
    expect(model.right).not.toBeNull()
    expect(model.traces.map(({ side }) => side)).toEqual(['left', 'right'])
  })

  it('have no right one when they are swapped', () => {
    const model = cartesian(rows, {
      columnMapping: mapping,
      swappedAxes: true,
      seriesOptions: { b: { yAxis: 1 } },
    })
    expect(model.right).toBeNull()
  })

  it('keep stacked columns on the left, but not lines', () => {
    const seriesOptions = { a: { yAxis: 1 }, b: { yAxis: 1, type: 'line' } }
    const model = cartesian(rows, { columnMapping: mapping, seriesOptions, series: { stacking: 'stack' } })
    expect(model.traces.map(({ side }) => side)).toEqual(['left', 'right'])
  })

  it('are aligned at zero when asked', () => {
    const model = cartesian(rows, {
      columnMapping: mapping,
      seriesOptions: { b: { yAxis: 1 } },
      alignYAxesAtZero: true,
    })
    const share = (axis: { min?: number; max?: number } | null) =>
      (axis?.max ?? 0) / ((axis?.max ?? 0) - (axis?.min ?? 0))
    expect(share(model.left)).toBeCloseTo(share(model.right), 10)
    expect(model.left.max).toBeGreaterThanOrEqual(10)
    expect(model.right?.min).toBeLessThanOrEqual(-4)
  })
})

describe('ranges', () => {
  const trace = (type: string, ys: (number | null)[], yError: number | null = null) => ({
    type,
    hidden: false,
    points: ys.map((y, x) => ({ x, y, yError, size: null })),
  })

  it('include zero only for bars and areas', () => {
    expect(dataRange([trace('column', [5, 7])])).toEqual([0, 7])
    expect(dataRange([trace('line', [5, null, 7])])).toEqual([5, 7])
    expect(dataRange([trace('line', [5, 7], 1)])).toEqual([4, 8])
    expect(dataRange([{ ...trace('line', [5]), hidden: true }])).toBeNull()
    expect(dataRange([trace('column', [-1, 0, 10])], true)).toEqual([10, 10])
  })

  it('have a margin, but not below zero', () => {
    expect(autoRange([0, 100])).toEqual([0, 105])
    expect(autoRange([50, 100])).toEqual([47.5, 102.5])
    expect(autoRange([0, 0])).toEqual([0, 1])
  })

  it('are stored as exponents on a logarithmic axis', () => {
    expect(storedLimits({ type: 'logarithmic', rangeMin: 1, rangeMax: 3 }, 'logarithmic')).toEqual({
      min: 10,
      max: 1000,
    })
    expect(storedLimits({ type: 'linear', rangeMin: 0, rangeMax: null }, 'linear')).toEqual({ min: 0 })
  })
})

describe('align at zero', () => {
  it.each([
    [
      [0, 10],
      [-5, 5],
    ],
    [
      [2, 10],
      [-8, -1],
    ],
    [
      [-1, 10],
      [-50, 3],
    ],
    [
      [0, 1],
      [0, 1000],
    ],
  ] as [[number, number], [number, number]][])('puts zero at the same height: %s and %s', (left, right) => {
    const [a, b] = alignedAtZero(left, right)
    expect(a[1] / (a[1] - a[0])).toBeCloseTo(b[1] / (b[1] - b[0]), 10)
    for (const [given, aligned] of [
      [left, a],
      [right, b],
    ] as const) {
      expect(aligned[0]).toBeLessThanOrEqual(Math.min(given[0], 0))
      expect(aligned[1]).toBeGreaterThanOrEqual(Math.max(given[1], 0))
    }
  })

  it('keeps ranges that differ by less than two points', () => {
    expect(alignedAtZero([-1, 99], [-2, 98])).toEqual([
      [-1, 99],
      [-2, 98],
    ])
  })
})
