import { columnKind } from '../parts/column-kind.ts'
import { part } from '../parts/part.tsx'
import type { Visualization, VisualizationData } from '../visualization.ts'
import { type CounterModel, counterModel } from './counter-model.ts'
import { type CounterOptions, normalizeCounter } from './counter-options.ts'
import CounterRenderer from './counter-renderer.tsx'

/** One value in large type, with a target if there is one (docs/reference/other-visualizations.md#counter). */
export const counter: Visualization<CounterOptions, CounterModel> = {
  normalize: normalizeCounter,
  suggest,
  prepare: counterModel,
  Renderer: CounterRenderer,
  Editor: part(() => import('./counter-editor.tsx')),
}

/** The first number and its name; where there is none, how many rows there are. */
function suggest(data: VisualizationData): Record<string, unknown> {
  const column = data.columns.find((one) => columnKind(one, data) === 'number')
  if (column) return { counterColName: column.name, counterLabel: column.friendly_name || column.name }
  return data.columns.length > 0 ? { countRow: true } : {}
}
