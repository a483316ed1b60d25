import type { HostSettings, VisualizationData } from '../visualization.ts'
import type { ChoroplethOptions } from './choropleth-options.ts'

/** What every tab of the editor is given. */
export interface ChoroplethTabProps {
  data: VisualizationData
  options: ChoroplethOptions
  settings: HostSettings
  /** deep merge of a partial object (docs/reference/visualizations.md#merge-rule) */
  change(partial: object): void
  /** takes the options as they are: bounds are replaced, never merged */
  replace(options: ChoroplethOptions): void
}
