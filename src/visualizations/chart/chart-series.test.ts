import { describe, expect, it } from 'vitest'
import { dataOf, optionsOf } from './chart-samples.ts'
import { chartSeries, rowsWithoutX } from './chart-series.ts'

function seriesOf(rows: Record<string, unknown>[], stored: Record<string, unknown>) {
  return chartSeries(dataOf(rows), optionsOf(stored)).map(({ name, points }) => ({
    name,
    points: points.map(({ x, y }) => [x, y]),
  }))
}

describe('rows to series', () => {
  it('makes one series per y column', () => {
    const rows = [
      { day: 1, a: 2, b: 3 },
      { day: 2, a: 4, b: 5 },
    ]
    expect(seriesOf(rows, { columnMapping: { day: 'x', a: 'y', b: 'y' } })).toEqual([
      {
        name: 'a',
        points: [
          [1, 2],
          [2, 4],
        ],
      },
      {
        name: 'b',
        points: [
          [1, 3],
          [2, 5],
        ],
      },
    ])
  })

  it('draws nothing without a mapping: columns are never guessed', () => {
    expect(seriesOf([{ 'a::x': 1, 'b::y': 2 }], { columnMapping: {} })).toEqual([])
    expect(seriesOf([], { columnMapping: { a: 'x' } })).toEqual([])
  })

  it.each(['series', 'multiFilter', 'multi-filter'])('splits by a column of role %s', (role) => {
    const rows = [
      { x: 1, y: 2, s: 'b' },
      { x: 1, y: 3, s: 'a' },
    ]
    const series = seriesOf(rows, { columnMapping: { x: 'x', y: 'y', s: role } })
    expect(series.map(({ name }) => name)).toEqual(['b', 'a'])
  })

  it('makes a series per group and y column; with a single y column it has the plain group name', () => {
    const rows = [
      { x: 1, y1: 2, 'y2::y': 3, s: 'a' },
      { x: 1, y1: 4, 'y2::y': null, s: 'b' },
    ]
    const columnMapping = { x: 'x', y1: 'y', 'y2::y': 'y', s: 'series' }
    expect(seriesOf(rows, { columnMapping })).toEqual([
      { name: 'a: y1', points: [[1, 2]] },
      { name: 'a: y2', points: [[1, 3]] },
      { name: 'b: y1', points: [[1, 4]] },
      { name: 'b: y2', points: [[1, null]] },
    ])
    expect(seriesOf(rows, { columnMapping: { ...columnMapping, y1: 'unused' } })).toEqual([
      { name: 'a', points: [[1, 3]] },
      { name: 'b', points: [[1, null]] },
    ])
  })

  it('names series by the column name before ::, and the last of equal short names wins', () => {
    expect(seriesOf([{ 'sales::y': 1 }], { columnMapping: { 'sales::y': 'y' } })[0]?.name).toBe('sales')
    const rows = [{ 'n::a': 1, 'n::b': 2 }]
    expect(seriesOf(rows, { columnMapping: { 'n::a': 'y', 'n::b': 'y' } })).toEqual([
      { name: 'n', points: [[0, 2]] },
    ])
  })

  it('puts points at 0 when no column has role x', () => {
    expect(seriesOf([{ a: 5 }], { columnMapping: { a: 'y' } })).toEqual([{ name: 'a', points: [[0, 5]] }])
  })

  it('skips a row that lacks the y key and keeps a null y', () => {
    const rows = [{ x: 1 }, { x: 2, a: null }, { x: 3, a: undefined }]
    expect(seriesOf(rows, { columnMapping: { x: 'x', a: 'y' } })).toEqual([
      { name: 'a', points: [[2, null]] },
    ])
  })

  it('ignores unused and unmapped columns', () => {
    const rows = [{ x: 1, a: 2, b: 3, c: 4 }]
    expect(seriesOf(rows, { columnMapping: { x: 'x', a: 'y', b: 'unused' } })).toHaveLength(1)
  })

  it('reads roles from suffixes only when the mapping is null', () => {
    const rows = [{ 'day::x': 'Mon', 'sales::y': 3, 'region::series': 'N', 'country::multiFilter': 'DE' }]
    expect(seriesOf(rows, { columnMapping: null })).toEqual([{ name: 'DE', points: [['Mon', 3]] }])
    expect(seriesOf([{ day__x: 1, sales__y: 2 }], { columnMapping: null })).toEqual([])
  })

  it('orders by zIndex, which is 0 when missing, then by first appearance', () => {
    const rows = [{ a: 1, b: 1, c: 1, d: 1 }]
    const series = seriesOf(rows, {
      columnMapping: { a: 'y', b: 'y', c: 'y', d: 'y' },
      seriesOptions: { a: { zIndex: 2 }, c: { zIndex: -1 } },
    })
    expect(series.map(({ name }) => name)).toEqual(['c', 'b', 'd', 'a'])
  })

  it('attaches errors, sizes and the row', () => {
    const row = { x: 1, y: 2, e: 0.5, n: 9, z: 4 }
    const [series] = chartSeries(
      dataOf([row]),
      optionsOf({ columnMapping: { x: 'x', y: 'y', e: 'yError', n: 'size', z: 'zVal' } }),
    )
    expect(series?.points[0]).toEqual({ x: 1, y: 2, yError: 0.5, size: 9, zVal: 4, row })
  })

  it('names series of null and of dates by readable texts', () => {
    const rows = [null, '2024-01-02T00:00:00', '2024-01-02T10:30:00', '__proto__'].map((s) => ({ y: 1, s }))
    const names = seriesOf(rows, { columnMapping: { y: 'y', s: 'series' } }).map(({ name }) => name)
    expect(names).toEqual(['null', '2024-01-02', '2024-01-02 10:30:00', '__proto__'])
  })
})

describe('rows without a place on the X axis', () => {
  const count = (rows: Record<string, unknown>[], columnMapping: Record<string, string>) =>
    rowsWithoutX(chartSeries(dataOf(rows), optionsOf({ columnMapping })))

  it('are counted once, even if several series use them', () => {
    const rows = [
      { day: '2026-01-01', a: 1, b: 2 },
      { day: null, a: 3, b: 4 },
      { day: null, a: null, b: 6 },
    ]
    expect(count(rows, { day: 'x', a: 'y', b: 'y' })).toBe(2)
    expect(count(rows.slice(0, 1), { day: 'x', a: 'y', b: 'y' })).toBe(0)
  })

  it('do not exist without a column of role x', () => {
    expect(count([{ a: 1 }, { a: null }], { a: 'y' })).toBe(0)
  })
})
