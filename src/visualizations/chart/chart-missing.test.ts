import { expect, it } from 'vitest'
import { missingColumns } from './chart-missing.ts'
import { dataOf, optionsOf } from './chart-samples.ts'

const data = dataOf([{ day: 'a', sales: 1, cost: 2 }])
const xy = { day: 'x', sales: 'y' }

it.each([
  ['line', {}, 'Choose an X Column and Y Columns'],
  ['column', { day: 'x' }, 'Choose Y Columns'],
  ['scatter', xy, null],
  ['pie', {}, 'Choose Y Columns'],
  ['box', { sales: 'y' }, null],
  ['bubble', xy, 'Choose a Bubble Size Column'],
  ['bubble', { ...xy, cost: 'size' }, null],
  ['heatmap', xy, 'Choose a Color Column'],
  ['heatmap', {}, 'Choose an X Column, Y Columns and a Color Column'],
  ['custom', {}, null],
  ['constructor', {}, 'Choose an X Column and Y Columns'],
])('%s with %j', (globalSeriesType, columnMapping, expected) => {
  expect(missingColumns(data, optionsOf({ globalSeriesType, columnMapping }))).toBe(expected)
})

it('calls the columns of a horizontal chart as its editor does', () => {
  const options = optionsOf({ swappedAxes: true, columnMapping: {} })
  expect(missingColumns(data, options)).toBe('Choose a Y Column and X Columns')
})

it('knows the suffixes of column names', () => {
  const suffixed = dataOf([{ 'day::x': 'a', 'sales::y': 1 }])
  expect(missingColumns(suffixed, optionsOf({ columnMapping: null }))).toBe(null)
})
