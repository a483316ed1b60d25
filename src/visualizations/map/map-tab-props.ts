import type { HostSettings, VisualizationData } from '../visualization.ts'
import type { MarkersOptions } from './map-options.ts'

/** What every tab of the editor is given. */
export interface MapTabProps {
  data: VisualizationData
  options: MarkersOptions
  settings: HostSettings
  /** deep merge of a partial object (docs/reference/visualizations.md#merge-rule) */
  change(partial: object): void
}
