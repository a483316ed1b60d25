import { part } from '../parts/part.tsx'
import type { Visualization } from '../visualization.ts'
import { type BoxplotModel, boxplotModel } from './boxplot-model.ts'
import { type BoxplotOptions, normalizeBoxplot } from './boxplot-options.ts'
import BoxplotRenderer from './boxplot-renderer.tsx'

/** The box plot that charts have replaced; stored ones are still drawn (docs/reference/other-visualizations.md#box-plot). */
export const boxplot: Visualization<BoxplotOptions, BoxplotModel> = {
  normalize: (stored) => normalizeBoxplot(stored),
  prepare: (data, options) => boxplotModel(data, options),
  Renderer: BoxplotRenderer,
  Editor: part(() => import('./boxplot-editor.tsx')),
}
