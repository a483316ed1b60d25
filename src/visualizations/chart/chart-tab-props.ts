import type { HostSettings, VisualizationData } from '../visualization.ts'
import type { ChartOptions } from './chart-options.ts'
import type { ChartSeries } from './chart-series.ts'

/** What every tab of the editor is given. */
export interface ChartTabProps {
  data: VisualizationData
  options: ChartOptions
  settings: HostSettings
  series: readonly ChartSeries[]
  /** deep merge of a partial object (docs/reference/visualizations.md#merge-rule) */
  change(partial: object): void
  /** takes the options as they are: for rules that remove keys */
  replace(options: ChartOptions): void
}
