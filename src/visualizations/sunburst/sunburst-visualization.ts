import { part } from '../parts/part.tsx'
import type { Visualization } from '../visualization.ts'
import { type SunburstModel, type SunburstOptions, sunburstModel } from './sunburst-model.ts'
import SunburstRenderer from './sunburst-renderer.tsx'

/** Sequences as rings (reference-visualizations 6.6). */
export const sunburst: Visualization<SunburstOptions, SunburstModel> = {
  normalize: (stored) => ({ ...stored }),
  prepare: (data, _options, settings) => sunburstModel(data, settings),
  Renderer: SunburstRenderer,
  Editor: part(() => import('./sunburst-editor.tsx')),
}
