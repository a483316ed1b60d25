import { describe, expect, it } from 'vitest'
import { sampleSettings } from '../sample-settings.ts'
import type { VisualizationData } from '../visualization.ts'
import { describeVisualization } from '../visualization-suite.ts'
import { cohortModel, colorStep } from './cohort-model.ts'
import { normalizeCohort } from './cohort-options.ts'
import { cohortRows } from './cohort-rows.ts'
import { bucketsOf, monthlySample } from './cohort-samples.ts'
import { cohort } from './cohort-visualization.ts'

await describeVisualization('COHORT', import.meta.url)

const missing = undefined
/** Total and values of each row. */
function rowsOf(data: VisualizationData, stored: Record<string, unknown>) {
  return cohortRows(data, normalizeCohort(stored)).rows.map(({ total, values }) => [total, ...values])
}
const modelOf = (data: VisualizationData, stored: Record<string, unknown> = {}) =>
  cohortModel(data, normalizeCohort(stored), sampleSettings)

describe('the monthly sample', () => {
  it('in diagonal mode: the gap row has the stages of the next bucket, and rows get shorter', () => {
    expect(rowsOf(monthlySample, { timeInterval: 'monthly', mode: 'diagonal' })).toEqual([
      [21, 5, 8, 2, 6, 0],
      [10, 7, 0, 3, 0],
      [19, 4, 7, 8],
      [0, 13, 0],
      [15, 13],
    ])
  })
  it('in simple mode: missing values stay missing, and the gap row has a total of 0', () => {
    expect(rowsOf(monthlySample, { timeInterval: 'monthly', mode: 'simple' })).toEqual([
      [21, 5, 8, 2, 6],
      [10, 7, missing, 3, missing],
      [19, 4, 7, 8, missing],
      [0],
      [15, 13, missing, missing, 2],
    ])
  })
  it('has titles, labels and percentages', () => {
    const model = modelOf(monthlySample, { timeInterval: 'monthly', mode: 'simple' })
    expect(model.titles).toEqual(['Time', 'Users', '1', '2', '3', '4'])
    expect(model.rows.map(({ label, total }) => [label, total])).toEqual([
      ['January 2021', '21'],
      ['February 2021', '10'],
      ['March 2021', '19'],
      ['April 2021', '0'],
      ['May 2021', '15'],
    ])
    expect(model.rows[1]?.cells).toEqual([
      { text: '70.00%', tooltip: '7', step: 4 },
      { text: '-', tooltip: null, step: null },
      { text: '30.00%', tooltip: '3', step: 2 },
      { text: '-', tooltip: null, step: null },
    ])
  })
  it('has a placeholder in every cell of a gap row', () => {
    const model = modelOf(monthlySample, { timeInterval: 'monthly', noValuePlaceholder: 'none' })
    expect(model.titles).toHaveLength(7)
    expect(model.rows[3]?.cells.map(({ text, step }) => [text, step])).toEqual([
      ['none', null],
      ['none', null],
    ])
  })
})

describe('buckets', () => {
  it('group rows by instant: the first total and the last value of a stage win, without fractions', () => {
    const data = bucketsOf(
      [
        ['2021-01-01T00:00:00Z', 2, '7.9 users', 3.99],
        ['2021-01-01T02:00:00+02:00', '1st', 50, 'x'],
        ['2021-01-01', 2, 60, '2.7'],
      ],
      'datetime',
    )
    // sorted by stage, the row of stage 1 is the first
    expect(rowsOf(data, { mode: 'simple' })).toEqual([[50, 0, 2]])
  })
  it('have a total of 0 when the first one is not a number', () => {
    expect(rowsOf(bucketsOf([['2021-01-01', 1, 'many', 4]]), { mode: 'simple' })).toEqual([[0, 4]])
  })
  it('are sorted by date; rows without a date are left out', () => {
    const data = bucketsOf([
      ['2021-01-02', 1, 2, 2],
      [null, 1, 9, 9],
      ['soon', 1, 9, 9],
      ['2021-01-01', 1, 1, 1],
    ])
    expect(rowsOf(data, { mode: 'simple' })).toEqual([
      [1, 1],
      [2, 2],
    ])
  })
  it('count the total of a row without a stage', () => {
    const data = bucketsOf([
      ['2021-01-01', null, 8, 8],
      ['2021-01-02', 1, 4, 2],
    ])
    expect(rowsOf(data, { mode: 'simple' })).toEqual([
      [8, missing],
      [4, 2],
    ])
  })
  it('start at the smallest stage, and titles count from 1', () => {
    const data = bucketsOf([
      ['2021-01-01', 6, 10, 3],
      ['2021-01-02', 5, 10, 4],
    ])
    expect(rowsOf(data, { mode: 'diagonal' })).toEqual([
      [10, 0, 3],
      [10, 4],
    ])
    expect(modelOf(data, { stageColumnTitle: 'Day {{ @ }}' }).titles.slice(2)).toEqual(['Day 1', 'Day 2'])
  })
  it('are labeled by the first date and their index, not by their own dates', () => {
    const data = bucketsOf([
      ['2021-01-04', 1, 2, 2],
      ['2021-01-12', 1, 2, 2],
    ])
    expect(modelOf(data, { timeInterval: 'weekly' }).rows.map(({ label }) => label)).toEqual([
      'Week of Jan 4, 2021',
      'Week of Jan 11, 2021',
    ])
  })
  it('may be epoch milliseconds', () => {
    const data = bucketsOf([[Date.UTC(2021, 0, 31), 1, 4, 1]], 'integer')
    expect(modelOf(data).rows[0]?.label).toBe('January 31, 2021')
  })
})

