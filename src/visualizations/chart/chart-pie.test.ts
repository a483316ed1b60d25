import { describe, expect, it } from 'vitest'
import { donutBoxes, shareText } from './chart-pie.ts'
import { pie } from './chart-samples.ts'

const columnMapping = { x: 'x', y: 'y', s: 'series' }
const rows = [
  { x: 'a', y: 1, s: 'p' },
  { x: 'b', y: '6', s: 'p' },
  { x: 'a', y: 2, s: 'p' },
  { x: 'c', y: 4, s: 'q' },
]

describe('pie', () => {
  it('makes a donut per series, adds up equal x, and sorts the largest first', () => {
    const { donuts } = pie(rows, { columnMapping })
    expect(
      donuts.map(({ label, slices }) => [label, slices.map(({ name, value }) => [name, value])]),
    ).toEqual([
      [
        'p',
        [
          ['b', 6],
          ['a', 3],
        ],
      ],
      ['q', [['c', 4]]],
    ])
  })

  it('treats numeric texts as names', () => {
    const versions = ['007', '1.1', '1.10', '7'].map((x, index) => ({ x, y: 4 - index }))
    const stored = { columnMapping: { x: 'x', y: 'y' }, valuesOptions: { '007': { color: '#123456' } } }
    const [donut] = pie(versions, stored).donuts
    expect(donut?.slices.map(({ name, value }) => [name, value])).toEqual([
      ['007', 4],
      ['1.1', 3],
      ['1.10', 2],
      ['7', 1],
    ])
    expect(donut?.slices[0]?.color).toBe('#123456')
  })

  it('keeps the order of the rows without sorting', () => {
    const [donut] = pie(rows, { columnMapping, piesort: false }).donuts
    expect(donut?.slices.map(({ name }) => name)).toEqual(['a', 'b'])
  })

  it('formats share and value', () => {
    const [donut] = pie(rows, { columnMapping }).donuts
    expect(donut?.slices.map(({ text }) => text)).toEqual(['66.67% (6)', '33.33% (3)'])
    expect(donut?.slices.map(({ share }) => share)).toEqual(['66.7%', '33.3%'])
  })

  it('fills a template, and does not repeat what it prints', () => {
    const model = pie(rows, { columnMapping, textFormat: '{{ @@name }}/{{ @@x }}: {{ @@y }} {{ s }}' })
    expect(model.donuts[0]?.slices[0]?.text).toBe('p/b: 6 p')
    expect(model.donuts[0]?.showLabel).toBe(false)
    expect(model.templateNamesX).toBe(true)
  })

  it('shows the date of a slice in the format of the chart, and keeps the key of its color', () => {
    const stored = { columnMapping, textFormat: '{{ @@x }}', dateTimeFormat: 'DD.MM.YYYY' }
    const [slice] = pie([{ x: '2024-03-05', y: 1 }], stored).donuts[0]?.slices ?? []
    expect([slice?.name, slice?.text]).toEqual(['2024-03-05 00:00:00', '05.03.2024'])
  })

  it('counts a missing value as 0, so that other percentages are unchanged', () => {
    const withNull = [
      { x: 'a', y: 1 },
      { x: 'b', y: null },
      { x: 'c', y: 3 },
    ]
    const [donut] = pie(withNull, { columnMapping: { x: 'x', y: 'y' } }).donuts
    expect(donut?.slices.map(({ text }) => text)).toEqual(['75% (3)', '25% (1)', '0% (0)'])
  })

  it('has one slice per series when no column has role x', () => {
    const { donuts } = pie(
      [
        { a: 1, b: 2 },
        { a: 3, b: 4 },
      ],
      { columnMapping: { a: 'y', b: 'y' } },
    )
    expect(donuts.map(({ slices }) => slices.map(({ name, value }) => [name, value]))).toEqual([
      [['Slice 0', 4]],
      [['Slice 1', 6]],
    ])
  })

  it('leaves out negative sums', () => {
    const [donut] = pie(
      [
        { x: 'a', y: -1 },
        { x: 'b', y: 2 },
      ],
      { columnMapping: { x: 'x', y: 'y' } },
    ).donuts
    expect(donut?.slices.map(({ name }) => name)).toEqual(['b'])
  })

  it('uses the same colors in all donuts, stored ones first', () => {
    const data = ['p', 'q'].flatMap((s) => ['a', 'b', 'c'].map((x) => ({ x, y: 1, s })))
    const { donuts, legend } = pie(data, { columnMapping, valuesOptions: { b: { color: '#123456' } } })
    expect(legend.map(({ color }) => color)).toEqual(['#356AFF', '#123456', '#E92828'])
    for (const { slices } of donuts) {
      expect(slices.map(({ color }) => color)).toEqual(['#356AFF', '#123456', '#E92828'])
    }
  })

  it('spreads a continuous scheme over the first donut', () => {
    const data = ['a', 'b', 'c'].map((x) => ({ x, y: 1 }))
    const { legend } = pie(data, { columnMapping: { x: 'x', y: 'y' }, color_scheme: 'Viridis' })
    expect(legend.map(({ color }) => color)).toEqual(['#440154', '#21918c', '#fde725'])
  })

  it('hides slices that are switched off, and recalculates the other shares', () => {
    const model = pie(rows, { columnMapping }, ['b'])
    expect(model.donuts[0]?.slices.map(({ name, share }) => [name, share])).toEqual([['a', '100%']])
    expect(model.legend.find(({ name }) => name === 'b')?.hidden).toBe(true)
  })

  it('reads direction and series labels', () => {
    const model = pie(rows, {
      columnMapping,
      direction: { type: 'clockwise' },
      seriesOptions: { p: { name: 'P!' } },
    })
    expect(model.clockwise).toBe(true)
    expect(model.donuts[0]?.label).toBe('P!')
    expect(pie(rows, { columnMapping }).clockwise).toBe(false)
  })

  it('names slices of dates by UTC text, shown without midnight', () => {
    const { legend } = pie([{ x: '2024-01-02', y: 1 }], { columnMapping: { x: 'x', y: 'y' } })
    expect(legend[0]).toMatchObject({ name: '2024-01-02 00:00:00', label: '2024-01-02' })
  })
})

describe('the grid of donuts', () => {
  it.each([
    [1, 1, 1],
    [2, 2, 1],
    [3, 2, 2],
    [5, 3, 2],
  ])('puts %d donuts into %d columns and %d rows', (count, columns, lines) => {
    const boxes = donutBoxes(count)
    expect(boxes).toHaveLength(count)
    expect(new Set(boxes.map(({ x }) => x)).size).toBe(columns)
    expect(new Set(boxes.map(({ y }) => y)).size).toBe(lines)
  })

  it('leaves padding around each', () => {
    expect(donutBoxes(1)[0]).toEqual({ x: 0.02, y: 0.1, width: 0.96, height: 0.8 })
  })
})

it.each([
  [33.3333, '33.3%'],
  [100, '100%'],
  [0.04567, '0.0457%'],
  [0, '0%'],
])('formats a share of %d as %s', (percent, text) => {
  expect(shareText(percent)).toBe(text)
})
