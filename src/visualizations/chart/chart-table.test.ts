import { describe, expect, it } from 'vitest'
import { cartesian, pie } from './chart-samples.ts'
import { chartTable } from './chart-table.ts'

const columnMapping = { x: 'x', y: 'y', s: 'series' }
const rows = [
  { x: '2024-01-02', y: 1234, s: 'p' },
  { x: '2024-01-01', y: 2, s: 'q' },
]

describe('the table behind a chart', () => {
  it('has a row per x and a column per visible series', () => {
    expect(chartTable(cartesian(rows, { columnMapping, xAxis: { title: 'Day' } }))).toEqual({
      columns: ['Day', 'p', 'q'],
      rows: [
        ['01/01/24 00:00', '', '2'],
        ['02/01/24 00:00', '1,234', ''],
      ],
      more: 0,
    })
    expect(chartTable(cartesian(rows, { columnMapping }, ['q'])).columns).toEqual(['X', 'p'])
  })

  it('has a row per point of a scatter', () => {
    const model = cartesian(
      [
        { x: 1, y: 2, s: 'p' },
        { x: 1, y: 3, s: 'p' },
      ],
      {
        columnMapping,
        globalSeriesType: 'scatter',
      },
    )
    expect(chartTable(model)).toMatchObject({
      columns: ['Series', 'X', 'Y'],
      rows: [
        ['p', '1', '2'],
        ['p', '1', '3'],
      ],
    })
  })

  it('has a row per slice of a pie', () => {
    expect(chartTable(pie([{ x: 'a', y: 1, s: 'p' }], { columnMapping })).rows).toEqual([
      ['p', 'a', '100% (1)'],
    ])
  })

  it('has a limited number of rows', () => {
    const many = Array.from({ length: 250 }, (_, x) => ({ x, y: x, s: 'p' }))
    for (const globalSeriesType of ['line', 'scatter']) {
      const table = chartTable(cartesian(many, { columnMapping, globalSeriesType }))
      expect(table.rows).toHaveLength(100)
      expect(table.more).toBe(150)
    }
  })
})
