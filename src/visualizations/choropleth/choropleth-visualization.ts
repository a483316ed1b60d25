import { part } from '../parts/part.tsx'
import type { Visualization } from '../visualization.ts'
import { type ChoroplethModel, choroplethModel } from './choropleth-model.ts'
import { type ChoroplethOptions, normalizeChoropleth } from './choropleth-options.ts'
import ChoroplethRenderer from './choropleth-renderer.tsx'
import { suggestChoropleth } from './suggest-choropleth.ts'

/** Regions of a map coloured by their values (docs/reference/other-visualizations.md#maps). */
export const choropleth: Visualization<ChoroplethOptions, ChoroplethModel> = {
  normalize: normalizeChoropleth,
  suggest: suggestChoropleth,
  prepare: choroplethModel,
  Renderer: ChoroplethRenderer,
  Editor: part(() => import('./choropleth-editor.tsx')),
}
