import { part } from '../parts/part.tsx'
import type { Visualization } from '../visualization.ts'
import { suggestWords } from './suggest-words.ts'
import { type WordCloudModel, wordCloudModel } from './word-cloud-model.ts'
import { normalizeWordCloud, type WordCloudOptions } from './word-cloud-options.ts'
import WordCloudRenderer from './word-cloud-renderer.tsx'

/** Words by how often they come (docs/reference/other-visualizations.md#word-cloud). */
export const wordCloud: Visualization<WordCloudOptions, WordCloudModel> = {
  normalize: (stored) => normalizeWordCloud(stored),
  suggest: suggestWords,
  prepare: wordCloudModel,
  Renderer: WordCloudRenderer,
  Editor: part(() => import('./word-cloud-editor.tsx')),
}
