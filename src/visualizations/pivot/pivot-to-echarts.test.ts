import { describe, expect, it } from 'vitest'
import type { VisualizationTheme } from '../parts/visualization-theme.ts'
import { sampleSettings } from '../sample-settings.ts'
import type { ChartModel } from './pivot-chart-model.ts'
import { hoverElement, hoverLines } from './pivot-chart-tooltip.ts'
import { partOfPivot } from './pivot-model.ts'
import { rendererNames } from './pivot-options.ts'
import { dataOf, optionsOf, pivotOf, sales } from './pivot-samples.ts'
import { pivotToEcharts } from './pivot-to-echarts.ts'

const theme: VisualizationTheme = {
  ground: 'rgb(255, 255, 255)',
  text: '#000000',
  muted: '#666666',
  line: '#dddddd',
  fontFamily: 'sans-serif',
}
const size = { width: 600, height: 400 }

function chartOf(
  rendererName: string,
  stored: Record<string, unknown> = {},
  settings = sampleSettings,
): ChartModel {
  const options = optionsOf({
    rows: ['item'],
    cols: ['region'],
    aggregatorName: 'Sum',
    vals: ['amount'],
    rendererName,
    ...stored,
  })
  const model = partOfPivot(pivotOf(sales, { ...options }), options, settings, { row: 0, col: 0 })
  if (model.kind !== 'chart') throw new Error('no chart')
  return model
}

interface Drawn {
  series: {
    type: string
    name?: string
    stack?: string
    data: unknown[]
    radius?: number
    center?: number[]
    areaStyle?: object
  }[]
  xAxis: { type: string; name: string; data?: string[] }
  yAxis: {
    type: string
    name: string
    data?: string[]
    axisLabel: { formatter(value: number): string }
  }
  title: { text: string } | { text: string }[]
  legend: { show: boolean }
}

const drawn = (model: ChartModel) => pivotToEcharts(model, theme, size) as unknown as Drawn

describe('charts of a pivot', () => {
  it.each([
    ['Grouped Column Chart', undefined],
    ['Stacked Column Chart', 'all'],
  ])('%s: a series for each row key, along the column keys', (name, stack) => {
    const { series, xAxis, yAxis, title } = drawn(chartOf(name))
    expect(series.map((one) => [one.type, one.name, one.stack, one.data])).toEqual([
      ['bar', 'cake', stack, [null, 4]],
      ['bar', 'coffee', stack, [1, null]],
      ['bar', 'tea', stack, [5, 10]],
    ])
    expect([xAxis.type, xAxis.data, xAxis.name]).toEqual(['category', ['north', 'south'], 'region'])
    expect([yAxis.type, yAxis.name]).toEqual(['value', 'Sum of amount'])
    expect(title).toMatchObject({ text: 'Sum of amount vs region by item' })
  })

  it.each([
    ['Grouped Bar Chart', undefined],
    ['Stacked Bar Chart', 'all'],
  ])('%s: a series for each column key, across the row keys', (name, stack) => {
    const { series, xAxis, yAxis, title } = drawn(chartOf(name))
    expect(series.map((one) => [one.type, one.name, one.stack, one.data])).toEqual([
      ['bar', 'north', stack, [null, 1, 5]],
      ['bar', 'south', stack, [4, null, 10]],
    ])
    expect([xAxis.type, xAxis.name]).toEqual(['value', 'Sum of amount'])
    expect([yAxis.type, yAxis.data]).toEqual(['category', ['cake', 'coffee', 'tea']])
    expect(title).toMatchObject({ text: 'Sum of amount vs item by region' })
  })

  it('axis values have the separators of the organization', () => {
    const german = { ...sampleSettings, thousandsSeparator: '.', decimalSeparator: ',' }
    const { axisLabel } = drawn(chartOf('Line Chart', {}, german)).yAxis
    expect([1500, 0.5, 0, -20_000].map((value) => axisLabel.formatter(value))).toEqual([
      '1.500',
      '0,5',
      '0',
      '-20.000',
    ])
  })

  it('lines keep gaps, stacked areas have none', () => {
    expect(drawn(chartOf('Line Chart')).series[1]).toMatchObject({ type: 'line', data: [1, null] })
    const area = drawn(chartOf('Area Chart')).series[1]
    expect(area).toMatchObject({ type: 'line', stack: 'all', data: [1, 0] })
    expect(area?.areaStyle).toBeDefined()
  })

  it('dots use the row keys as categories', () => {
    const { series, yAxis } = drawn(chartOf('Dot Chart'))
    expect(series[0]).toMatchObject({
      type: 'scatter',
      name: 'north',
      data: [
        ['-', 0],
        [1, 1],
        [5, 2],
      ],
    })
    expect(yAxis.type).toBe('category')
  })

  it('a scatter chart marks existing combinations', () => {
    const { series, xAxis, yAxis, title, legend } = drawn(chartOf('Scatter Chart'))
    expect(series[0]?.data).toEqual([
      [1, 0],
      [0, 1],
      [0, 2],
      [1, 2],
    ])
    expect([xAxis.data, yAxis.data]).toEqual([
      ['north', 'south'],
      ['cake', 'coffee', 'tea'],
    ])
    expect(title).toMatchObject({ text: 'item vs region' })
    expect(legend.show).toBe(false)
  })

  it('one pie per column key, with an area proportional to its total', () => {
    const { series, title } = drawn(chartOf('Multiple Pie Chart'))
    expect(series.map(({ type, data }) => [type, data])).toEqual([
      [
        'pie',
        [
          { name: 'cake', value: 0 },
          { name: 'coffee', value: 1 },
          { name: 'tea', value: 5 },
        ],
      ],
      [
        'pie',
        [
          { name: 'cake', value: 4 },
          { name: 'coffee', value: 0 },
          { name: 'tea', value: 10 },
        ],
      ],
    ])
    const [north = 0, south = 0] = series.map(({ radius }) => radius ?? 0)
    expect((north / south) ** 2).toBeCloseTo(6 / 14)
    expect(series.map(({ center }) => center?.[0])).toEqual([150, 450])
    expect((title as { text: string }[]).map(({ text }) => text)).toEqual([
      'Sum of amount vs item by region',
      'north',
      'south',
    ])
  })

  it.each(rendererNames.slice(5))('%s is drawn without fields', (name) => {
    const model = chartOf(name, { rows: [], cols: [], aggregatorName: 'Count' })
    expect(model.series.map(({ name: of, values }) => [of, values])).toEqual([['Count', [5]]])
    expect(drawn(model).series).toHaveLength(1)
  })
})

