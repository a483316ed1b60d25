import { describe, expect, it } from 'vitest'
import { boxesOf, quantile } from './chart-box.ts'
import { cartesian } from './chart-samples.ts'
import { chartTable } from './chart-table.ts'
import { tooltipContent } from './chart-tooltip.ts'

const point = (x: string, y: number | null) => ({ x, y, yError: null, size: null })

describe('quartiles', () => {
  it.each([
    [
      [1, 2, 3, 4],
      [1.5, 2.5, 3.5],
    ],
    [
      [1, 2, 3, 4, 5],
      [1.75, 3, 4.25],
    ],
    [[7], [7, 7, 7]],
    [
      [1, 2],
      [1, 1.5, 2],
    ],
  ])('of %j are %j', (values, expected) => {
    const sorted = Float64Array.from(values)
    expect([0.25, 0.5, 0.75].map((share) => quantile(sorted, share))).toEqual(expected)
  })
})

describe('boxes', () => {
  it('have whiskers to the last value within 1.5 box heights, and outliers beyond', () => {
    const values = [-50, 10, 11, 12, 13, 14, 15, 16, 60]
    // quartiles at indexes 1.75 and 6.25: 10.75 and 15.25; 1.5 box heights are 6.75
    expect(boxesOf(values.map((y) => point('a', y)))).toEqual([
      {
        x: 'a',
        count: 9,
        smallest: -50,
        low: 10,
        firstQuartile: 10.75,
        median: 13,
        thirdQuartile: 15.25,
        high: 16,
        largest: 60,
        outliers: [-50, 60],
      },
    ])
  })

  it('are in the order of their x, one per x that has a number', () => {
    const boxes = boxesOf([point('b', 1), point('a', null), point('c', 3), point('b', 5)])
    expect(boxes.map(({ x, count }) => [x, count])).toEqual([
      ['b', 2],
      ['c', 1],
    ])
  })

  const rows = [1, 2, 3, 4, 100].map((y) => ({ x: 'a', y, s: 'p' }))
  const model = cartesian(rows, { globalSeriesType: 'box', columnMapping: { x: 'x', y: 'y', s: 'series' } })

  it('show their numbers in tooltip and table', () => {
    const { title, lines } = tooltipContent(model, [{ trace: 0, point: 0 }])
    expect(title).toBe('a')
    expect(lines.map(({ name, text }) => `${name} ${text}`)).toEqual([
      'p: values 5',
      'Largest 100',
      'Upper whisker 28',
      'Third quartile 28',
      'Median 3',
      'First quartile 1.75000',
      'Lower whisker 1',
      'Smallest 1',
    ])
    expect(chartTable(model)).toMatchObject({
      columns: [
        'Series',
        'X',
        'values',
        'Largest',
        'Upper whisker',
        'Third quartile',
        'Median',
        'First quartile',
        'Lower whisker',
        'Smallest',
      ],
      rows: [['p', 'a', '5', '100', '28', '28', '3', '1.75000', '1', '1']],
      more: 0,
    })
  })
})
