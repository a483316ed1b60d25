import { describe, expect, it } from 'vitest'
import { formatNumber } from '#shared/format/numbers.ts'
import type { VisualizationTheme } from '../parts/visualization-theme.ts'
import { cartesian, pie, settings } from './chart-samples.ts'
import { chartToEcharts, drawChart, type Surroundings } from './chart-to-echarts.ts'

const theme: VisualizationTheme = {
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
  it('are pairs of category index and height, in the colors of the scheme', () => {
    const { series, x, y } = drawn(rows, {})
    expect(series).toMatchObject([
      { type: 'bar', id: 'trace:0', name: 'p', color: '#356AFF', data: [0, 1, 1, 2] },
      { type: 'bar', id: 'trace:1', name: 'q', color: '#E92828', data: [0, 0, 1, 5] },
    ])
    expect(series[0]).not.toHaveProperty('stack')
    expect(x[0]).toMatchObject({ type: 'category', data: ['a', 'b'], position: 'bottom' })
    expect(y[0]).toMatchObject({ type: 'value', scale: false })
  })

  it('are stacked with their own heights', () => {
    const { series } = drawn(rows, { series: { stacking: 'stack' } })
    expect(series.map(({ stack, data }) => [stack, data])).toEqual([
      ['columns', [0, 1, 1, 2]],
      ['columns', [0, 0, 1, 5]],
    ])
  })

  it('are horizontal when the axes are swapped', () => {
    const { series, x, y } = drawn(rows, { swappedAxes: true })
    expect(series[0]?.data).toEqual([1, 0, 2, 1])
    expect(x[0]).toMatchObject({ type: 'value', position: 'bottom' })
    expect(y[0]).toMatchObject({ type: 'category', position: 'left' })
  })

  it('begin at the top when they are horizontal, and numbers and dates at the bottom', () => {
    expect(drawn(rows, { swappedAxes: true }).y[0]).toMatchObject({ inverse: true })
    expect(drawn(rows, {}).x[0]).not.toHaveProperty('inverse')
    const dates = [
      { x: '2020-01-01', y: 1, s: 'p' },
      { x: '2020-02-01', y: 2, s: 'p' },
    ]
    const lines = { swappedAxes: true, globalSeriesType: 'line', xAxis: { type: 'datetime' } }
    expect(drawn(dates, lines).y[0]).not.toHaveProperty('inverse')
  })

  it('are left out when hidden, and others keep their ids', () => {
    const { series } = drawn(rows, {}, ['p'])
    expect(series.map(({ id, color }) => [id, color])).toEqual([['trace:1', '#E92828']])
  })

  it('have the text of their points as labels', () => {
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

  it('leave gaps for missing values on a time axis', () => {
    const { series, x, option } = drawn(times, { globalSeriesType: 'line', missingValuesAsZero: false })
    expect(series[0]).toMatchObject({
      type: 'line',
      connectNulls: false,
      data: [day(1), 1, day(2), Number.NaN, day(3), 3],
    })
    expect(x[0]).toMatchObject({ type: 'time' })
    expect(option.useUTC).toBe(true)
  })

  it('do not stretch the Y axis for a point without an x', () => {
    const dated = [
      { x: '2024-01-01', y: 1 },
      { x: null, y: 1000 },
      { x: '2024-01-03', y: 3 },
    ]
    const { series } = drawn(dated, { globalSeriesType: 'line', xAxis: { type: 'datetime' } })
    const heights = ((series[0]?.data ?? []) as number[]).filter((_, at) => at % 2 === 1)
    expect(heights.filter((height) => !Number.isNaN(height))).toEqual([1, 3])
  })

  it('have a symbol at points between gaps', () => {
    const { series } = drawn(times, { globalSeriesType: 'line', missingValuesAsZero: false })
    const size = series[0]?.symbolSize as (value: unknown, at: { dataIndex: number }) => number
    expect([0, 1, 2].map((dataIndex) => size(null, { dataIndex }) > 0)).toEqual([true, false, true])
  })

  it.each([
    ['linear', {}],
    ['spline', { smooth: 0.3 }],
    ['hv', { step: 'end' }],
    ['vh', { step: 'start' }],
  ])('have the shape %s', (lineShape, expected) => {
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

  it('base a stacked area on an invisible line, the edge below it', () => {
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

  it('are drawn from fewer points when a pixel holds many, with a note', () => {
    const many = Array.from({ length: 60_000 }, (_, x) => ({
      x,
      y: x === 31_234 ? 999 : x === 44_444 ? -5 : x % 7,
    }))
    const drawing = drawChart(
      cartesian(many, { globalSeriesType: 'line', columnMapping: { x: 'x', y: 'y' } }),
      surroundings,
    )
    const [series] = list(drawing.option.series)
    const data = [...((series?.data ?? []) as Float64Array)]
    const places = drawing.placesOf.get('trace:0')
    expect(data.length / 2).toBe(places?.length)
    expect(data.length / 2).toBeLessThan(3100)
    expect(data).toEqual(expect.arrayContaining([31_234, 999, 44_444, -5]))
    // placesOf maps each datum to its point
    expect([...(places ?? [])].every((place, at) => data[at * 2] === place)).toBe(true)
    expect(drawing.option.title).toMatchObject({
      text: `Drawn from ${formatNumber(places?.length, '0,0', settings)} of 60,000 points`,
    })
  })

  it('draw every point of the zoomed part', () => {
    const many = Array.from({ length: 60_000 }, (_, x) => ({ x, y: x % 7 }))
    const model = cartesian(many, { globalSeriesType: 'line', columnMapping: { x: 'x', y: 'y' } })
    const { placesOf, option } = drawChart(model, { ...surroundings, zoomedTo: [100, 400] })
    expect(placesOf.size).toBe(0)
    expect(list(option.series)[0]?.data).toHaveLength(120_000)
  })
})

describe('many bars and points', () => {
  const columnMappingOfMany = { x: 'x', y: 'y', s: 'series', n: 'size' }

  it('draws the highest and the lowest of the bars in one pixel, over all series', () => {
    const many = Array.from({ length: 30_000 }, (_, n) => ({
      x: n >> 1,
      y: n === 20_001 ? 500 : n === 9000 ? -500 : 1,
      s: n % 2 ? 'q' : 'p',
    }))
    const option = chartToEcharts(cartesian(many, { columnMapping: columnMappingOfMany }), surroundings)
    const [p, q] = list(option.series).map(({ data }) => [...(data as Float64Array)])
    expect((p?.length ?? 0) + (q?.length ?? 0)).toBeLessThan(2 * 2 * 800)
    expect(q).toEqual(expect.arrayContaining([10_000, 500]))
    expect(p).toEqual(expect.arrayContaining([4500, -500]))
  })

  it('draws the highest stacks, with the same indexes in every series', () => {
    const many = Array.from({ length: 30_000 }, (_, n) => ({
      x: n >> 1,
      y: n === 20_001 ? 500 : 1,
      s: n % 2 ? 'q' : 'p',
    }))
    const stored = { columnMapping: columnMappingOfMany, series: { stacking: 'stack' } }
    const { option, placesOf } = drawChart(cartesian(many, stored), surroundings)
    expect(placesOf.get('trace:0')).toEqual(placesOf.get('trace:1'))
    expect([...(placesOf.get('trace:0') ?? [])]).toContain(10_000)
    expect(list(option.series).map(({ data }) => (data as Float64Array).length / 2)).toEqual([740, 740])
  })

  it('paints all points in bulk', () => {
    const many = Array.from({ length: 6000 }, (_, x) => ({ x, y: x === 3 ? null : x % 7, s: 'p' }))
    const stored = {
      globalSeriesType: 'scatter',
      columnMapping: columnMappingOfMany,
      missingValuesAsZero: false,
    }
    const { option, placesOf } = drawChart(cartesian(many, stored), surroundings)
    expect(list(option.series)[0]).toMatchObject({ type: 'scatter', large: true })
    // a point with NaN is left out, and later points keep their indexes
    expect([...(placesOf.get('trace:0') ?? [])].slice(2, 5)).toEqual([2, 4, 5])
    expect(option).not.toHaveProperty('title')
  })

  it('leaves out labels when there are too many, with a note', () => {
    const many = Array.from({ length: 2500 }, (_, x) => ({ x, y: x, s: 'p' }))
    const { option, series } = drawn(many, { globalSeriesType: 'line', showDataLabels: true })
    expect(series[0]?.label).toEqual({ show: false })
    expect(option.title).toMatchObject({ text: 'No labels: more than 2,000 points' })
  })
})

describe('bubbles', () => {
  const bubbles = [
    { x: 1, y: 1, n: 5, s: 'p' },
    { x: 2, y: 2, n: 40, s: 'p' },
    { x: 3, y: 3, n: 0, s: 'p' },
  ]
  const stored = { globalSeriesType: 'bubble', columnMapping: { ...columnMapping, n: 'size' } }
  const sizes = (series: Entry | undefined, count: number) => {
    const size = series?.symbolSize as (value: unknown, at: { dataIndex: number }) => number
    return Array.from({ length: count }, (_, dataIndex) => size(null, { dataIndex }))
  }

  it('are circles as wide as their size, the largest below the others, and not drawn without a size', () => {
    const { series } = drawn(bubbles, stored)
    expect(series[0]).toMatchObject({ type: 'scatter', data: [2, 2, 1, 1] })
    expect(sizes(series[0], 2)).toEqual([40, 5])
  })

  it('shrink together when the largest would cover everything', () => {
    const { series } = drawn(bubbles, { ...stored, coefficient: 60 })
    // a diameter of 2400 in a plot of 400 becomes 240
    expect(sizes(series[0], 2)).toEqual([240, 30])
  })

  it('keep the largest and the dots of a hundred thousand', () => {
    const many = Array.from({ length: 100_000 }, (_, n) => ({
      x: (n * 7919) % 1000,
      y: (n * 104_729) % 997,
      n: n === 77 ? 60 : n % 50,
      s: 'p',
    }))
    const { option, placesOf } = drawChart(cartesian(many, stored), surroundings)
    const [large, dots] = list(option.series)
    expect(placesOf.get('trace:0')?.length).toBeLessThanOrEqual(6000)
    expect(sizes(large, 1)).toEqual([60])
    expect(dots).toMatchObject({ id: 'trace:0:dots', large: true, symbolSize: 3 })
    expect(placesOf.get('trace:0:dots')).toHaveLength(6000)
    expect(option.title).toMatchObject({
      text: expect.stringMatching(/^Drawn from [\d,]+ of 98,000 points$/),
    })
  })
})

describe('points in bulk', () => {
  const many = (cells: (n: number) => Record<string, unknown>) =>
    Array.from({ length: 20_000 }, (_, n) => cells(n))

  it('are left out of an empty series, which ECharts cannot paint in bulk', () => {
    const large = many((n) => ({ x: n, y: n % 100, n: 40 + (n % 60), s: 'p' }))
    const bubbles = list(
      drawChart(
        cartesian(large, {
          globalSeriesType: 'bubble',
          columnMapping: { x: 'x', y: 'y', n: 'size', s: 'series' },
        }),
        surroundings,
      ).option.series,
    )
    expect(bubbles.map(({ id }) => id)).toEqual(['trace:0'])
    const nowhere = many((n) => ({ x: n, y: n < 19_000 ? n : null, s: n < 19_000 ? 'p' : 'q' }))
    const points = cartesian(nowhere, {
      globalSeriesType: 'scatter',
      missingValuesAsZero: false,
      columnMapping: { x: 'x', y: 'y', s: 'series' },
    })
    const scatter = list(drawChart(points, surroundings).option.series)
    expect(scatter.map((series) => 'large' in series)).toEqual([true, false])
  })
})

describe('boxes', () => {
  const values = [1, 2, 3, 4, 100].map((y) => ({ x: 'a', y, s: 'p' }))
  const stored = { globalSeriesType: 'box', columnMapping }

  it('set the range of the axis, including outliers', () => {
    const { series, x } = drawn(values, stored)
    expect(series[0]).toMatchObject({
      type: 'custom',
      id: 'trace:0',
      data: [[0, 1, 1, 1.75, 3, 28, 28, 100]],
      encode: { x: 0, y: [1, 2, 3, 4, 5, 6, 7] },
    })
    expect(x[0]).toMatchObject({ type: 'category', boundaryGap: true })
    expect(drawn(values, { ...stored, swappedAxes: true }).series[0]).toMatchObject({
      encode: { x: [1, 2, 3, 4, 5, 6, 7], y: 0 },
    })
  })

  it('have a tooltip each', () => {
    expect(drawn(values, stored).option.tooltip).toMatchObject({ trigger: 'item' })
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

  it('show ticks in their format', () => {
    const { x, y } = drawn(numbers, { xAxis: { tickFormat: '.1f' }, yAxis: [{ tickFormat: '$,.0f' }] })
    expect(tick(x[0], 2)).toBe('2.0')
    expect(tick(y[0], 1500)).toBe('$1,500')
    expect(tick(drawn(numbers, {}).y[0], 20_000)).toBe('20k')
  })

  it('show ticks with the separators of the organization', () => {
    const model = cartesian(numbers, { columnMapping, yAxis: [{ tickFormat: ',.1f' }] })
    Object.assign(model.text, { settings: { thousandsSeparator: '.', decimalSeparator: ',' } })
    const { xAxis, yAxis } = chartToEcharts(model, surroundings)
    expect(tick(list(yAxis)[0], 1234.5)).toBe('1.234,5')
    expect(tick(list(xAxis)[0], 2.5)).toBe('2,5')
  })

  it('show dates by d3-time-format', () => {
    const { x } = drawn([{ x: '2024-03-05', y: 1, s: 'p' }], { xAxis: { tickFormat: '%d/%m' } })
    expect(tick(x[0], Date.UTC(2024, 2, 5))).toBe('05/03')
  })

  it('leave out values that a logarithmic axis cannot show, and read limits as exponents', () => {
    const { series, y } = drawn(numbers, {
      globalSeriesType: 'line',
      yAxis: [{ type: 'logarithmic', rangeMin: 0, rangeMax: 3 }],
    })
    expect(y[0]).toMatchObject({ type: 'log', min: 1, max: 1000 })
    expect(series[0]?.data).toEqual([1, 100, 2, Number.NaN])
  })

  it('of numbers use the limits that are stored for X', () => {
    const limited = (type: string) =>
      drawn(numbers, { globalSeriesType: 'bubble', xAxis: { type, rangeMin: 0, rangeMax: 2 } }).x[0]
    expect(limited('linear')).toMatchObject({ type: 'value', min: 0, max: 2 })
    expect(limited('logarithmic')).toMatchObject({ type: 'log', min: 1, max: 100 })
    expect(limited('category')).not.toHaveProperty('min')
    expect(drawn(numbers, { globalSeriesType: 'bubble' }).x[0]).not.toHaveProperty('min')
  })

  it('start lines at the smallest value, bars at zero', () => {
    expect(drawn(numbers, { globalSeriesType: 'line' }).y[0]).toMatchObject({ scale: true })
    expect(drawn(numbers, { globalSeriesType: 'column' }).y[0]).toMatchObject({ scale: false })
  })

  it('include a right one for series that use it', () => {
    const { y, series } = drawn(numbers, {
      seriesOptions: { q: { yAxis: 1 } },
      yAxis: [{}, { title: 'right' }],
    })
    expect(y).toMatchObject([{ position: 'left' }, { position: 'right', name: 'right' }])
    expect(series.map(({ yAxisIndex }) => yAxisIndex)).toEqual([0, 1])
  })

  it('have titles and may hide labels', () => {
    const { x } = drawn(numbers, { xAxis: { title: { text: 'T' }, labels: { enabled: false } } })
    expect(x[0]).toMatchObject({ name: 'T', axisLabel: { show: false } })
  })

  it('are drawn without data', () => {
    const { x, y, series } = drawn([], {})
    expect(series).toEqual([])
    expect(x[0]).toMatchObject({ type: 'value', min: 0, max: 1 })
    expect(y[0]).toMatchObject({ type: 'value', min: 0, max: 1 })
  })

  it('rotate the labels of many categories, and wrap a few long ones', () => {
    const many = Array.from({ length: 60 }, (_, n) => ({ x: `category number ${n}`, y: n, s: 'p' }))
    expect(drawn(many, {}).x[0]?.axisLabel).toMatchObject({ rotate: 90, overflow: 'truncate' })
    // a set width would leave a gap above the title of the axis
    const short = Array.from({ length: 60 }, (_, n) => ({ x: `M${n}`, y: n, s: 'p' }))
    expect(drawn(short, {}).x[0]?.axisLabel).toMatchObject({ rotate: 90 })
    expect(drawn(short, {}).x[0]?.axisLabel).not.toHaveProperty('width')
    const long = ['a', 'b', 'c'].map((name) => ({ x: name.repeat(90), y: 1, s: 'p' }))
    const label = drawn(long, {}).x[0]?.axisLabel as Entry & { formatter(value: string): string }
    expect(label).toMatchObject({ overflow: 'break', interval: 0 })
    expect(label.formatter('a'.repeat(300))).toMatch(/…$/)
  })

  it('thin dates among categories to short ones beside each other, also where zoomed', () => {
    const days = Array.from({ length: 90 }, (_, index) => ({
      x: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
      y: index,
      s: 'p',
    }))
    const model = cartesian(days, { columnMapping, xAxis: { type: 'category' } })
    const labels = (zoomedTo: readonly [number, number] | null) =>
      list(chartToEcharts(model, { ...surroundings, zoomedTo }).xAxis)[0]?.axisLabel as Entry & {
        formatter(value: string): string
      }
    expect(labels(null)).toMatchObject({
      rotate: 0,
      customValues: [4, 11, 18, 25, 32, 39, 46, 53, 60, 67, 74, 81, 88],
    })
    expect(labels(null).formatter('2026-01-05 00:00:00')).toBe('5 Jan\n2026')
    expect(labels([10, 19])).toMatchObject({ customValues: [10, 11, 12, 13, 14, 15, 16, 17, 18, 19] })
    const hidden = cartesian(days, { columnMapping, xAxis: { type: 'category', labels: { enabled: false } } })
    expect(list(chartToEcharts(hidden, surroundings).xAxis)[0]).toMatchObject({ axisLabel: { show: false } })
  })
})

describe('error bars', () => {
  it('are a separate series without tooltip', () => {
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
  it('shows all series of an x, but one point of a scatter', () => {
    expect(drawn(rows, {}).option.tooltip).toMatchObject({ trigger: 'axis', axisPointer: { axis: 'x' } })
    expect(drawn(rows, { swappedAxes: true }).option.tooltip).toMatchObject({ axisPointer: { axis: 'y' } })
    expect(drawn(rows, { globalSeriesType: 'scatter' }).option.tooltip).toMatchObject({ trigger: 'item' })
  })

  it('zooms along the X axis, unless zoom is off', () => {
    expect(drawn(rows, {}).option.dataZoom).toMatchObject([{ type: 'inside', xAxisIndex: 0 }])
    expect(drawn(rows, { swappedAxes: true }).option.dataZoom).toMatchObject([{ yAxisIndex: 0 }])
    const still = chartToEcharts(cartesian(rows, { columnMapping }), { ...surroundings, zoom: false })
    expect(still).not.toHaveProperty('dataZoom')
  })

  it('leaves the wheel to the page', () => {
    expect(drawn(rows, {}).option.dataZoom).toMatchObject([{ disabled: true }])
  })

  it('shows the zoomed part', () => {
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

describe('colors', () => {
  it('are adjusted when they are invisible on the ground', () => {
    const dark = { ...surroundings, theme: { ...theme, ground: 'rgb(24, 26, 31)' } }
    const stored = { columnMapping, seriesOptions: { p: { color: '#000000' }, q: { color: '#FB8D3D' } } }
    const [black, orange] = list(chartToEcharts(cartesian(rows, stored), dark).series)
    expect(black?.color).not.toBe('#000000')
    expect(orange?.color).toBe('#FB8D3D')
  })

  it('use the default for an unknown scheme', () => {
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

describe('unknown types', () => {
  it.each([
    ['sunflower', 'bar'],
    ['custom', 'line'],
    ['bubble', 'scatter'],
  ])('draw a series of type %s as the nearest known type', (type, expected) => {
    const { series } = drawn(rows, { seriesOptions: { q: { type } } })
    expect(series.map((one) => one.type)).toEqual(['bar', expected])
  })

  it('draw an unknown chart type as bars', () => {
    expect(drawn(rows, { globalSeriesType: 'sunflower' }).series.map(({ type }) => type)).toEqual([
      'bar',
      'bar',
    ])
  })
})
