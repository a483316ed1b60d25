import { describe, expect, it } from 'vitest'
import type { PictureTheme } from '../parts/picture-theme.ts'
import { chartModel } from './chart-model.ts'
import { cartesian, dataOf, optionsOf, pie, settings } from './chart-samples.ts'
import { chartToEcharts, type Surroundings } from './chart-to-echarts.ts'

const theme: PictureTheme = {
  ground: '#ffffff',
  text: '#111111',
  muted: '#666666',
  line: '#dddddd',
  fontFamily: 'sans-serif',
}
const surroundings: Surroundings = { theme, size: { width: 800, height: 400 }, zoom: true }
const columnMapping = { x: 'x', y: 'y', s: 'series' }

type Entry = Record<string, unknown>

function drawn(rows: Record<string, unknown>[], stored: Record<string, unknown>, hidden: string[] = []) {
  const option = chartToEcharts(cartesian(rows, { columnMapping, ...stored }, hidden), surroundings)
  return {
    option,
    series: list(option.series).map(
      (one): Entry => ({ ...one, data: one.data instanceof Float64Array ? [...one.data] : one.data }),
    ),
    x: list(option.xAxis),
    y: list(option.yAxis),
  }
}

function list(value: unknown): Entry[] {
  return (Array.isArray(value) ? value : [value]) as Entry[]
}

const rows = [
  { x: 'a', y: 1, s: 'p' },
  { x: 'b', y: 2, s: 'p' },
  { x: 'b', y: 5, s: 'q' },
]

describe('bars', () => {
  it('are pairs of category index and height, in the colours of the scheme', () => {
    const { series, x, y } = drawn(rows, {})
    expect(series).toMatchObject([
      { type: 'bar', id: 'trace:0', name: 'p', color: '#356AFF', data: [0, 1, 1, 2] },
      { type: 'bar', id: 'trace:1', name: 'q', color: '#E92828', data: [0, 0, 1, 5] },
    ])
    expect(series[0]).not.toHaveProperty('stack')
    expect(x[0]).toMatchObject({ type: 'category', data: ['a', 'b'], position: 'bottom' })
    expect(y[0]).toMatchObject({ type: 'value', scale: false })
  })

  it('stand upon each other when stacked, with their own heights', () => {
    const { series } = drawn(rows, { series: { stacking: 'stack' } })
    expect(series.map(({ stack, data }) => [stack, data])).toEqual([
      ['columns', [0, 1, 1, 2]],
      ['columns', [0, 0, 1, 5]],
    ])
  })

  it('lie when the axes are swapped', () => {
    const { series, x, y } = drawn(rows, { swappedAxes: true })
    expect(series[0]?.data).toEqual([1, 0, 2, 1])
    expect(x[0]).toMatchObject({ type: 'value', position: 'bottom' })
    expect(y[0]).toMatchObject({ type: 'category', position: 'left' })
  })

  it('are left out when hidden, and keep their identity', () => {
    const { series } = drawn(rows, {}, ['p'])
    expect(series.map(({ id, color }) => [id, color])).toEqual([['trace:1', '#E92828']])
  })

  it('carry the text of their points as labels', () => {
    const { series } = drawn(rows, { showDataLabels: true, numberFormat: '0.0' })
    const label = series[0]?.label as { show: boolean; formatter(at: { dataIndex: number }): string }
    expect(label.show).toBe(true)
    expect(label.formatter({ dataIndex: 1 })).toBe('2.0')
    expect(drawn(rows, {}).series[0]?.label).toEqual(expect.objectContaining({ show: false }))
  })
})

