import { t } from '#shared/messages/translate.ts'
import type { ResultRow } from '#shared/results/typed-result.ts'
import type { LoadedResult } from './read-result.ts'

/** Batches requested ahead while one is processed. */
const batchesAhead = 2

/** Reads a large result in its own worker, which then ends. Rejects with the signal's reason if it aborts. */
export function readLargeResult(content: Blob, signal: AbortSignal): Promise<LoadedResult> {
  const worker = new Worker(new URL('./result-worker.ts', import.meta.url), {
    type: 'module',
    name: 'result',
  })
  const ask = (question: ResultQuestion) => worker.postMessage(question)
  const read = new Promise<LoadedResult>((resolve, reject) => {
    const rows: ResultRow[] = []
    let head: LoadedResult | null = null
    const give = (answer: ResultAnswer) => {
      if (answer.kind === 'failed') reject(new Error(answer.message))
      else if (answer.kind === 'head') {
        head = answer.result
        for (let batch = 0; batch < batchesAhead; batch++) ask({ kind: 'more' })
      } else if (answer.rows.length > 0) {
        for (const row of answer.rows) rows.push(row)
        ask({ kind: 'more' })
      } else if (head !== null) resolve({ ...head, data: { columns: head.data.columns, rows } })
    }
    worker.addEventListener('message', (event: MessageEvent<ResultAnswer>) => give(event.data))
    worker.addEventListener('error', (event) =>
      reject(new Error(event.message || t('The result could not be read.'))),
    )
    signal.addEventListener('abort', () => reject(signal.reason))
    ask({ kind: 'read', content })
  })
  return read.finally(() => worker.terminate())
}

/** Messages to the result worker: parse a text, then send one batch of rows after another. */
export type ResultQuestion = { kind: 'read'; content: Blob } | { kind: 'more' }

/** First the result without rows, then rows; an empty batch ends them. */
export type ResultAnswer =
  | { kind: 'head'; result: LoadedResult }
  | { kind: 'rows'; rows: readonly ResultRow[] }
  | { kind: 'failed'; message: string }
