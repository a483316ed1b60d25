import type { ResultRow } from '#shared/results/typed-result.ts'
import type { ResultAnswer, ResultQuestion } from './read-large-result.ts'
import { readResult } from './read-result.ts'

/** The page processes this many rows in a few milliseconds. */
const rowsAtOnce = 2000

let rows: readonly ResultRow[] = []
let sent = 0

/** Runs in a Web Worker: parses one large result and sends it in batches, so that no frame of the page is delayed. */
self.addEventListener('message', (event: MessageEvent<ResultQuestion>) => {
  const question = event.data
  if (question.kind === 'more') sendRows()
  else {
    read(question.content).catch((failure: unknown) =>
      reply({ kind: 'failed', message: failure instanceof Error ? failure.message : String(failure) }),
    )
  }
})

async function read(content: Blob): Promise<void> {
  const result = readResult(await content.text())
  rows = result.data.rows
  reply({ kind: 'head', result: { ...result, data: { columns: result.data.columns, rows: [] } } })
}

function sendRows(): void {
  const next = rows.slice(sent, sent + rowsAtOnce)
  sent += next.length
  reply({ kind: 'rows', rows: next })
}

function reply(answer: ResultAnswer): void {
  self.postMessage(answer)
}
