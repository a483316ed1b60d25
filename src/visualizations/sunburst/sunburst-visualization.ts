import { newColorScheme } from '../parts/colors.ts'
import { part } from '../parts/part.tsx'
import type { Visualization } from '../visualization.ts'
import { type SunburstModel, type SunburstOptions, sunburstModel } from './sunburst-model.ts'
import SunburstRenderer from './sunburst-renderer.tsx'

/** Sequences as rings (docs/reference/other-visualizations.md#sunburst). */
export const sunburst: Visualization<SunburstOptions, SunburstModel> = {
  normalize: (stored) => ({ ...stored }),
  suggest: () => ({ color_scheme: newColorScheme }),
  prepare: sunburstModel,
  Renderer: SunburstRenderer,
  Editor: part(() => import('./sunburst-editor.tsx')),
}
