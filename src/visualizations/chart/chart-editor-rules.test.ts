import { describe, expect, it } from 'vitest'
import {
  chartTypeChoices,
  columnChoices,
  editorParts,
  effectiveMapping,
  withChartType,
  withHorizontal,
  withRole,
  withSeriesOrder,
} from './chart-editor-rules.ts'
import { dataOf, optionsOf } from './chart-samples.ts'
import { suggestMapping } from './suggest-mapping.ts'

const { columns } = dataOf([{ day: 1, sales: 2, cost: 3, region: 'N' }])
const mapping = { day: 'x', sales: 'y', region: 'unused' }

describe('column choices', () => {
  it('are the unused columns and those with the role, by name', () => {
    expect(columnChoices(columns, mapping, 'y')).toEqual(['cost', 'region', 'sales'])
    expect(columnChoices(columns, mapping, 'x')).toEqual(['cost', 'day', 'region'])
    expect(columnChoices(columns, mapping, 'series')).toEqual(['cost', 'region'])
  })

  it('keep a stored column that the result no longer has', () => {
    expect(columnChoices(columns, { gone: 'x' }, 'x')).toContain('gone')
  })

  it('replace the columns of a role, removing keys', () => {
    expect(withRole(mapping, 'y', ['cost'])).toEqual({ day: 'x', region: 'unused', cost: 'y' })
    expect(withRole(mapping, 'x', [])).toEqual({ sales: 'y', region: 'unused' })
    expect(withRole({ r: 'multiFilter' }, 'series', ['s'])).toEqual({ s: 'series' })
  })

  it('start from the suffixes in suffix mode', () => {
    const suffixed = dataOf([{ 'day::x': 1, 'sales::y': 2, 'r::multi-filter': 3, plain: 4 }]).columns
    expect(effectiveMapping(null, suffixed)).toEqual({
      'day::x': 'x',
      'sales::y': 'y',
      'r::multi-filter': 'series',
    })
    expect(effectiveMapping({}, suffixed)).toEqual({})
  })
})

describe('chart types', () => {
  it('offer what can be drawn', () => {
    expect(chartTypeChoices('line').map(({ label }) => label)).toEqual([
      'Line',
      'Bar',
      'Area',
      'Pie',
      'Scatter',
    ])
  })

  it('show a stored type that cannot be drawn yet', () => {
    expect(chartTypeChoices('heatmap').at(-1)).toEqual({ value: 'heatmap', label: 'Heatmap' })
  })

  it('change labels, axes and the type of every stored series', () => {
    const options = optionsOf({ swappedAxes: true, seriesOptions: { a: { type: 'line', name: 'A' } } })
    const changed = withChartType(options, 'pie')
    expect(changed).toMatchObject({
      globalSeriesType: 'pie',
      showDataLabels: true,
      swappedAxes: false,
      seriesOptions: { a: { type: 'pie', name: 'A' } },
    })
    expect(withChartType(changed, 'line').showDataLabels).toBe(false)
  })

  it('move every series to the left axis when laid down', () => {
    const options = optionsOf({ seriesOptions: { a: { yAxis: 1 }, b: {} } })
    expect(withHorizontal(options, true)).toMatchObject({
      swappedAxes: true,
      seriesOptions: { a: { yAxis: 0 }, b: { yAxis: 0 } },
    })
  })

  it('decide which controls there are', () => {
    const parts = (stored: object) => editorParts(optionsOf({ ...stored }))
    expect(parts({ globalSeriesType: 'pie' })).toMatchObject({
      axes: false,
      stackingEnabled: false,
      percent: false,
      seriesType: false,
      dataLabels: true,
    })
    expect(parts({ globalSeriesType: 'area' })).toMatchObject({
      horizontal: false,
      lineShape: true,
      rightAxis: true,
    })
    expect(parts({ swappedAxes: true })).toMatchObject({
      rightAxis: false,
      seriesAxis: false,
      horizontal: true,
    })
    expect(parts({ globalSeriesType: 'scatter' })).toMatchObject({ stacking: true, stackingEnabled: false })
    expect(parts({ globalSeriesType: 'custom' })).toMatchObject({
      axes: false,
      series: false,
      groupBy: false,
    })
  })
})

describe('the order of series', () => {
  it('is written for all of them', () => {
    const options = optionsOf({ seriesOptions: { a: { name: 'A', zIndex: 5 }, hidden: { zIndex: 9 } } })
    expect(withSeriesOrder(options, ['b', 'a']).seriesOptions).toEqual({
      a: { name: 'A', zIndex: 1 },
      b: { zIndex: 0 },
      hidden: { zIndex: 9 },
    })
  })
})

describe('a suggested mapping', () => {
  it.each([
    ['date before text', [{ name: 'a', day: '2024-01-01', n: 1 }], {}, { day: 'x', n: 'y' }],
    ['text', [{ n: 1, name: 'a' }], {}, { name: 'x', n: 'y' }],
    ['two numbers', [{ a: 1, b: 2 }], {}, { a: 'x', b: 'y' }],
    ['declared types', [{ d: null, n: '12' }], { d: 'date', n: 'integer' }, { d: 'x', n: 'y' }],
    ['one number', [{ n: 1 }], {}, {}],
    ['text only', [{ a: 'x', b: 'y' }], {}, {}],
    ['no rows', [], {}, {}],
  ] as [string, Record<string, unknown>[], Record<string, string>, object][])(
    'is made for %s',
    (_name, rows, types, expected) => {
      expect(suggestMapping(dataOf(rows, types))).toEqual(expected)
    },
  )
})
