import type { StoredParameter } from '#shared/parameters/detect-parameters.ts'
import type { DemoVisualization } from './demo-visualizations.ts'

/** A saved query of the demo. */
export interface DemoQuery {
  name: string
  description: string
  tags: string[]
  text: string
  parameters?: readonly StoredParameter[]
  /** earlier texts for its history, oldest first */
  earlierTexts?: string[]
  isFavorite?: boolean
  /** not published */
  isDraft?: boolean
  visualizations: DemoVisualization[]
}
