import { newColorScheme } from '../parts/colors.ts'
import { columnsOfKind } from '../parts/column-kind.ts'
import { part } from '../parts/part.tsx'
import type { Visualization, VisualizationData } from '../visualization.ts'
import { type FunnelModel, funnelModel } from './funnel-model.ts'
import { type FunnelOptions, normalizeFunnel } from './funnel-options.ts'
import FunnelRenderer from './funnel-renderer.tsx'

/** How many remain at each step (docs/reference/other-visualizations.md#funnel). */
export const funnel: Visualization<FunnelOptions, FunnelModel> = {
  normalize: normalizeFunnel,
  suggest,
  prepare: funnelModel,
  Renderer: FunnelRenderer,
  Editor: part(() => import('./funnel-editor.tsx')),
}

/** The first text, else the first date, as step; the first number as value. */
function suggest(data: VisualizationData): Record<string, unknown> {
  const step = columnsOfKind(data, 'text')[0] ?? columnsOfKind(data, 'date')[0]
  const value = columnsOfKind(data, 'number')[0]
  return {
    color_scheme: newColorScheme,
    ...(step === undefined ? {} : { stepCol: { colName: step } }),
    ...(value === undefined ? {} : { valueCol: { colName: value } }),
  }
}
