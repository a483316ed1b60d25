import { t } from '#shared/messages/translate.ts'
import { cellLabel, cellOf, columnType, hasColumn } from '../parts/cell-values.ts'
import { colorsOfType, d3Category20 } from '../parts/colors.ts'
import type { HostSettings, VisualizationData } from '../visualization.ts'
import type { Limit, WordCloudOptions } from './word-cloud-options.ts'

export interface CloudWord {
  text: string
  /** number of occurrences, or the given frequency */
  count: number
  /** 10 to 100 */
  size: number
  color: string
  /** degrees clockwise */
  angle: 0 | 90
}

/** A visualization whose words have no positions yet, or a sentence that says what is missing for one. */
export type WordCloudModel =
  | { kind: 'words'; words: readonly CloudWord[]; notes: readonly string[] }
  | { kind: 'message'; text: string }

/** More words are slow to lay out, and too small to read. */
export const maxWords = 500
const sizes = { smallest: 10, largest: 100 }

/**
 * Words with sizes, colors and angles (docs/reference/other-visualizations.md#word-cloud). These come from the ranks of
 * all words, so that limits leave words out without changing the others. Double spaces make no empty words.
 */
export function wordCloudModel(
  data: VisualizationData,
  options: WordCloudOptions,
  settings: HostSettings,
): WordCloudModel {
  const missing = missingFor(data, options)
  if (missing !== null) return { kind: 'message', text: missing }
  const counts =
    options.frequenciesColumn === ''
      ? countedWords(data, options.column, settings)
      : givenWords(data, options, settings)
  if (counts.size === 0) return { kind: 'message', text: nothingIn(options) }
  const ranked = rankedWords(counts, colorsOfType(options.color_scheme, d3Category20))
  const within = ranked.filter(
    ({ text, count }) =>
      isWithin(text.length, options.wordLengthLimit) && isWithin(count, options.wordCountLimit),
  )
  if (within.length === 0) return { kind: 'message', text: t('No word is within the limits.') }
  const notes =
    within.length > maxWords
      ? [t('Showing the {maxWords} most frequent of {count} words.', { maxWords, count: within.length })]
      : []
  return { kind: 'words', words: within.slice(0, maxWords), notes }
}

function missingFor(data: VisualizationData, options: WordCloudOptions): string | null {
  const { column, frequenciesColumn } = options
  if (column === '') return t('Choose the column with the words in the visualization editor.')
  const gone = [column, frequenciesColumn].find((name) => name !== '' && !hasColumn(data, name))
  if (gone !== undefined) {
    return t('The result has no column {gone}. Choose another one in the visualization editor.', { gone })
  }
  return data.rows.length === 0 ? t('There is nothing to draw: the result has no rows.') : null
}

function nothingIn({ column, frequenciesColumn }: WordCloudOptions): string {
  return frequenciesColumn === ''
    ? t('There is nothing to draw: the column {column} has no words.', { column })
    : t(
        'There is nothing to draw: no row has a word in {column} and a number above 0 in {frequenciesColumn}.',
        { column, frequenciesColumn },
      )
}

/** Splits every cell at white space and counts words, case-sensitive. */
function countedWords(data: VisualizationData, column: string, settings: HostSettings): Map<string, number> {
  const type = columnType(data, column)
  const counts = new Map<string, number>()
  for (const row of data.rows) {
    for (const word of cellLabel(cellOf(row, column), type, settings).split(/\s/)) {
      if (word !== '') counts.set(word, (counts.get(word) ?? 0) + 1)
    }
  }
  return counts
}

/** Every cell is one word with its frequency; the last row of a word wins. */
function givenWords(
  data: VisualizationData,
  { column, frequenciesColumn }: WordCloudOptions,
  settings: HostSettings,
): Map<string, number> {
  const type = columnType(data, column)
  const counts = new Map<string, number>()
  for (const row of data.rows) {
    const word = cellLabel(cellOf(row, column), type, settings)
    const count = Number.parseFloat(String(cellOf(row, frequenciesColumn)))
    if (word.trim() !== '' && count > 0 && Number.isFinite(count)) counts.set(word, count)
  }
  return counts
}

/** Sorted by descending count, then by descending length. */
function rankedWords(counts: ReadonlyMap<string, number>, colors: readonly string[]): CloudWord[] {
  const sorted = [...counts].sort(
    ([one, count], [other, otherCount]) => otherCount - count || other.length - one.length,
  )
  const most = sorted[0]?.[1] ?? 0
  const least = sorted.at(-1)?.[1] ?? 0
  const { smallest, largest } = sizes
  return sorted.map(([text, count], rank) => ({
    text,
    count,
    size: most === least ? smallest : smallest + (largest - smallest) * ((count - least) / (most - least)),
    color: colors[rank % colors.length] ?? '',
    angle: rank % 2 === 0 ? 0 : 90,
  }))
}

function isWithin(value: number, { min, max }: Limit): boolean {
  return (!min || value >= min) && (!max || value <= max)
}