describe('lines and areas', () => {
  const times = [
    { x: '2024-01-01', y: 1, s: 'p' },
    { x: '2024-01-02', y: null, s: 'p' },
    { x: '2024-01-03', y: 3, s: 'p' },
    { x: '2024-01-01', y: 10, s: 'q' },
    { x: '2024-01-03', y: 30, s: 'q' },
  ]
  const day = (number: number) => Date.UTC(2024, 0, number)

  it('leave gaps for missing values on an axis of time', () => {
    const { series, x, option } = drawn(times, { globalSeriesType: 'line', missingValuesAsZero: false })
    expect(series[0]).toMatchObject({
      type: 'line',
      connectNulls: false,
      data: [day(1), 1, day(2), Number.NaN, day(3), 3],
    })
    expect(x[0]).toMatchObject({ type: 'time' })
    expect(option.useUTC).toBe(true)
  })

  it('mark points that have no neighbour', () => {
    const { series } = drawn(times, { globalSeriesType: 'line', missingValuesAsZero: false })
    const size = series[0]?.symbolSize as (value: unknown, at: { dataIndex: number }) => number
    expect([0, 1, 2].map((dataIndex) => size(null, { dataIndex }) > 0)).toEqual([true, false, true])
  })

  it.each([
    ['linear', {}],
    ['spline', { smooth: 0.3 }],
    ['hv', { step: 'end' }],
    ['vh', { step: 'start' }],
  ])('take the shape %s', (lineShape, expected) => {
    const [series] = drawn(times, { globalSeriesType: 'line', lineShape }).series
    expect(series).toMatchObject(expected)
    if (lineShape === 'linear') {
      expect(series).not.toHaveProperty('smooth')
      expect(series).not.toHaveProperty('step')
    }
  })

  it('put a stacked line on its running sum', () => {
    const { series } = drawn(times, { globalSeriesType: 'line', series: { stacking: 'stack' } })
    expect(series.map(({ id, data }) => [id, data])).toEqual([
      ['trace:0', [day(1), 1, day(2), 0, day(3), 3]],
      ['trace:1', [day(1), 11, day(2), 0, day(3), 33]],
    ])
  })

  it('put a stacked area on an unseen ground: the edge below it', () => {
    const { series } = drawn(times, {
      globalSeriesType: 'area',
      series: { stacking: 'stack' },
      missingValuesAsZero: false,
    })
    expect(series.map(({ id, stack, data }) => [id, stack, data])).toEqual([
      ['trace:0', undefined, [day(1), 1, day(2), Number.NaN, day(3), 3]],
      ['ground:1', 'area-1', [day(1), 1, day(2), Number.NaN, day(3), 3]],
      ['trace:1', 'area-1', [day(1), 10, day(2), Number.NaN, day(3), 30]],
    ])
    expect(series[1]).toMatchObject({ silent: true, lineStyle: { opacity: 0 } })
  })

  it('are sampled when there are many points', () => {
    const many = Array.from({ length: 6000 }, (_, x) => ({ x, y: x % 7 }))
    const mapping = { x: 'x', y: 'y' }
    expect(drawn(many, { globalSeriesType: 'line', columnMapping: mapping }).series[0]).toMatchObject({
      sampling: 'lttb',
    })
    expect(drawn(many, { globalSeriesType: 'column', columnMapping: mapping }).series[0]).toMatchObject({
      sampling: 'minmax',
    })
    expect(drawn(many, { globalSeriesType: 'scatter', columnMapping: mapping }).series[0]).toMatchObject({
      large: true,
    })
    expect(
      drawn(many.slice(0, 100), { globalSeriesType: 'line', columnMapping: mapping }).series[0],
    ).not.toHaveProperty('sampling')
  })
})

