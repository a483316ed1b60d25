import { part } from '../parts/part.tsx'
import type { Visualization } from '../visualization.ts'
import { type SankeyModel, sankeyModel } from './sankey-model.ts'
import type { SankeyOptions } from './sankey-options.ts'
import SankeyRenderer from './sankey-renderer.tsx'

/** Flows between stages (docs/reference/other-visualizations.md#sankey). */
export const sankey: Visualization<SankeyOptions, SankeyModel> = {
  normalize: (stored) => ({ ...stored }),
  prepare: (data, _options, settings) => sankeyModel(data, settings),
  Renderer: SankeyRenderer,
  Editor: part(() => import('./sankey-editor.tsx')),
}
