import type { StoredParameter } from '#shared/queries/detect-parameters.ts'
import type { DemoVisualization } from './demo-visualizations.ts'

/** A saved query of the demo. */
export interface DemoQuery {
  name: string
  description: string
  tags: string[]
  text: string
  parameters?: readonly StoredParameter[]
  /** texts it had before, oldest first: its history */
  earlierTexts?: string[]
  isFavorite?: boolean
  /** left unpublished */
  isDraft?: boolean
  visualizations: DemoVisualization[]
}
