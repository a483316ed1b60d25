import { newScale } from '../parts/color-scales.ts'
import { columnsOfKind } from '../parts/column-kind.ts'
import { part } from '../parts/part.tsx'
import type { Visualization, VisualizationData } from '../visualization.ts'
import { choroplethMaps } from './choropleth-maps.ts'
import { type ChoroplethModel, choroplethModel } from './choropleth-model.ts'
import { type ChoroplethOptions, normalizeChoropleth } from './choropleth-options.ts'
import ChoroplethRenderer from './choropleth-renderer.tsx'

/** Regions of a map colored by their values (docs/reference/other-visualizations.md#maps). */
export const choropleth: Visualization<ChoroplethOptions, ChoroplethModel> = {
  normalize: normalizeChoropleth,
  suggest: (data) => ({ colors: { ...newScale }, ...suggestChoropleth(data) }),
  prepare: choroplethModel,
  Renderer: ChoroplethRenderer,
  Editor: part(() => import('./choropleth-editor.tsx')),
}

const sample = 200

/**
 * Suggests the map, property and text column with the best match of regions, and the first number as value. Suggests no
 * map when less than a third of a column's values match.
 */
export function suggestChoropleth(data: VisualizationData): Record<string, unknown> {
  const numbers = columnsOfKind(data, 'number')
  const best = candidates(data).reduce<Candidate | null>(
    (top, candidate) => (top === null || candidate.share > top.share ? candidate : top),
    null,
  )
  const valueColumn = numbers.find((column) => column !== best?.keyColumn) ?? null
  if (best === null || best.share < 1 / 3) return { valueColumn }
  const { mapType, keyColumn, targetField } = best
  return { mapType, keyColumn, targetField, valueColumn }
}

interface Candidate {
  mapType: string
  keyColumn: string
  targetField: string
  /** share of the distinct cells that match regions */
  share: number
}

/** All combinations of column, map and field. Fields with repeated values identify no region and are excluded. */
function candidates(data: VisualizationData): Candidate[] {
  return columnsOfKind(data, 'text').flatMap((keyColumn) => {
    const cells = new Set<string>()
    for (const row of data.rows.slice(0, sample)) {
      const cell = row[keyColumn]
      if (typeof cell === 'string' && cell !== '') cells.add(cell)
    }
    if (cells.size === 0) return []
    return fields.map(({ mapType, targetField, values }) => {
      const found = [...cells].filter((cell) => values.has(cell)).length
      return { keyColumn, mapType, targetField, share: found / cells.size }
    })
  })
}

const fields = choroplethMaps.flatMap(({ key, fields, regions }) =>
  Object.keys(fields).flatMap((targetField) => {
    const texts = regions.flatMap(({ properties }) => {
      const text = (properties as Readonly<Record<string, string | null>>)[targetField]
      return typeof text === 'string' ? [text] : []
    })
    const values = new Set(texts)
    return values.size === texts.length ? [{ mapType: key, targetField, values }] : []
  }),
)
