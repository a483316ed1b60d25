import { describe, expect, it } from 'vitest'
import { resultOfRows } from '../gallery-case.ts'
import { findVisualizationType, offeredVisualizationTypes } from '../registry.ts'
import { describeVisualization } from '../visualization-suite.ts'
import { type BoxplotBoxes, boxplotModel, quantile } from './boxplot-model.ts'
import { normalizeBoxplot } from './boxplot-options.ts'
import { boxplotToEcharts, tooltipLines } from './boxplot-to-echarts.ts'

await describeVisualization('BOXPLOT', import.meta.url)

function boxesOf(rows: readonly Readonly<Record<string, unknown>>[], stored = {}): BoxplotBoxes {
  const model = boxplotModel(resultOfRows(rows), normalizeBoxplot(stored))
  if (model.kind !== 'boxes') throw new Error(model.text)
  return model
}

const columnOf = (numbers: readonly unknown[]) => numbers.map((a) => ({ a }))

describe('a box plot', () => {
  it('interpolates quartiles', () => {
    expect([0.25, 0.5, 0.75].map((share) => quantile([1, 2, 3, 4], share))).toEqual([1.75, 2.5, 3.25])
    expect(quantile([7], 0.25)).toBe(7)
  })

  it('ends whiskers at the last number within 1.5 heights of the box', () => {
    // quartiles 3 and 7: whiskers may reach from -3 to 13
    const [box] = boxesOf(columnOf([-4, 2, 3, 4, 5, 6, 7, 8, 14])).boxes
    expect(box).toEqual({
      name: 'a',
      count: 9,
      lowerWhisker: 2,
      lowerQuartile: 3,
      median: 5,
      upperQuartile: 7,
      upperWhisker: 8,
      outliers: [-4, 14],
    })
  })

  it('has a box for each column of numbers and none for others', () => {
    const rows = [
      { n: 1, text: 'x', flag: true, empty: null, digits: '12.5' },
      { n: null, text: '2', flag: false, empty: null, digits: '' },
    ]
    expect(boxesOf(rows).boxes.map(({ name, count }) => [name, count])).toEqual([
      ['n', 1],
      ['digits', 1],
    ])
  })

  it.each([
    [
      [1.5, 9.2],
      [0.99, 10.1],
    ],
    [
      [-4.5, 20],
      [-5.05, 20.2],
    ],
    [
      [-20, -4.5],
      [-20.2, -3.96],
    ],
    [
      [0, 0],
      [-1, 1],
    ],
  ])('shows %j on an axis of %j', (numbers, domain) => {
    const [low, high] = boxesOf(columnOf(numbers)).domain
    expect(low).toBeCloseTo(domain[0] ?? 0)
    expect(high).toBeCloseTo(domain[1] ?? 0)
  })

  it('thins out very many outliers and keeps the farthest', () => {
    const many = [...Array(9000).fill(0), ...Array.from({ length: 700 }, (_, n) => n + 1)]
    const model = boxesOf(columnOf(many))
    expect(model.boxes[0]?.outliers).toHaveLength(500)
    expect(model.boxes[0]?.outliers.at(-1)).toBe(700)
    expect(model.notes).toEqual(['200 outliers between others are not drawn.'])
  })

  it('says what is missing', () => {
    expect(boxplotModel(resultOfRows([{ a: 'x' }]), {})).toMatchObject({ kind: 'message' })
  })

  it('names its axes, and has no names of its own', () => {
    expect(boxesOf(columnOf([1]), { xAxisLabel: 'X' })).toMatchObject({ xAxisLabel: 'X', yAxisLabel: '' })
    expect(normalizeBoxplot({})).toEqual({})
    expect(normalizeBoxplot({ xAxisLabel: 5, yAxisLabel: 'Y', other: 1 })).toEqual({
      yAxisLabel: 'Y',
      other: 1,
    })
  })

  it('is not offered for new ones, but known', () => {
    expect(findVisualizationType('BOXPLOT')).toMatchObject({ name: 'Boxplot (Deprecated)', deprecated: true })
    expect(offeredVisualizationTypes().map(({ type }) => type)).not.toContain('BOXPLOT')
  })
})

describe('a box plot for ECharts', () => {
  const theme = { ground: '#ffffff', text: '#000', muted: '#666', line: '#ddd', fontFamily: 'sans-serif' }
  const model = boxesOf([...columnOf([1, 2, 3, 4, 100])], { yAxisLabel: 'Y' })
  const option = boxplotToEcharts(model, { theme, size: { width: 400, height: 300 } }, String)

  it('draws boxes of at most 120 px and circles of radius 5', () => {
    expect(option.series).toMatchObject([
      { type: 'boxplot', boxWidth: [4, 120], data: [[1, 2, 3, 4, 4]] },
      { type: 'scatter', symbolSize: 10, data: [[0, 100]] },
    ])
    expect(option.yAxis).toMatchObject({ min: 0.99, max: 101, name: 'Y' })
  })

  it('says the five numbers, or the outlier', () => {
    expect(tooltipLines(model, { seriesType: 'boxplot', dataIndex: 0 }, String)).toEqual([
      'a',
      'Upper whisker: 4',
      'Upper quartile: 4',
      'Median: 3',
      'Lower quartile: 2',
      'Lower whisker: 1',
    ])
    expect(tooltipLines(model, { seriesType: 'scatter', dataIndex: 0, value: [0, 100] }, String)).toEqual([
      'a',
      '100',
    ])
    expect(tooltipLines(model, null, String)).toEqual([])
  })
})
