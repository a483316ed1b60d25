import { lazy } from 'react'
import type { VisualizationType } from '../visualization.ts'
import { type ChartOptions, normalizeChartOptions } from './chart-options.ts'
import { suggestMapping } from './suggest-mapping.ts'

/** Line, bar, area, pie and scatter charts (reference-visualizations 4). */
export const chart: VisualizationType<ChartOptions> = {
  type: 'CHART',
  name: 'Chart',
  normalize: (stored, _data, settings) => normalizeChartOptions(stored, settings),
  suggest: (data) => ({ columnMapping: suggestMapping(data) }),
  Renderer: lazy(() => import('./chart-renderer.tsx')),
  Editor: lazy(() => import('./chart-editor.tsx')),
  layout: { defaultColumns: 3, defaultRows: 8, minColumns: 1, minRows: 5 },
}
