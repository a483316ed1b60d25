import { describe, expect, it } from 'vitest'
import type { Row } from '../visualization.ts'
import { type HeatmapModel, heatmapModel } from './chart-heatmap.ts'
import { dataOf, optionsOf, settings } from './chart-samples.ts'
import { chartSeries } from './chart-series.ts'
import { heatmapOnPage } from './echarts-heatmap.ts'
import { colorAt, defaultScale, evenColors, heatmapScales } from './heatmap-scales.ts'

const columnMapping = { x: 'x', y: 'y', z: 'zVal' }

function heatmap(rows: Row[], stored: Record<string, unknown> = {}): HeatmapModel {
  const options = optionsOf({ globalSeriesType: 'heatmap', columnMapping, ...stored })
  return heatmapModel(chartSeries(dataOf(rows), options), options, settings)
}

/** The cells as lines of text from top to bottom; `.` without a cell. */
function grid({ x, y, cells }: HeatmapModel): string[] {
  return y.labels
    .map((label, line) => {
      const values = x.labels.map((_, column) => {
        const cell = cells.find((one) => one.x === column && one.y === line)
        return cell ? String(cell.z) : '.'
      })
      return `${label}: ${values.join(' ')}`
    })
    .reverse()
}

const rows = [
  { x: 'b', y: 'two', z: 5 },
  { x: 'a', y: 'one', z: 2 },
  { x: 'a', y: 'two', z: null },
  { x: 'a', y: 'one', z: 99 },
]

describe('cells of a heatmap', () => {
  it('have sorted x and unsorted y; the first row wins, a gap is 0, a null has no cell', () => {
    const model = heatmap(rows)
    expect(model.x.labels).toEqual(['a', 'b'])
    expect(model.y.labels).toEqual(['two', 'one'])
    expect(grid(model)).toEqual(['one: 2 0', 'two: . 5'])
  })

  it.each([
    [{ sortX: false }, ['b', 'a'], ['two', 'one']],
    [{ sortX: false, reverseX: true }, ['a', 'b'], ['two', 'one']],
    [{ sortX: true, reverseX: true }, ['b', 'a'], ['two', 'one']],
    [{ sortY: true }, ['a', 'b'], ['one', 'two']],
    [{ sortY: true, reverseY: true }, ['a', 'b'], ['two', 'one']],
    [{ reverseY: true }, ['a', 'b'], ['one', 'two']],
  ])('are ordered by %j', (stored, x, y) => {
    const model = heatmap(rows, stored)
    expect([model.x.labels, model.y.labels]).toEqual([x, y])
  })

  it('are sorted by value for numbers and numeric texts', () => {
    const model = heatmap(
      ['10', '9', '-1'].map((y) => ({ x: 1, y, z: 1 })),
      { sortY: true },
    )
    expect(model.y.labels).toEqual(['-1', '9', '10'])
  })

  it('have the same x for different texts of one date', () => {
    const model = heatmap(
      [
        { x: '2024-02-01T00:00:00Z', y: 'a', z: 1 },
        { x: '2024-02-01', y: 'b', z: 2 },
        { x: '2024-01-01T00:00:00.400', y: 'a', z: 3 },
      ],
      { dateTimeFormat: 'DD/MM/YYYY', xAxis: { tickFormat: '%b' } },
    )
    expect(model.x.labels).toEqual(['Jan', 'Feb'])
    expect(model.x.names).toEqual(['01/01/2024', '01/02/2024'])
    expect(model.x.values).toEqual(['2024-01-01 00:00:00', '2024-02-01 00:00:00'])
    expect(grid(model)).toEqual(['b: 0 2', 'a: 3 1'])
  })

  it('have labels in the tick format, with the separators of the organization', () => {
    const options = optionsOf({ globalSeriesType: 'heatmap', columnMapping, xAxis: { tickFormat: ',.1f' } })
    const german = { ...settings, thousandsSeparator: '.', decimalSeparator: ',' }
    const given = dataOf([{ x: 1234.5, y: 'a', z: 1 }])
    expect(heatmapModel(chartSeries(given, options), options, german).x.labels).toEqual(['1.234,5'])
  })

  it('are left out without x or y, and outside of the stored limits', () => {
    const given = [1, 2, 3, 4].map((y) => ({ x: 'a', y, z: y }))
    expect(grid(heatmap([...given, { x: null, y: 5, z: 1 }, { x: 'a', y: null, z: 1 }]))).toHaveLength(4)
    expect(heatmap(given, { yAxis: [{ rangeMin: 2, rangeMax: 3 }] }).y.labels).toEqual(['2', '3'])
    expect(heatmap(given, { yAxis: [{ type: 'category', rangeMin: 2 }] }).y.labels).toHaveLength(4)
  })

  it('of later series cover earlier ones, but a gap covers nothing', () => {
    const given = [
      { x: 'a', y: 'one', other: 'three', z: 1 },
      { x: 'b', y: 'two', other: 'one', z: 2 },
    ]
    const model = heatmap(given, { columnMapping: { x: 'x', y: 'y', other: 'y', z: 'zVal' } })
    expect(grid(model)).toEqual(['three: 1 0', 'two: 0 2', 'one: 1 2'])
  })

  it('do not exist without a column of colors', () => {
    expect(heatmap(rows, { columnMapping: { x: 'x', y: 'y' } }).cells).toEqual([])
  })

  it('are only those of rows when the grid would be huge', () => {
    const many = Array.from({ length: 600 }, (_, index) => ({ x: index, y: index, z: 1 }))
    expect(heatmap(many).cells).toHaveLength(600)
    expect(heatmap(many.slice(0, 400)).cells).toHaveLength(160_000)
  })
})

