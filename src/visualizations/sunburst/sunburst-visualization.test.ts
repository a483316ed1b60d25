import { describe, expect, it } from 'vitest'
import { resultOfRows } from '../gallery-case.ts'
import { sampleSettings } from '../sample-settings.ts'
import { describeVisualization } from '../visualization-suite.ts'
import { pathTo, percentText, type SunburstRings, sunburstModel } from './sunburst-model.ts'

await describeVisualization('SUNBURST_SEQUENCE', import.meta.url)

type Cells = Readonly<Record<string, unknown>>

function ringsOf(rows: readonly Cells[]): SunburstRings {
  const model = sunburstModel(resultOfRows(rows), {}, sampleSettings)
  if (model.kind !== 'rings') throw new Error(model.text)
  return model
}

/** All segments as `a > b: value`. */
function drawn(model: SunburstRings): string[] {
  return model.segments.map(
    ({ value }, index) =>
      `${pathTo(model, index)
        .map(({ name }) => name)
        .join(' > ')}: ${value}`,
  )
}

const messageOf = (rows: readonly Cells[]) => {
  const model = sunburstModel(resultOfRows(rows), {}, sampleSettings)
  return model.kind === 'message' ? model.text : ''
}

describe('a row for each step', () => {
  it('orders steps by stage, and takes the value of the first row, not of the first stage', () => {
    const rows = [
      { sequence: 's', stage: 2, node: 'b', value: 5 },
      { sequence: 's', stage: 1, node: 'a', value: 9 },
    ]
    expect(drawn(ringsOf(rows))).toEqual(['a: 5', 'a > b: 5'])
  })

  it('orders stages in numeric texts by value', () => {
    const rows = [
      { sequence: 's', stage: '10', node: 'late', value: 1 },
      { sequence: 's', stage: '9', node: 'early', value: 1 },
    ]
    expect(drawn(ringsOf(rows))).toEqual(['early: 1', 'early > late: 1'])
  })

  it('ignores other columns', () => {
    const rows = [{ a: 'x', sequence: 's', stage: 1, node: 'b', value: 2 }]
    expect(drawn(ringsOf(rows))).toEqual(['b: 2'])
  })
})

describe('a row for each sequence (contract B)', () => {
  it('takes all columns but value as levels, by name, without falsy cells', () => {
    const row = { f: 'f', e: 'e', d: '', c: 0, b: null, a: 'a', ab: false, value: 3 }
    expect(drawn(ringsOf([row]))).toEqual(['a: 3', 'a > e: 3', 'a > e > f: 3'])
  })

  it('reads a result without all four columns of contract A as contract B', () => {
    const rows = [{ sequence: 's', stage: 't', value: 3 }]
    expect(drawn(ringsOf(rows))).toEqual(['s: 3', 's > t: 3'])
  })
})

describe('rings', () => {
  it('leave an empty space where a path ends on an inner ring, whichever row comes first', () => {
    const rows = [
      { a: 'x', b: 'y', value: 4 },
      { a: 'x', b: null, value: 6 },
      { a: 'z', b: null, value: 1 },
      { a: 'z', b: 'y', value: 1 },
    ]
    expect(drawn(ringsOf(rows))).toEqual(['x: 10', 'x > y: 4', 'z: 2', 'z > y: 1'])
  })

  it('truncate values, and leave out those that are not above 0', () => {
    const model = ringsOf([
      { a: 'x', value: '2.9 units' },
      { a: 'x', value: -5 },
      { a: 'y', value: null },
    ])
    expect(drawn(model)).toEqual(['x: 2'])
    expect(model.notes).toEqual(['2 sequences without a value or without steps are left out.'])
  })

  it('drop segments narrower than 0.005 rad', () => {
    // 2 pi / 1256 = 0.0050025, 2 pi / 1257 = 0.0049986
    expect(
      drawn(
        ringsOf([
          { a: 'x', value: 1255 },
          { a: 'y', value: 1 },
        ]),
      ),
    ).toHaveLength(2)
    const cut = ringsOf([
      { a: 'x', value: 1256 },
      { a: 'y', value: 1 },
    ])
    expect(drawn(cut)).toEqual(['x: 1256'])
    expect(cut.total).toBe(1257)
    expect(cut.notes).toEqual(['1 segment is too narrow to be drawn.'])
  })

  it('have one color for each name', () => {
    const { segments } = ringsOf([
      { a: 'x', b: 'y', value: 2 },
      { a: 'y', b: 'x', value: 1 },
    ])
    expect(segments.map(({ name, color }) => [name, color])).toEqual([
      ['x', '#1f77b4'],
      ['y', '#ff7f0e'],
      ['y', '#ff7f0e'],
      ['x', '#1f77b4'],
    ])
  })

  it.each([
    [1, 8, '12.5%'],
    [1, 3, '33.3%'],
    [5, 5, '100%'],
    [1, 100, '1.00%'],
    [99, 10_000, '< 1.0%'],
  ])('show %i of %i as %s', (value, total, text) => {
    expect(percentText(value, total)).toBe(text)
  })

  it('say what is missing', () => {
    expect(messageOf([{ sequence: 1, stage: 1, node: 'x' }])).toMatch(
      /needs the columns sequence, stage, node/,
    )
    expect(messageOf([{ value: 1 }])).toMatch(/one column for each level/)
    expect(messageOf([{ a: 'x', value: 0 }])).toMatch(/no sequence has a value/)
  })
})
