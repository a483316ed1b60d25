import { newColorScheme } from '../parts/colors.ts'
import { part } from '../parts/part.tsx'
import type { Visualization } from '../visualization.ts'
import { type PivotModel, pivotModel } from './pivot-model.ts'
import { normalizePivot, type PivotOptions, suggestPivot } from './pivot-options.ts'
import PivotRenderer from './pivot-renderer.tsx'

/** A pivot table with draggable fields (docs/reference/other-visualizations.md#pivot). */
export const pivot: Visualization<PivotOptions, PivotModel> = {
  normalize: normalizePivot,
  suggest: (data) => ({ color_scheme: newColorScheme, ...suggestPivot(data) }),
  prepare: pivotModel,
  Renderer: PivotRenderer,
  Editor: part(() => import('./pivot-editor.tsx')),
}
