import { describe, expect, it } from 'vitest'
import {
  type ColumnRole,
  chartTypeChoices,
  columnChoices,
  editorParts,
  effectiveMapping,
  missingColumns,
  seriesTypeChoices,
  withChartType,
  withHorizontal,
  withRole,
  withSeriesOrder,
} from './chart-editor-rules.ts'
import { dataOf, optionsOf } from './chart-samples.ts'

const { columns } = dataOf([{ day: 1, sales: 2, cost: 3, region: 'N' }])
const mapping = { day: 'x', sales: 'y', region: 'unused' }

describe('column choices', () => {
  it('are the unused columns and those with the role, by name', () => {
    const choices = (role: ColumnRole) =>
      columnChoices(columns, mapping, role, ['x', 'y', 'series', 'yError'])
    expect(choices('y')).toEqual(['cost', 'region', 'sales'])
    expect(choices('x')).toEqual(['cost', 'day', 'region'])
    expect(choices('series')).toEqual(['cost', 'region'])
  })

  it('keep a stored column that the result no longer has', () => {
    expect(columnChoices(columns, { gone: 'x' }, 'x', ['x', 'y'])).toContain('gone')
  })

  it('include columns whose role the chart type does not show', () => {
    const grouped = { day: 'x', sales: 'y', region: 'series' }
    expect(columnChoices(columns, grouped, 'zVal', ['x', 'y', 'zVal'])).toEqual(['cost', 'region'])
    expect(withRole(grouped, 'zVal', ['region'])).toEqual({ day: 'x', sales: 'y', region: 'zVal' })
  })

  it('replace the columns of a role, removing keys', () => {
    expect(withRole(mapping, 'y', ['cost'])).toEqual({ day: 'x', region: 'unused', cost: 'y' })
    expect(withRole(mapping, 'x', [])).toEqual({ sales: 'y', region: 'unused' })
    expect(withRole({ r: 'multiFilter' }, 'series', ['s'])).toEqual({ s: 'series' })
  })

  it('start from the suffixes of column names without a mapping', () => {
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
  const labels = (choices: { label: string }[]) => choices.map(({ label }) => label).join(' ')

  it('are offered by name, custom only where the installation allows it', () => {
    const offered = 'Line Bar Area Pie Scatter Bubble Heatmap Box'
    expect(labels(chartTypeChoices('line', false))).toBe(offered)
    expect(labels(chartTypeChoices('line', true))).toBe(`${offered} Custom`)
    expect(labels(seriesTypeChoices('line', false))).toBe('Line Bar Area Scatter')
    expect(labels(seriesTypeChoices('line', true))).toBe('Line Bar Area Scatter Custom')
  })

  it('include the stored type', () => {
    expect(chartTypeChoices('custom', false).at(-1)).toEqual({ value: 'custom', label: 'Custom' })
    expect(chartTypeChoices('constructor', false).at(-1)).toEqual({
      value: 'constructor',
      label: 'constructor',
    })
    expect(seriesTypeChoices('bubble', false).at(-1)).toEqual({ value: 'bubble', label: 'Bubble' })
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

  it('move every series to the left axis when horizontal', () => {
    const options = optionsOf({ seriesOptions: { a: { yAxis: 1 }, b: {} } })
    expect(withHorizontal(options, true)).toMatchObject({
      swappedAxes: true,
      seriesOptions: { a: { yAxis: 0 }, b: { yAxis: 0 } },
    })
  })

  it('decide which controls the editor has', () => {
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
      custom: true,
      legend: false,
      dataLabels: false,
    })
    expect(parts({ globalSeriesType: 'heatmap' })).toMatchObject({
      axes: true,
      rightAxis: false,
      seriesAxis: false,
      seriesType: false,
      legend: false,
      stacking: false,
      missing: false,
      dataLabels: true,
    })
    expect(parts({ globalSeriesType: 'bubble' })).toMatchObject({
      bubble: true,
      missing: false,
      stackingEnabled: false,
      dataLabels: false,
    })
    expect(parts({ globalSeriesType: 'box' })).toMatchObject({
      box: true,
      horizontal: true,
      percent: false,
      dataLabels: false,
    })
  })

  it.each([
    ['line', {}, 'x y series yError'],
    ['pie', {}, 'x y series yError'],
    ['line', { a: { type: 'bubble' } }, 'x y series size yError'],
    ['bubble', {}, 'x y series size'],
    ['heatmap', { a: { type: 'bubble' } }, 'x y zVal'],
    ['custom', {}, 'x y'],
  ])('decide which columns the editor asks for: %s %j', (globalSeriesType, seriesOptions, roles) => {
    expect(editorParts(optionsOf({ globalSeriesType, seriesOptions })).roles.join(' ')).toBe(roles)
  })
})

describe('the order of series', () => {
  it('is stored for all of them', () => {
    const options = optionsOf({ seriesOptions: { a: { name: 'A', zIndex: 5 }, hidden: { zIndex: 9 } } })
    expect(withSeriesOrder(options, ['b', 'a']).seriesOptions).toEqual({
      a: { name: 'A', zIndex: 1 },
      b: { zIndex: 0 },
      hidden: { zIndex: 9 },
    })
  })
})

const data = dataOf([{ day: 'a', sales: 1, cost: 2 }])
const xy = { day: 'x', sales: 'y' }

describe('missing columns', () => {
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
  ])('of %s with %j', (globalSeriesType, columnMapping, expected) => {
    expect(missingColumns(data, optionsOf({ globalSeriesType, columnMapping }))).toBe(expected)
  })

  it('are named as in the editor of a horizontal chart', () => {
    const options = optionsOf({ swappedAxes: true, columnMapping: {} })
    expect(missingColumns(data, options)).toBe('Choose a Y Column and X Columns')
  })

  it('are found by the suffixes of column names', () => {
    const suffixed = dataOf([{ 'day::x': 'a', 'sales::y': 1 }])
    expect(missingColumns(suffixed, optionsOf({ columnMapping: null }))).toBe(null)
  })
})