describe('colors of a heatmap', () => {
  const negative = [-4, 0, 4].map((z) => ({ x: z, y: 'a', z }))

  it('go from blue to red unless a scheme is chosen', () => {
    const { scale, cells, range } = heatmap(negative)
    expect(scale).toEqual(defaultScale)
    expect(range).toEqual([-4, 4])
    expect(cells.map(({ color }) => color)).toEqual(['#356aff', '#c191bd', '#e92827'])
  })

  it('work for negative numbers with labels and a scheme', () => {
    const { cells, showLabels } = heatmap(negative, {
      colorScheme: 'Greys',
      showDataLabels: true,
      numberFormat: '0.0',
    })
    expect(showLabels).toBe(true)
    expect(cells.map(({ color, text }) => [color, text])).toEqual([
      ['#000000', '-4.0'],
      ['#808080', '0.0'],
      ['#ffffff', '4.0'],
    ])
  })

  it('go from one chosen color to the other', () => {
    const stored = { colorScheme: 'Custom...', heatMinColor: '#000000', heatMaxColor: '#00FF00' }
    expect(heatmap(negative, stored).cells.map(({ color }) => color)).toEqual([
      '#000000',
      '#008000',
      '#00ff00',
    ])
    expect(heatmap(negative, { colorScheme: 'Custom...', heatMinColor: 5 }).scale).toEqual([
      [0, '#356aff'],
      [1, '#e92827'],
    ])
  })

  it.each(['constructor', '__proto__', '', 7, null])('%j is not a scheme', (colorScheme) => {
    expect(heatmap(negative, { colorScheme }).scale).toEqual(defaultScale)
  })

  it('of a single value are in the middle of the scale', () => {
    const { range, cells } = heatmap([{ x: 1, y: 1, z: 3 }], { colorScheme: 'Greys' })
    expect([range, cells[0]?.color]).toEqual([[2.5, 3.5], '#808080'])
  })

  it('read numbers with signs and separators; other texts have no cell', () => {
    const model = heatmap([
      { x: 1, y: 1, z: '$1,200' },
      { x: 2, y: 1, z: 'many' },
    ])
    expect(model.cells).toMatchObject([{ x: 0, z: 1200, text: '1,200' }])
  })
})

describe('scales by name', () => {
  it('are two of our own and the seventeen of the editor of Redash, each sorted from 0 to 1', () => {
    expect(Object.keys(heatmapScales).join(' ')).toBe(
      'Sextant Sextant Diverging Blackbody Bluered Blues Earth Electric Greens Greys Hot Jet Picnic Portland Rainbow RdBu Reds Viridis YlGnBu YlOrRd',
    )
    for (const scale of Object.values(heatmapScales)) {
      const places = scale.map(([at]) => at)
      expect([places[0], places.at(-1)]).toEqual([0, 1])
      expect(places.toSorted((a, b) => a - b)).toEqual(places)
      for (const [, color] of scale) expect(color).toMatch(/^#[0-9a-f]{6}$/)
    }
  })

  it('are others on a dark page if they are ours', () => {
    const rows = [
      { x: 1, y: 1, z: 0 },
      { x: 2, y: 1, z: 10 },
    ]
    const theme = { ground: '#181a1f', text: '#ffffff', muted: '#aaaaaa', line: '#333333', fontFamily: '' }
    const colorsOf = (colorScheme: string | undefined, ground: string) =>
      heatmapOnPage(heatmap(rows, { colorScheme }), { ...theme, ground }).cells.map(({ color }) => color)
    expect(colorsOf('Sextant', '#ffffff')).toEqual(['#edf2fc', '#28209e'])
    expect(colorsOf('Sextant', '#181a1f')).toEqual(['#282d52', '#cdd6ff'])
    expect(colorsOf('Sextant Diverging', '#181a1f')).toEqual(['#f8d0a2', '#cdd5ff'])
    for (const stored of [undefined, 'Viridis']) {
      expect(colorsOf(stored, '#181a1f')).toEqual(colorsOf(stored, '#ffffff'))
    }
  })

  it('interpolate colors between stops, and are clamped at both ends', () => {
    const { Jet = [], RdBu = [] } = heatmapScales
    expect([colorAt(Jet, 0.25), colorAt(Jet, -1), colorAt(Jet, 7)]).toEqual(['#039ed5', '#000083', '#800000'])
    expect(colorAt(RdBu, 0.5)).toBe('#bebebe')
    expect(colorAt([], 0.5)).toBe('#000000')
    const even = evenColors(RdBu)
    expect([even.length, even[0], even[70], even[100], even[200]]).toEqual([
      201,
      '#050aac',
      '#6a89f7',
      '#bebebe',
      '#b20a1c',
    ])
  })
})
