import { storedRecord, storedText } from '../parts/stored-values.ts'

/** Inclusive; null and 0 mean no limit. */
export interface Limit {
  min: number | null
  max: number | null
}

/** Stored options of word clouds (docs/reference/other-visualizations.md#word-cloud), all defaults filled. */
export interface WordCloudOptions {
  /** empty: nothing is drawn */
  column: string
  /** empty: the words in the cells are counted */
  frequenciesColumn: string
  wordLengthLimit: Limit
  wordCountLimit: Limit
  color_scheme?: unknown
}

export function normalizeWordCloud(stored: Readonly<Record<string, unknown>>): WordCloudOptions {
  return {
    ...stored,
    column: storedText(stored.column, ''),
    frequenciesColumn: storedText(stored.frequenciesColumn, ''),
    wordLengthLimit: limitOf(stored.wordLengthLimit),
    wordCountLimit: limitOf(stored.wordCountLimit),
  }
}

function limitOf(stored: unknown): Limit {
  const limit = storedRecord(stored)
  return { ...limit, min: numberOf(limit.min), max: numberOf(limit.max) }
}

function numberOf(stored: unknown): number | null {
  return typeof stored === 'number' && Number.isFinite(stored) ? stored : null
}