describe('axes', () => {
  const numbers = [
    { x: 1, y: 100, s: 'p' },
    { x: 2, y: 0, s: 'p' },
    { x: 3, y: 5, s: 'q' },
  ]
  type Label = { formatter(value: number): string }
  const tick = (axis: Entry | undefined, value: number) =>
    (axis?.axisLabel as Label | undefined)?.formatter(value)

  it('print ticks in their format', () => {
    const { x, y } = drawn(numbers, { xAxis: { tickFormat: '.1f' }, yAxis: [{ tickFormat: '$,.0f' }] })
    expect(tick(x[0], 2)).toBe('2.0')
    expect(tick(y[0], 1500)).toBe('$1,500')
    expect(tick(drawn(numbers, {}).y[0], 20_000)).toBe('20k')
  })

  it('print dates by d3-time-format', () => {
    const { x } = drawn([{ x: '2024-03-05', y: 1, s: 'p' }], { xAxis: { tickFormat: '%d/%m' } })
    expect(tick(x[0], Date.UTC(2024, 2, 5))).toBe('05/03')
  })

  it('leave out what a logarithmic axis cannot show, and read limits as exponents', () => {
    const { series, y } = drawn(numbers, {
      globalSeriesType: 'line',
      yAxis: [{ type: 'logarithmic', rangeMin: 0, rangeMax: 3 }],
    })
    expect(y[0]).toMatchObject({ type: 'log', min: 1, max: 1000 })
    expect(series[0]?.data).toEqual([1, 100, 2, Number.NaN])
  })

  it('start lines where the data starts, bars at zero', () => {
    expect(drawn(numbers, { globalSeriesType: 'line' }).y[0]).toMatchObject({ scale: true })
    expect(drawn(numbers, { globalSeriesType: 'column' }).y[0]).toMatchObject({ scale: false })
  })

  it('add a right one for series that use it', () => {
    const { y, series } = drawn(numbers, {
      seriesOptions: { q: { yAxis: 1 } },
      yAxis: [{}, { title: 'right' }],
    })
    expect(y).toMatchObject([{ position: 'left' }, { position: 'right', name: 'right' }])
    expect(series.map(({ yAxisIndex }) => yAxisIndex)).toEqual([0, 1])
  })

  it('name titles and hide labels', () => {
    const { x } = drawn(numbers, { xAxis: { title: { text: 'T' }, labels: { enabled: false } } })
    expect(x[0]).toMatchObject({ name: 'T', axisLabel: { show: false } })
  })

  it('stand alone without data', () => {
    const { x, y, series } = drawn([], {})
    expect(series).toEqual([])
    expect(x[0]).toMatchObject({ type: 'value', min: 0, max: 1 })
    expect(y[0]).toMatchObject({ type: 'value', min: 0, max: 1 })
  })

  it('turn labels of many categories, wrap a few long ones', () => {
    const many = Array.from({ length: 60 }, (_, n) => ({ x: `category number ${n}`, y: n, s: 'p' }))
    expect(drawn(many, {}).x[0]?.axisLabel).toMatchObject({ rotate: 90, overflow: 'truncate' })
    const long = ['a', 'b', 'c'].map((name) => ({ x: name.repeat(90), y: 1, s: 'p' }))
    const label = drawn(long, {}).x[0]?.axisLabel as Entry & { formatter(value: string): string }
    expect(label).toMatchObject({ overflow: 'break', interval: 0 })
    expect(label.formatter('a'.repeat(300))).toMatch(/…$/)
  })
})

describe('error bars', () => {
  it('are drawn by a series of their own, which answers no hover', () => {
    const data = [
      { x: 'a', y: 10, e: 2, s: 'p' },
      { x: 'b', y: 5, e: null, s: 'p' },
    ]
    const { series } = drawn(data, { columnMapping: { ...columnMapping, e: 'yError' } })
    expect(series.map(({ type, id }) => [type, id])).toEqual([
      ['bar', 'trace:0'],
      ['custom', 'error:0'],
    ])
    expect(series[1]).toMatchObject({ silent: true, tooltip: { show: false }, data: [[0, 8, 12]] })
  })
})

