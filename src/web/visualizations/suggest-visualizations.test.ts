import { describe, expect, it } from 'vitest'
import type { VisualizationData } from '#visualizations/visualization.ts'
import { drawableKinds, suggestVisualizations } from './suggest-visualizations.ts'

function of(types: Record<string, string>, ...rows: unknown[][]): VisualizationData {
  const names = Object.keys(types)
  return {
    columns: names.map((name) => ({ name, friendly_name: name, type: types[name] ?? null })),
    rows: rows.map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at]]))),
  }
}

const words = (data: VisualizationData) =>
  suggestVisualizations(data).map(({ kind, variant }) => (variant ? `${kind} ${variant}` : kind))

const days = Array.from({ length: 20 }, (_, at) => `2026-01-${String(at + 1).padStart(2, '0')}`)

describe('suggestions for a result', () => {
  it('a date and a number: a line first', () => {
    const data = of({ day: 'date', flights: 'integer' }, ...days.map((day, at) => [day, at]))
    expect(words(data)).toEqual(['CHART:line', 'CHART:column', 'CHART:area'])
    const long = of(
      { at: 'datetime', n: 'integer' },
      ...Array.from({ length: 60 }, (_, at) => [new Date(at * 3_600_000).toISOString(), at]),
    )
    expect(words(long)).not.toContain('CHART:column')
  })

  it('a date, a name and a number: lines, and stacks', () => {
    const data = of(
      { year: 'integer', carrier: 'string', n: 'integer' },
      ...[2024, 2025].flatMap((year) => ['x', 'y'].map((carrier, at) => [year, carrier, at])),
    )
    expect(words(data)).toEqual(['CHART:line', 'CHART:column stacked', 'CHART:area stacked', 'CHART:heatmap'])
  })

  it('a name and a number: bars, horizontal first when names are long', () => {
    const short = of({ origin: 'string', n: 'integer' }, ['ATL', 3], ['JFK', 2], ['BOS', 1])
    expect(words(short)).toEqual(['CHART:column', 'CHART:column horizontal', 'CHART:pie'])
    const long = of(
      { name: 'string', n: 'integer' },
      ['Hartsfield-Jackson Atlanta', 3],
      ['John F. Kennedy', 2],
    )
    expect(words(long)[0]).toBe('CHART:column horizontal')
  })

  it('two names and a number: stacks, a heatmap and a pivot table', () => {
    const data = of(
      { origin: 'string', carrier: 'string', n: 'integer' },
      ...['a', 'b', 'c'].flatMap((origin) => ['x', 'y'].map((carrier) => [origin, carrier, 1])),
    )
    expect(words(data)).toEqual(['CHART:column stacked', 'CHART:heatmap', 'PIVOT'])
  })

  it('one row: a counter', () => {
    expect(words(of({ n: 'integer' }, [42]))).toEqual(['COUNTER'])
    expect(words(of({ name: 'string' }, ['x']))).toEqual([])
  })

  it('several numbers: points', () => {
    const rows = Array.from({ length: 9 }, (_, at) => [at, at * 2.5, at * 3])
    const data = of({ user_id: 'integer', a: 'float', b: 'float' }, ...rows)
    expect(words(data)).toEqual(['CHART:scatter'])
    expect(words(of({ a: 'float', b: 'float', c: 'float' }, ...rows.reverse()))).toEqual([
      ...['CHART:scatter', 'CHART:bubble'],
    ])
  })

  it('numbers that count on: along them', () => {
    const hours = Array.from({ length: 24 }, (_, hour) => [hour, hour * 7.5, 1])
    const columns = { hour: 'integer', delay: 'float', flights: 'integer' } as const
    expect(words(of(columns, ...hours))).toEqual([
      ...['CHART:column', 'CHART:line', 'CHART:scatter', 'CHART:bubble'],
    ])
    const counted = Array.from({ length: 90 }, (_, day) => [day + 1, day * 7.5])
    expect(words(of({ day: 'integer', delay: 'float' }, ...counted))[0]).toBe('CHART:line')
    expect(words(of({ day: 'integer', delay: 'float' }, ...counted, [1, 2]))[0]).toBe('CHART:scatter')
  })

  it('many measurements of few names: a box plot too', () => {
    const rows = Array.from({ length: 40 }, (_, at) => [at % 2 === 0 ? 'x' : 'y', at])
    expect(words(of({ carrier: 'string', delay: 'integer' }, ...rows))).toContain('CHART:box')
  })

  it('columns whose names say it: maps, flows, funnels, cohorts', () => {
    expect(words(of({ lat: 'float', lon: 'float', n: 'integer' }, [1, 2, 3], [2, 3, 4]))[0]).toBe('MAP')
    expect(words(of({ country: 'string', n: 'integer' }, ['FR', 1], ['DE', 2]))[0]).toBe('CHOROPLETH')
    expect(words(of({ place: 'string', n: 'integer' }, ['France', 1], ['Japan', 2]))[0]).toBe('CHOROPLETH')
    const twice = of({ country: 'string', part: 'string', n: 'integer' }, ['FR', 'a', 1], ['FR', 'b', 2])
    expect(words(twice)).not.toContain('CHOROPLETH')
    expect(words(of({ step: 'string', n: 'integer' }, ['seen', 9], ['bought', 2]))[0]).toBe('FUNNEL')
    expect(words(of({ step: 'string', n: 'integer' }, ['seen', 2], ['bought', 9]))[0]).toBe('CHART:column')
    const flows = of({ stage1: 'string', stage2: 'string', value: 'integer' }, ['a', 'b', 1], ['a', 'c', 1])
    expect(words(flows).slice(0, 2)).toEqual(['SANKEY', 'SUNBURST_SEQUENCE'])
    const groups = of(
      { week: 'date', week_number: 'integer', total: 'integer', active: 'integer' },
      ['2026-01-05', 1, 10, 9],
      ['2026-01-12', 1, 10, 9],
    )
    expect(words(groups)[0]).toBe('COHORT')
  })

  it('texts alone: words and counts', () => {
    const rows = Array.from({ length: 30 }, (_, at) => [`word ${at}`])
    expect(words(of({ word: 'string' }, ...rows))).toEqual(['WORD_CLOUD', 'PIVOT'])
  })

  it('more names than an axis can name: bars too, but not first', () => {
    const rows = Array.from({ length: 60 }, (_, at) => [`airport ${at}`, at, at / 2])
    const data = of({ origin: 'string', n: 'integer', delay: 'float' }, ...rows)
    expect(words(data)).toEqual(['CHART:scatter', 'CHART:column', 'WORD_CLOUD'])
  })

  it('nothing without rows', () => {
    expect(suggestVisualizations(of({ n: 'integer' }))).toEqual([])
    expect(suggestVisualizations({ columns: [], rows: [] })).toEqual([])
    expect(drawableKinds(of({ n: 'integer' })).size).toBe(0)
  })
})

describe('kinds that can draw a result', () => {
  it('are those whose columns it has', () => {
    const kinds = drawableKinds(of({ origin: 'string', n: 'integer' }, ['ATL', 3], ['JFK', 2]))
    expect(kinds).toContain('CHART:pie')
    expect(kinds).toContain('TABLE')
    for (const missing of ['CHART:heatmap', 'MAP', 'SANKEY', 'COHORT', 'CHOROPLETH'])
      expect(kinds).not.toContain(missing)
  })

  it('include every suggestion', () => {
    const results = [
      of({ day: 'date', n: 'integer', who: 'string' }, ...days.map((day, at) => [day, at, `w${at % 3}`])),
      of({ lat: 'float', lon: 'float' }, [1, 2], [2, 3], [3, 4], [4, 5], [5, 6]),
      of({ country: 'string', city: 'string', n: 'integer' }, ['FR', 'a', 1], ['DE', 'b', 2]),
    ]
    for (const data of results) {
      const kinds = drawableKinds(data)
      for (const { kind } of suggestVisualizations(data)) expect(kinds).toContain(kind)
    }
  })
})
