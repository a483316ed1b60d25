import { describe, expect, it } from 'vitest'
import { resultOfRows } from '../gallery-case.ts'
import type { VisualizationTheme } from '../parts/visualization-theme.ts'
import { sampleSettings } from '../sample-settings.ts'
import { sankeyLayout } from './sankey-layout.ts'
import { type SankeyFlows, sankeyModel } from './sankey-model.ts'
import { sankeyToEcharts, tooltipLines } from './sankey-to-echarts.ts'

const theme: VisualizationTheme = {
  ground: '#ffffff',
  text: '#000000',
  muted: '#666666',
  line: '#dddddd',
  fontFamily: 'sans-serif',
}

function flowsOf(rows: readonly Readonly<Record<string, unknown>>[]): SankeyFlows {
  const model = sankeyModel(resultOfRows(rows), {}, sampleSettings)
  if (model.kind !== 'flows') throw new Error(model.text)
  return model
}

const flows = flowsOf([
  { a: 'p', b: 'x', c: 'last', value: 60 },
  { a: 'p', b: 'y', c: 'last', value: 20 },
  { a: 'q', b: 'x', c: null, value: 20 },
])

describe('the layout of a Sankey', () => {
  // a drawing of 400 x 210 within margins of 10
  const layout = sankeyLayout(flows, { width: 420, height: 230 })
  const placeOf = (name: string) => layout.nodes[flows.nodes.findIndex((node) => node.name === name)]

  it('gives the fullest column the whole height, with gaps of 10', () => {
    // column a: 100 of value and one gap
    expect(layout.scale).toBe(2)
    expect(placeOf('p')).toMatchObject({ x: 0, y: 0, height: 160 })
    expect(placeOf('q')).toMatchObject({ x: 0, y: 170, height: 40 })
  })

  it('uses the whole width when paths end early', () => {
    expect(placeOf('x')?.x).toBe(192.5)
    expect(placeOf('last')?.x).toBe(385)
  })

  it('reserves space for ended paths at the bottom of a column', () => {
    const last = flows.nodes.find(({ name }) => name === 'last')
    expect(last?.value).toBe(80)
    expect(placeOf('last')).toMatchObject({ y: 0, height: 160 })
  })

  it('shrinks the gaps of 200 nodes, so that every node keeps a height', () => {
    const many = flowsOf(Array.from({ length: 200 }, (_, n) => ({ a: `a${n}`, b: `b${n}`, value: 5 })))
    const small = sankeyLayout(many, { width: 300, height: 220 })
    expect(small.scale).toBeCloseTo(100 / 1000)
    const bottoms = small.nodes.map(({ y, height }) => y + height)
    expect(Math.max(...bottoms)).toBeLessThanOrEqual(200.001)
    // labels that would cross others are left out
    expect(small.nodes.filter(({ label }) => label).length).toBeLessThanOrEqual(30)
  })

  it('puts labels right of nodes and, in the last column, left', () => {
    expect(placeOf('p')?.label).toEqual({ side: 'right', width: 192.5 - 15 - 12 })
    expect(placeOf('last')?.label?.side).toBe('left')
  })

  it.each([
    { width: 5, height: 5 },
    { width: 390, height: 30 },
  ])('stays finite in a box of $width x $height', (size) => {
    const { nodes, scale } = sankeyLayout(flows, size)
    expect(nodes.flatMap(({ x, y, height }) => [x, y, height]).every(Number.isFinite)).toBe(true)
    expect(scale).toBeGreaterThan(0)
  })
})

describe('a Sankey for ECharts', () => {
  const size = { width: 420, height: 230 }
  const option = sankeyToEcharts(flows, { theme, size }, String)
  const [series] = option.series as unknown as [
    { height: number; data: { name: string; value: number; localY: number }[]; links: unknown[] },
  ]

  it('contains only visible nodes and links', () => {
    expect(series.data.map(({ value }) => value)).toEqual([80, 20, 80, 20, 80])
    expect(series.links).toHaveLength(5)
  })

  it('has the height at which the scale of ECharts equals ours', () => {
    // the largest visible column has a value of 100
    expect(series.height).toBe(200)
    expect((series.data[1]?.localY ?? 0) * series.height).toBe(170)
  })

  it('has tooltips for links and nodes', () => {
    expect(tooltipLines(flows, { dataType: 'edge', dataIndex: 0 }, String)).toEqual(['p → x', '60'])
    expect(tooltipLines(flows, { dataType: 'node', dataIndex: 4 }, String)).toEqual(['last', '80'])
    expect(tooltipLines(flows, { dataType: 'edge', dataIndex: 99 }, String)).toEqual([])
  })
})
