import { part } from '../parts/part.tsx'
import type { Visualization } from '../visualization.ts'
import { type SankeyModel, type SankeyOptions, sankeyModel } from './sankey-model.ts'
import SankeyRenderer from './sankey-renderer.tsx'

/** Flows between stages (reference-visualizations 6.5). */
export const sankey: Visualization<SankeyOptions, SankeyModel> = {
  normalize: (stored) => ({ ...stored }),
  prepare: (data, _options, settings) => sankeyModel(data, settings),
  Renderer: SankeyRenderer,
  Editor: part(() => import('./sankey-editor.tsx')),
}