describe('cells', () => {
  const data = bucketsOf([
    ['2021-01-01', 1, 2000, 1500],
    ['2021-01-01', 2, 2000, 0],
    ['2021-01-01', 3, 2000, 3000],
  ])
  const cellsOf = (stored: Record<string, unknown>) =>
    modelOf(data, { mode: 'simple', ...stored }).rows[0]?.cells
  it('show percent, with the number in the tooltip', () => {
    expect(cellsOf({})).toEqual([
      { text: '75.00%', tooltip: '1,500', step: 5 },
      { text: '0.00%', tooltip: '0', step: 0 },
      { text: '150.00%', tooltip: '3,000', step: 6 },
    ])
  })
  it('have no tooltip when tooltips are off', () => {
    expect(cellsOf({ showTooltips: false })?.map(({ tooltip }) => tooltip)).toEqual([null, null, null])
  })
  it('show numbers without tooltips', () => {
    expect(cellsOf({ percentValues: false, numberFormat: '0.0a' })?.[0]).toEqual({
      text: '1.5k',
      tooltip: null,
      step: 5,
    })
  })
  it.each([
    [-10, 7, 0],
    [0, 7, 0],
    [14.28, 7, 0],
    [14.29, 7, 1],
    [99.9, 7, 6],
    [100, 7, 6],
    [1000, 7, 6],
    [60, 5, 3],
    [59.99, 5, 2],
  ])('of %d % in %d steps have step %d', (percent, steps, step) => {
    expect(colorStep(percent, steps)).toBe(step)
  })
})

describe('an incomplete cohort', () => {
  it('names the missing columns and their roles', () => {
    const data = { columns: monthlySample.columns.slice(0, 2), rows: monthlySample.rows }
    expect(modelOf(data).lacks).toEqual({
      what: 'columns',
      text: 'The result lacks columns of this cohort: total for Bucket Population Size and value for Stage Value.',
    })
    expect(modelOf(data, { totalColumn: '', valueColumn: 'date' }).lacks?.text).toBe(
      'The result lacks columns of this cohort: Bucket Population Size.',
    )
  })
  it('says that rows or dates are missing', () => {
    expect(modelOf(bucketsOf([])).lacks?.what).toBe('rows')
    expect(modelOf({ columns: [], rows: [] }).lacks?.what).toBe('rows')
    expect(modelOf(bucketsOf([['soon', 1, 1, 1]])).lacks?.text).toBe('The column date contains no dates.')
  })
})

describe('a cohort that is too large to draw', () => {
  it('is cut, and says so', () => {
    const centuries = bucketsOf([
      ['0001-01-01', 1, 2, 1],
      ['9999-01-01', 1, 2, 1],
    ])
    const days = modelOf(centuries)
    expect(days.isCut).toBe(true)
    expect(days.titles).toHaveLength(1002)
    expect(days.rows.length).toBeLessThan(100)
    expect(modelOf(centuries, { timeInterval: 'yearly', mode: 'simple' })).toMatchObject({ isCut: false })
    expect(
      modelOf(
        bucketsOf([
          ['2021-01-01', 1, 2, 1],
          ['2021-01-01', 1e12, 2, 1],
        ]),
        { mode: 'simple' },
      ),
    ).toMatchObject({ isCut: true })
  })
  it('is not cut for a year of days', () => {
    const year = bucketsOf(
      Array.from({ length: 365 }, (_, day) => [
        new Date(Date.UTC(2021, 0, 1 + day)).toISOString().slice(0, 10),
        day,
        9,
        3,
      ]),
    )
    const model = modelOf(year)
    expect([model.isCut, model.rows.length, model.titles.length]).toEqual([false, 365, 367])
  })
})

describe('a new cohort', () => {
  const suggested = (types: Record<string, string>, rows: Record<string, unknown>[] = []) =>
    cohort.suggest?.({
      columns: Object.entries(types).map(([name, type]) => ({ name, friendly_name: name, type })),
      rows,
    })
  it('chooses columns by name', () => {
    expect(
      suggested({ value: 'integer', total: 'integer', day_number: 'integer', date: 'date' }),
    ).toMatchObject({
      dateColumn: 'date',
      stageColumn: 'day_number',
      totalColumn: 'total',
      valueColumn: 'value',
      timeInterval: 'daily',
    })
  })
  it('chooses columns by type when no name matches', () => {
    expect(suggested({ x: 'integer', began: 'datetime', total: 'float', y: 'integer' })).toMatchObject({
      dateColumn: 'began',
      stageColumn: 'x',
      totalColumn: 'total',
      valueColumn: 'y',
      timeInterval: 'daily',
    })
  })
  it.each([
    ['monthly', ['2021-01-31', '2021-02-28', '2021-04-30']],
    ['weekly', ['2021-01-04', '2021-01-11', '2021-02-01']],
    ['daily', ['2021-01-04', '2021-01-05']],
    ['daily', ['2021-01-04']],
  ])('is %s for %j', (timeInterval, dates) => {
    expect(
      suggested(
        { date: 'date' },
        dates.map((date) => ({ date })),
      ),
    ).toMatchObject({ timeInterval })
  })
  it('leaves out columns that it does not find', () => {
    expect(suggested({ name: 'string', n: 'integer' })).toEqual({
      stageColumn: 'n',
      colors: { min: '#EDF2FC', max: '#28209E' },
    })
  })
})
