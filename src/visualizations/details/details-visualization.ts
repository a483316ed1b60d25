import { part } from '../parts/part.tsx'
import type { Visualization } from '../visualization.ts'
import { type DetailsModel, detailsModel } from './details-model.ts'
import { type DetailsOptions, detailsToStored, normalizeDetails } from './details-options.ts'
import DetailsRenderer from './details-renderer.tsx'

/** One row at a time (docs/reference/visualizations.md#details). */
export const details: Visualization<DetailsOptions, DetailsModel | null> = {
  normalize: normalizeDetails,
  toStored: detailsToStored,
  prepare: (data, options, settings) => detailsModel(data, options, settings),
  Renderer: DetailsRenderer,
  Editor: part(() => import('./details-editor.tsx')),
}
