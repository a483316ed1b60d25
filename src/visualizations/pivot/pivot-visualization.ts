import { part } from '../parts/part.tsx'
import type { Visualization } from '../visualization.ts'
import { type PivotModel, pivotModel } from './pivot-model.ts'
import { normalizePivot, type PivotOptions, suggestPivot } from './pivot-options.ts'
import PivotRenderer from './pivot-renderer.tsx'

/** A pivot table with draggable fields (docs/reference/other-visualizations.md#pivot). */
export const pivot: Visualization<PivotOptions, PivotModel> = {
  normalize: normalizePivot,
  suggest: suggestPivot,
  prepare: pivotModel,
  Renderer: PivotRenderer,
  Editor: part(() => import('./pivot-editor.tsx')),
}
