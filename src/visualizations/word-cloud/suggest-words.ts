import { columnKind } from '../parts/column-kind.ts'
import type { VisualizationData } from '../visualization.ts'

const frequencyName = /^(count|counts|frequency|frequencies|freq|cnt|n|total|weight|value|number)$/i

/** The first column of text; counted already when there is a column of numbers that is called so. */
export function suggestWords(data: VisualizationData): Record<string, unknown> {
  const words = data.columns.find((column) => columnKind(column, data) === 'text')
  if (!words) return {}
  const frequencies = data.columns.find(
    (column) => columnKind(column, data) === 'number' && frequencyName.test(column.name),
  )
  return { column: words.name, frequenciesColumn: frequencies?.name ?? '' }
}
