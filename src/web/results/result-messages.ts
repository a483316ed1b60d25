import type { ResultRow } from '#shared/results/typed-result.ts'
import type { LoadedResult } from './read-result.ts'

/** Messages to the result worker: parse a text, then send one batch of rows after another. */
export type ResultQuestion = { kind: 'read'; content: Blob } | { kind: 'more' }

/** First the result without rows, then rows; an empty batch ends them. */
export type ResultAnswer =
  | { kind: 'head'; result: LoadedResult }
  | { kind: 'rows'; rows: readonly ResultRow[] }
  | { kind: 'failed'; message: string }
