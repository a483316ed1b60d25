import { describe, expect, it } from 'vitest'
import type { VisualizationData } from '../visualization.ts'
import { suggestChartOfType } from './suggest-chart-type.ts'

function of(types: Record<string, string>, ...rows: unknown[][]): VisualizationData {
  const names = Object.keys(types)
  return {
    columns: names.map((name) => ({ name, friendly_name: name, type: types[name] ?? null })),
    rows: rows.map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at]]))),
  }
}

const airports = of(
  { origin: 'string', carrier: 'string', flights: 'integer', delay: 'float', distance: 'float' },
  ['ATL', 'x', 30, 4, 500],
  ['ATL', 'y', 25, 5, 600],
  ['JFK', 'x', 20, 9, 800],
  ['JFK', 'y', 22, 1, 700],
)

describe('columns for a chart of a type', () => {
  it('of points are numbers, grouped by few names', () => {
    expect(suggestChartOfType('scatter', airports)).toEqual({
      globalSeriesType: 'scatter',
      columnMapping: { flights: 'x', delay: 'y', origin: 'series' },
    })
    expect(suggestChartOfType('bubble', airports).columnMapping).toMatchObject({ distance: 'size' })
  })

  it('of a heatmap are two names and a number', () => {
    expect(suggestChartOfType('heatmap', airports).columnMapping).toEqual({
      origin: 'x',
      carrier: 'y',
      flights: 'zVal',
    })
  })

  it('of pies and boxes are a name and a number', () => {
    expect(suggestChartOfType('pie', airports)).toMatchObject({
      columnMapping: { origin: 'x', flights: 'y' },
      showDataLabels: true,
    })
    expect(suggestChartOfType('box', airports).columnMapping).toEqual({ origin: 'x', flights: 'y' })
  })

  it('are completed as far as the result has them', () => {
    const numbers = of({ n: 'integer' }, [1], [2])
    expect(suggestChartOfType('line', numbers).columnMapping).toEqual({ n: 'y' })
    expect(suggestChartOfType('bubble', of({})).columnMapping).toEqual({})
  })

  it('keep the order of the query when it has ranked names', () => {
    const ranked = of({ origin: 'string', flights: 'integer' }, ['JFK', 9], ['ATL', 5], ['BOS', 5])
    expect(suggestChartOfType('column', ranked)).toMatchObject({ sortX: false })
    const mixed = of({ origin: 'string', flights: 'integer' }, ['ATL', 5], ['BOS', 9], ['JFK', 7])
    expect(suggestChartOfType('column', mixed)).not.toHaveProperty('sortX')
  })
})