describe('tooltips', () => {
  it('show category, series and value, and the percentage of slices', () => {
    const at = (shape: string, series: number, category: number) =>
      hoverLines(chartOf(shape), [{ series, category, place: null, color: '#123456' }])
    expect(at('Grouped Column Chart', 2, 1)).toEqual({
      title: 'south',
      lines: [{ color: '#123456', name: 'tea', text: '10.00' }],
      more: 0,
    })
    expect(at('Multiple Pie Chart', 1, 2).lines[0]?.text).toBe('10.00 (71.4%)')
    expect(at('Line Chart', 0, 0)).toEqual({ title: '', lines: [], more: 0 })
  })

  it('show the cell of the scatter chart', () => {
    const hovered = { series: 0, category: 3, place: { col: 1, row: 2 }, color: '' }
    expect(hoverLines(chartOf('Scatter Chart'), [hovered])).toMatchObject({
      title: 'south',
      lines: [{ name: 'tea', text: '10.00' }],
    })
  })
})

it('large charts show a part and note it', () => {
  const rows = Array.from({ length: 1_000 }, (_, index) => [`k${index}`, `c${index % 700}`])
  const data = dataOf(
    [
      ['a', 'string'],
      ['b', 'string'],
    ],
    rows,
  )
  const options = optionsOf({ rows: ['a'], cols: ['b'], rendererName: 'Line Chart' })
  const model = partOfPivot(pivotOf(data, { ...options }), options, sampleSettings, { row: 900, col: 0 })
  expect(model).toMatchObject({
    rowExtent: { first: 900, count: 100, of: 1_000 },
    colExtent: { first: 0, count: 500, of: 700 },
  })
})

it('the tooltip contains only text', () => {
  const text = '<img src=x onerror="window.hacked=1">'
  const parts: string[] = []
  const page = {
    createElement: () => ({
      style: {},
      append() {},
      set textContent(value: string) {
        parts.push(value)
      },
    }),
  } as unknown as Document
  hoverElement({ title: text, lines: [{ color: 'red', name: text, text }], more: 2 }, page)
  expect(parts.filter((part) => part === text)).toHaveLength(3)
  expect(parts.at(-1)).toBe('+ 2 more')
})
