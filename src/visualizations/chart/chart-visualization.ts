import { lazy } from 'react'
import type { Visualization } from '../visualization.ts'
import { type ChartModel, chartModel } from './chart-model.ts'
import { type ChartOptions, normalizeChartOptions } from './chart-options.ts'
import ChartRenderer from './chart-renderer.tsx'
import { suggestMapping } from './suggest-mapping.ts'

/** Line, bar, area, pie and scatter charts (reference-visualizations 4). */
export const chart: Visualization<ChartOptions, ChartModel> = {
  normalize: (stored, _data, settings) => normalizeChartOptions(stored, settings),
  suggest: (data) => ({ columnMapping: suggestMapping(data) }),
  prepare: (data, options, settings) => chartModel(data, options, settings, new Set()),
  Renderer: ChartRenderer,
  Editor: lazy(() => import('./chart-editor.tsx')),
}
