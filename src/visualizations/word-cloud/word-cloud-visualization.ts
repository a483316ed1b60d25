import { newColorScheme } from '../parts/colors.ts'
import { columnKind } from '../parts/column-kind.ts'
import { part } from '../parts/part.tsx'
import type { Visualization, VisualizationData } from '../visualization.ts'
import { type WordCloudModel, wordCloudModel } from './word-cloud-model.ts'
import { normalizeWordCloud, type WordCloudOptions } from './word-cloud-options.ts'
import WordCloudRenderer from './word-cloud-renderer.tsx'

/** Words sized by frequency (docs/reference/other-visualizations.md#word-cloud). */
export const wordCloud: Visualization<WordCloudOptions, WordCloudModel> = {
  normalize: (stored) => normalizeWordCloud(stored),
  suggest: (data) => ({ color_scheme: newColorScheme, ...suggestWords(data) }),
  prepare: wordCloudModel,
  Renderer: WordCloudRenderer,
  Editor: part(() => import('./word-cloud-editor.tsx')),
}

const frequencyName = /^(count|counts|frequency|frequencies|freq|cnt|n|total|weight|value|number)$/i

/** The first column of text; frequencies from a column of numbers whose name says so. */
export function suggestWords(data: VisualizationData): Record<string, unknown> {
  const words = data.columns.find((column) => columnKind(column, data) === 'text')
  if (!words) return {}
  const frequencies = data.columns.find(
    (column) => columnKind(column, data) === 'number' && frequencyName.test(column.name),
  )
  return { column: words.name, frequenciesColumn: frequencies?.name ?? '' }
}
