import { part } from '../parts/part.tsx'
import type { Visualization } from '../visualization.ts'
import { type BoxplotModel, type BoxplotOptions, boxplotModel, normalizeBoxplot } from './boxplot-model.ts'
import BoxplotRenderer from './boxplot-renderer.tsx'

/** Replaced by charts of boxes; stored box plots are still drawn (docs/reference/other-visualizations.md#box-plot). */
export const boxplot: Visualization<BoxplotOptions, BoxplotModel> = {
  normalize: (stored) => normalizeBoxplot(stored),
  prepare: (data, options) => boxplotModel(data, options),
  Renderer: BoxplotRenderer,
  Editor: part(() => import('./boxplot-editor.tsx')),
}
