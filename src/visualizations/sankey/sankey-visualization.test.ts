import { describe, expect, it } from 'vitest'
import { resultOfRows } from '../gallery-case.ts'
import { sampleSettings } from '../sample-settings.ts'
import { describeVisualization } from '../visualization-suite.ts'
import { maxLinks, type SankeyFlows, sankeyModel, stageColumns } from './sankey-model.ts'

await describeVisualization('SANKEY', import.meta.url)

type Cells = Readonly<Record<string, unknown>>

function flowsOf(rows: readonly Cells[]): SankeyFlows {
  const model = sankeyModel(resultOfRows(rows), {}, sampleSettings)
  if (model.kind !== 'flows') throw new Error(model.text)
  return model
}

/** The visible links as `from > to: value`. */
function drawn({ nodes, links }: SankeyFlows): string[] {
  return links
    .filter(({ hidden }) => !hidden)
    .map(({ source, target, value }) => `${nodes[source]?.name} > ${nodes[target]?.name}: ${value}`)
}

const messageOf = (rows: readonly Cells[]) => {
  const model = sankeyModel(resultOfRows(rows), {}, sampleSettings)
  return model.kind === 'message' ? model.text : ''
}

describe('flows of a Sankey', () => {
  it('takes the first five other columns by name as stages', () => {
    const data = resultOfRows([{ g: 1, B: 1, value: 1, a: 1, f: 1, e: 1, d: 1 }])
    expect(stageColumns(data)).toEqual(['B', 'a', 'd', 'e', 'f'])
  })

  it('adds up equal links within each level', () => {
    const rows = [
      { a: 'x', b: 'y', c: 'x', value: 2 },
      { a: 'x', b: 'y', c: 'z', value: 3 },
      { a: 'y', b: 'x', c: 'y', value: 4 },
    ]
    expect(drawn(flowsOf(rows))).toEqual(['x > y: 5', 'y > x: 4', 'x > y: 4', 'y > z: 3', 'y > x: 2'])
  })

  it('keeps names that start with a number as they are', () => {
    const flows = flowsOf([
      { a: '2nd step', b: '10-20', value: '3 times' },
      { a: '2', b: '10', value: 1 },
    ])
    expect(drawn(flows)).toEqual(['2nd step > 10-20: 3', '2 > 10: 1'])
  })

  it('truncates values to whole numbers', () => {
    expect(
      drawn(
        flowsOf([
          { a: 'x', b: 'y', value: 1.9 },
          { a: 'x', b: 'y', value: '1.9' },
        ]),
      ),
    ).toEqual(['x > y: 2'])
  })

  it('ends a path in a hidden exit at its first empty stage, or after the last stage', () => {
    const flows = flowsOf([
      { a: 'x', b: null, c: 'lost', value: 2 },
      { a: 'x', b: 'y', c: 'z', value: 1 },
    ])
    expect(drawn(flows)).toEqual(['x > y: 1', 'y > z: 1'])
    expect(flows.nodes.filter(({ hidden }) => hidden)).toEqual([
      { name: 'Exit', level: 2, value: 2, color: '', hidden: true },
      { name: 'Exit', level: 4, value: 1, color: '', hidden: true },
    ])
    // the ended part still counts in its source
    expect(flows.nodes[0]).toMatchObject({ name: 'x', value: 3 })
  })

  it('draws the links after an empty first stage, but no node called Exit', () => {
    const flows = flowsOf([
      { a: '', b: 'y', c: 'z', value: 2 },
      { a: 'Exit', b: 'y', c: 'z', value: 1 },
    ])
    expect(drawn(flows)).toEqual(['y > z: 3'])
  })

  it('sorts the nodes of a level by descending value, the exit last', () => {
    const { nodes } = flowsOf([
      { a: 'small', b: 'y', value: 1 },
      { a: 'large', b: null, value: 9 },
      { a: 'middle', b: 'x', value: 5 },
    ])
    expect(nodes.map(({ level, name }) => `${level} ${name}`)).toEqual([
      '1 large',
      '1 middle',
      '1 small',
      '2 x',
      '2 y',
      '2 Exit',
      '3 Exit',
    ])
  })

  it('gives nodes with the same first word the same color', () => {
    const { nodes } = flowsOf([
      { a: 'red one', b: 'blue', value: 2 },
      { a: 'red two', b: 'red', value: 1 },
    ])
    const colorOf = new Map(nodes.map(({ name, color }) => [name, color]))
    expect(colorOf.get('red one')).toBe('#1f77b4')
    expect(colorOf.get('red two')).toBe('#1f77b4')
    expect(colorOf.get('red')).toBe('#1f77b4')
    expect(colorOf.get('blue')).toBe('#aec7e8')
  })

  it('draws the largest flows when there are too many, and says so', () => {
    const rows = Array.from({ length: maxLinks + 200 }, (_, n) => ({ a: `a${n}`, b: `b${n}`, value: n + 1 }))
    const flows = flowsOf(rows)
    expect(flows.links).toHaveLength(maxLinks)
    // each row has one visible link and one to an exit, so half of the links kept are visible
    expect(flows.notes).toEqual(['Showing the 500 largest of 1200 flows.'])
    expect(drawn(flows)[0]).toBe('a1199 > b1199: 1200')
  })

  it('says what is missing', () => {
    expect(messageOf([{ a: 1, b: 2 }])).toMatch(/needs a column named value/)
    expect(messageOf([{ a: 1, value: 2 }])).toMatch(/at least two columns with the stages/)
    expect(messageOf([{ a: 'x', b: 'y', value: 0.5 }])).toBe(
      'There is nothing to draw: no row has a value of 1 or more.',
    )
  })
})
