import { part } from '../parts/part.tsx'
import type { Visualization } from '../visualization.ts'
import { type SunburstModel, sunburstModel } from './sunburst-model.ts'
import type { SunburstOptions } from './sunburst-options.ts'
import SunburstRenderer from './sunburst-renderer.tsx'

/** Sequences as rings (docs/reference/other-visualizations.md#sunburst). */
export const sunburst: Visualization<SunburstOptions, SunburstModel> = {
  normalize: (stored) => ({ ...stored }),
  prepare: (data, _options, settings) => sunburstModel(data, settings),
  Renderer: SunburstRenderer,
  Editor: part(() => import('./sunburst-editor.tsx')),
}
