import { newColorScheme } from '../parts/colors.ts'
import { part } from '../parts/part.tsx'
import type { Visualization } from '../visualization.ts'
import { type SankeyModel, type SankeyOptions, sankeyModel } from './sankey-model.ts'
import SankeyRenderer from './sankey-renderer.tsx'

/** Flows between stages (docs/reference/other-visualizations.md#sankey). */
export const sankey: Visualization<SankeyOptions, SankeyModel> = {
  normalize: (stored) => ({ ...stored }),
  suggest: () => ({ color_scheme: newColorScheme }),
  prepare: sankeyModel,
  Renderer: SankeyRenderer,
  Editor: part(() => import('./sankey-editor.tsx')),
}
