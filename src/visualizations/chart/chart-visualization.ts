import { part } from '../parts/part.tsx'
import type { Visualization } from '../visualization.ts'
import { chartModel } from './chart-model.ts'
import { type ChartOptions, normalizeChartOptions } from './chart-options.ts'
import { pictureOf } from './chart-picture.ts'
import ChartRenderer from './chart-renderer.tsx'
import { suggestChart } from './suggest-mapping.ts'

/** Charts of every series type (docs/reference/charts.md#chart-options). */
export const chart: Visualization<ChartOptions, object> = {
  normalize: (stored, _data, settings) => normalizeChartOptions(stored, settings),
  suggest: suggestChart,
  prepare: (data, options, settings) => pictureOf(chartModel(data, options, settings, new Set())),
  Renderer: ChartRenderer,
  Editor: part(() => import('./chart-editor.tsx')),
}
