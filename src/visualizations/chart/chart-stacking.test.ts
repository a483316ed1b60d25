import { describe, expect, it } from 'vitest'
import { dataRange } from './chart-axes.ts'
import { cartesian } from './chart-samples.ts'

const rows = [
  { x: 'a', y: 3, s: 'p' },
  { x: 'a', y: -1, s: 'q' },
  { x: 'c', y: 2, s: 'q' },
  { x: 'b', y: 4, s: 'p' },
]
const columnMapping = { x: 'x', y: 'y', s: 'series' }

function tops(
  stored: Record<string, unknown>,
  hidden: string[] = [],
  data: Record<string, unknown>[] = rows,
) {
  const { traces } = cartesian(data, { columnMapping, ...stored }, hidden)
  return traces.map(({ points }) => points.map(({ x, y, sum }) => [x, sum === undefined ? y : sum]))
}

describe('percent', () => {
  const percent = { series: { percentValues: true } }

  it('divides by the sum of absolute values and keeps the sign', () => {
    const { traces } = cartesian(rows, { columnMapping, ...percent })
    expect(traces.map(({ points }) => points.map((point) => point.percent))).toEqual([
      [75, 100, undefined],
      [-25, undefined, 100],
    ])
  })

  it('is recalculated without hidden series', () => {
    const { traces } = cartesian(rows, { columnMapping, ...percent }, ['q'])
    expect(traces[0]?.points.map((point) => point.percent)).toEqual([100, 100])
  })

  it('is 0 when the total is 0', () => {
    const { traces } = cartesian([{ x: 1, y: 0 }], { columnMapping: { x: 'x', y: 'y' }, ...percent })
    expect(traces[0]?.points[0]?.percent).toBe(0)
  })

  it('ends the axis at 100', () => {
    const model = cartesian(rows, { columnMapping, ...percent })
    expect(model.left.max).toBe(100)
  })
})

describe('stacked lines and areas', () => {
  const stacked = { globalSeriesType: 'area', series: { stacking: 'stack' } }

  it('extends every series to the sorted union of x and adds up, including negative values', () => {
    expect(tops(stacked)).toEqual([
      [
        ['a', 3],
        ['b', 4],
        ['c', 0],
      ],
      [
        ['a', 2],
        ['b', 4],
        ['c', 2],
      ],
    ])
  })

  it('keeps missing values missing, and adds nothing for them', () => {
    expect(tops({ ...stacked, missingValuesAsZero: false })).toEqual([
      [
        ['a', 3],
        ['b', 4],
        ['c', null],
      ],
      [
        ['a', 2],
        ['b', null],
        ['c', 2],
      ],
    ])
  })

  it('keeps the order of appearance without sorting', () => {
    expect(tops({ ...stacked, sortX: false })[0]?.map(([x]) => x)).toEqual(['a', 'b', 'c'])
    const late = [{ x: 'z', y: 1, s: 'p' }, ...rows]
    expect(tops({ ...stacked, sortX: false }, [], late)[0]?.map(([x]) => x)).toEqual(['z', 'a', 'b', 'c'])
  })

  it('includes series of another type', () => {
    const model = cartesian(rows, { columnMapping, ...stacked, seriesOptions: { p: { type: 'column' } } })
    expect(model.traces[1]?.points.map(({ sum }) => sum)).toEqual([2, 4, 2])
  })

  it('adds up only the visible series', () => {
    expect(tops(stacked, ['p'])[1]).toEqual([
      ['a', -1],
      ['c', 2],
    ])
  })

  it('adds up shares in percent mode', () => {
    const model = cartesian(rows, {
      columnMapping,
      globalSeriesType: 'line',
      series: { stacking: 'stack', percentValues: true },
    })
    expect(model.traces[1]?.points.map(({ sum }) => sum)).toEqual([50, 100, 100])
  })
})

describe('stacked columns', () => {
  const stacked = { globalSeriesType: 'column', series: { stacking: 'stack' } }

  it('goes up with positive and down with negative values', () => {
    const data = [
      { x: 1, p: 3, q: -2, r: 1 },
      { x: 2, p: -1, q: -2, r: 4 },
    ]
    const mapping = { x: 'x', p: 'y', q: 'y', r: 'y' }
    const { traces } = cartesian(data, { ...stacked, columnMapping: mapping })
    expect(traces.map(({ points }) => points.map(({ sum }) => sum))).toEqual([
      [3, -1],
      [-2, -3],
      [4, 4],
    ])
    expect(dataRange(traces)).toEqual([-3, 4])
  })

  it('does not change a line', () => {
    const { traces } = cartesian(rows, { columnMapping, ...stacked, seriesOptions: { q: { type: 'line' } } })
    expect(traces[1]?.points.every(({ sum }) => sum === undefined)).toBe(true)
  })

  it('has a point for every x on a time axis', () => {
    const data = [
      { x: '2024-01-01', y: 1, s: 'p' },
      { x: '2024-01-02', y: 2, s: 'q' },
    ]
    const { traces } = cartesian(data, { columnMapping, ...stacked })
    expect(traces.map(({ points }) => points.map(({ y }) => y))).toEqual([
      [1, null],
      [null, 2],
    ])
  })
})

describe('unified x without stacking', () => {
  it('happens on a category axis that is sorted', () => {
    expect(tops({ xAxis: { type: 'category' } })[1]).toEqual([
      ['a', -1],
      ['b', 0],
      ['c', 2],
    ])
  })

  it('does not happen without sorting, or on another scale', () => {
    expect(tops({ sortX: false })[1]).toHaveLength(2)
    const numbers = [
      { x: 1, y: 1, s: 'p' },
      { x: 2, y: 1, s: 'q' },
    ]
    expect(tops({}, [], numbers)[0]).toHaveLength(1)
  })

  it('adds no points to a scatter', () => {
    expect(tops({ globalSeriesType: 'scatter' })[1]).toHaveLength(2)
  })
})
