import { part } from '../parts/part.tsx'
import type { Visualization } from '../visualization.ts'
import { type CohortModel, cohortModel } from './cohort-model.ts'
import { type CohortOptions, normalizeCohort } from './cohort-options.ts'
import CohortRenderer from './cohort-renderer.tsx'
import { suggestCohort } from './cohort-suggestion.ts'

/** How many of those who began together are left later on (docs/reference/other-visualizations.md#cohort). */
export const cohort: Visualization<CohortOptions, CohortModel> = {
  normalize: normalizeCohort,
  suggest: suggestCohort,
  prepare: cohortModel,
  Renderer: CohortRenderer,
  Editor: part(() => import('./cohort-editor.tsx')),
}
