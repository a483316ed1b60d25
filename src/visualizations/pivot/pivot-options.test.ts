import { describe, expect, it } from 'vitest'
import { isExcluded, matchingValues, withExcluded } from './field-menu.tsx'
import { normalizePivot, suggestPivot } from './pivot-options.ts'
import { dataOf, sales } from './pivot-samples.ts'

describe('stored options', () => {
  it('have the defaults of react-pivottable, and visible controls', () => {
    expect(normalizePivot({})).toEqual({
      rows: [],
      cols: [],
      vals: [],
      aggregatorName: 'Count',
      rendererName: 'Table',
      valueFilter: {},
      sorters: {},
      rowOrder: 'key_a_to_z',
      colOrder: 'key_a_to_z',
      derivedAttributes: {},
      hiddenAttributes: [],
      hiddenFromAggregators: [],
      hiddenFromDragDrop: [],
      menuLimit: 500,
      unusedOrientationCutoff: 85,
      controls: { enabled: false },
      rendererOptions: { table: { rowTotals: true, colTotals: true } },
    })
  })

  it('drop a stored copy of the data, and keep unknown keys', () => {
    const read = normalizePivot({
      data: [[1]],
      own: 1,
      controls: { enabled: true, other: 2 },
      rendererOptions: { plotly: { a: 1 }, table: { colTotals: false, clickCallback: null } },
    })
    expect(read).not.toHaveProperty('data')
    expect(read).toMatchObject({
      own: 1,
      controls: { enabled: true, other: 2 },
      rendererOptions: {
        plotly: { a: 1 },
        table: { rowTotals: true, colTotals: false, clickCallback: null },
      },
    })
  })

  it('fall back for unknown names', () => {
    expect(
      normalizePivot({ aggregatorName: '80% Lower Bound', rendererName: 'toString', rowOrder: 1 }),
    ).toMatchObject({ aggregatorName: 'Count', rendererName: 'Table', rowOrder: 'key_a_to_z' })
    expect(
      normalizePivot({ rows: 'a', cols: [1, 'a', 'a'], valueFilter: { a: [], b: { c: 1 } } }),
    ).toMatchObject({
      rows: [],
      cols: ['a'],
      valueFilter: { b: { c: 1 } },
    })
  })
})

describe('value filters', () => {
  it('exclude and include values of any name', () => {
    const one = withExcluded({}, '__proto__', ['constructor', '__proto__'], true)
    expect(JSON.stringify(one)).toBe('{"__proto__":{"constructor":true,"__proto__":true}}')
    expect(isExcluded(one, '__proto__', '__proto__')).toBe(true)
    expect(isExcluded(one, 'toString', 'length')).toBe(false)
    const two = withExcluded(one, '__proto__', ['__proto__'], false)
    expect(JSON.stringify(two)).toBe('{"__proto__":{"constructor":true}}')
    expect(withExcluded(two, '__proto__', ['constructor'], false)).toEqual({})
  })

  it('are searched case-insensitively', () => {
    expect(matchingValues(['Tea', 'coffee', 'green TEA'], ' tea ')).toEqual(['Tea', 'green TEA'])
  })
})

describe('a new pivot', () => {
  it('has the first text as rows, another with few values as columns, and a sum', () => {
    expect(suggestPivot(sales)).toEqual({
      rows: ['region'],
      cols: ['item'],
      aggregatorName: 'Sum',
      vals: ['amount'],
    })
  })

  it('counts without a measure, and never sums ids', () => {
    const data = dataOf(
      [
        ['id', 'integer'],
        ['at', 'datetime'],
      ],
      [[1, '2024-01-01T00:00:00Z']],
    )
    expect(suggestPivot(data)).toEqual({ rows: ['at'], cols: [], aggregatorName: 'Count', vals: [] })
  })
})
