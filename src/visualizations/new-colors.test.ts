import { describe, expect, it } from 'vitest'
import { visualizationTypes } from './registry.ts'
import { sampleSettings } from './sample-settings.ts'
import type { VisualizationData } from './visualization.ts'

const data: VisualizationData = {
  columns: ['name', 'lat', 'lon', 'value'].map((name, index) => ({
    name,
    friendly_name: name,
    type: index === 0 ? 'string' : 'float',
  })),
  rows: [{ name: 'a', lat: 1, lon: 2, value: 3 }],
}

/** What names our own colors in the options of a type; null: the type has no colors of its own. */
const ours: Readonly<Record<string, object | null>> = {
  CHART: { color_scheme: 'Sextant', colorScheme: 'Sextant' },
  COHORT: { colors: { min: '#EDF2FC', max: '#28209E' } },
  CHOROPLETH: { colors: { min: '#EDF2FC', max: '#28209E' } },
  FUNNEL: { color_scheme: 'Sextant' },
  MAP: { color_scheme: 'Sextant', backgroundColor: '#4E55DB', borderColor: '#4E55DB' },
  PIVOT: { color_scheme: 'Sextant' },
  SANKEY: { color_scheme: 'Sextant' },
  SUNBURST_SEQUENCE: { color_scheme: 'Sextant' },
  WORD_CLOUD: { color_scheme: 'Sextant' },
  COUNTER: null,
  DETAILS: null,
  TABLE: null,
}

describe.each(visualizationTypes.filter(({ deprecated }) => !deprecated))('a new $type', (kind) => {
  it('names our own colors in its options', async () => {
    const named = ours[kind.type]
    if (named === undefined) throw new Error(`Does a new ${kind.type} have our colors?`)
    const visualization = await kind.load()
    const options = visualization.normalize(visualization.suggest?.(data) ?? {}, data, sampleSettings)
    if (named !== null) expect(options).toMatchObject(named)
  })
  it('keeps the colors of Redash when stored options name none', async () => {
    const visualization = await kind.load()
    const written = JSON.stringify(visualization.normalize({}, data, sampleSettings))
    expect(written).not.toMatch(/Sextant|#EDF2FC|#28209E|#4E55DB/i)
  })
})
