import type { ResultRow } from '#shared/results/typed-result.ts'
import type { LoadedResult } from './read-result.ts'

/** What the page asks of the result worker: to read a text, then for one batch of rows after the other. */
export type ResultQuestion = { kind: 'read'; content: Blob } | { kind: 'more' }

/** First the result without its rows, then rows, none at the end. */
export type ResultAnswer =
  | { kind: 'head'; result: LoadedResult }
  | { kind: 'rows'; rows: readonly ResultRow[] }
  | { kind: 'failed'; message: string }