describe('tooltip and zoom', () => {
  it('shows all series of an x, on a scatter one point', () => {
    expect(drawn(rows, {}).option.tooltip).toMatchObject({ trigger: 'axis', axisPointer: { axis: 'x' } })
    expect(drawn(rows, { swappedAxes: true }).option.tooltip).toMatchObject({ axisPointer: { axis: 'y' } })
    expect(drawn(rows, { globalSeriesType: 'scatter' }).option.tooltip).toMatchObject({ trigger: 'item' })
  })

  it('zooms along the X axis, and not at all where told so', () => {
    expect(drawn(rows, {}).option.dataZoom).toMatchObject([{ type: 'inside', xAxisIndex: 0 }])
    expect(drawn(rows, { swappedAxes: true }).option.dataZoom).toMatchObject([{ yAxisIndex: 0 }])
    const still = chartToEcharts(cartesian(rows, { columnMapping }), { ...surroundings, zoom: false })
    expect(still).not.toHaveProperty('dataZoom')
  })

  it('shows the part that was zoomed into', () => {
    const zoomed = chartToEcharts(cartesian(rows, { columnMapping }), { ...surroundings, zoomedTo: [0, 1] })
    expect(zoomed.dataZoom).toMatchObject([{ startValue: 0, endValue: 1 }])
  })

  it('never animates', () => {
    expect(drawn(rows, {}).option.animation).toBe(false)
  })
})

describe('pies', () => {
  it('are donuts with a hole, counterclockwise from the top', () => {
    const option = chartToEcharts(pie(rows, { columnMapping }), surroundings)
    const series = list(option.series)
    expect(series).toHaveLength(2)
    expect(series[0]).toMatchObject({
      type: 'pie',
      id: 'trace:0',
      name: 'p',
      clockwise: false,
      startAngle: 90,
    })
    const [inner = 0, outer = 1] = (series[0]?.radius ?? []) as number[]
    expect(inner / outer).toBeCloseTo(0.4)
    expect(list(series[0]?.data).map(({ name, value }) => [name, value])).toEqual([
      ['b', 2],
      ['a', 1],
    ])
    expect(list(option.title).map(({ text }) => text)).toEqual(['p', 'q'])
    expect(option).not.toHaveProperty('xAxis')
  })

  it('have no labels when switched off', () => {
    const option = chartToEcharts(pie(rows, { columnMapping, showDataLabels: false }), surroundings)
    expect(list(list(option.series)[0]?.data)[0]).toMatchObject({ label: { show: false } })
  })
})

describe('colours', () => {
  it('that vanish on the ground are moved until they show', () => {
    const dark = { ...surroundings, theme: { ...theme, ground: 'rgb(24, 26, 31)' } }
    const stored = { columnMapping, seriesOptions: { p: { color: '#000000' }, q: { color: '#FB8D3D' } } }
    const [black, orange] = list(chartToEcharts(cartesian(rows, stored), dark).series)
    expect(black?.color).not.toBe('#000000')
    expect(orange?.color).toBe('#FB8D3D')
  })

  it('fall back from an unknown scheme', () => {
    expect(drawn(rows, { color_scheme: 'No such scheme' }).series[0]?.color).toBe('#356AFF')
  })

  it('of a continuous scheme are spread over the series', () => {
    const three = ['p', 'q', 'r'].map((s) => ({ x: 1, y: 1, s }))
    expect(drawn(three, { color_scheme: 'Viridis' }).series.map(({ color }) => color)).toEqual([
      '#440154',
      '#21918c',
      expect.stringMatching(/^#/),
    ])
  })
})

describe('types that are not drawn yet', () => {
  it.each([
    ['heatmap', 'Heatmap'],
    ['bubble', 'Bubble'],
    ['box', 'Box'],
    ['custom', 'Custom'],
    ['sunflower', 'sunflower'],
  ])('%s is named', (globalSeriesType, typeName) => {
    const model = chartModel(dataOf(rows), optionsOf({ globalSeriesType }), settings, new Set())
    expect(model).toEqual({ kind: 'unavailable', typeName })
  })

  it('draws a series of such a type in the nearest way', () => {
    const { series } = drawn(rows, { seriesOptions: { p: { type: 'custom' }, q: { type: 'bubble' } } })
    expect(series.map(({ type }) => type)).toEqual(['line', 'scatter'])
  })
})
