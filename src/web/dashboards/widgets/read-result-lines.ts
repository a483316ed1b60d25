import type { DashboardResultLine } from '#shared/dashboards/dashboard-results-api.ts'
import { t } from '#shared/messages/translate.ts'
import { ApiError } from '#web/api/api-error.ts'
import { readResult } from '#web/results/read-result.ts'
import type { ReadHeld, StoredLine } from './dashboard-runner.ts'

/** A longer line is parsed in a worker, so that the page stays responsive (docs/reference/promises.md#p9). */
const largeText = 1_000_000

/**
 * Reads the response of the results endpoints line by line, as it arrives. Results stay text: most widgets of a long
 * dashboard are out of sight, and parsing theirs would delay those in sight. Rejects when the connection breaks.
 */
export async function readResultLines(
  response: Response,
  onLine: (line: StoredLine) => void,
  signal: AbortSignal,
): Promise<void> {
  if (response.body === null) return
  for await (const text of linesOf(response.body, signal)) {
    signal.throwIfAborted()
    onLine(readLine(text))
  }
}

async function* linesOf(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  // a line may arrive in many pieces: join them once
  let begun: string[] = []
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      if (signal.aborted) throw error
      throw new ApiError(0, 'offline', t('Sextant cannot be reached.'), null)
    })
    if (done) break
    const parts = value.split('\n')
    const last = parts.pop() ?? ''
    for (const part of parts) {
      const line = [...begun, part].join('')
      begun = []
      if (line.trim() !== '') yield line
    }
    begun.push(last)
  }
  const rest = begun.join('')
  if (rest.trim() !== '') yield rest
}

const beginOfResult = /^\{"widget_ids":(\[[\d,\s]*\]),"query_result":/

function readLine(text: string): StoredLine {
  const begin = beginOfResult.exec(text.slice(0, 20_000))
  // readers ignore fields other than `query_result`
  if (begin !== null) return { widget_ids: JSON.parse(begin[1] ?? '[]'), read: readerOf(text) }
  const line = JSON.parse(text) as DashboardResultLine
  return 'query_result' in line ? { widget_ids: line.widget_ids, read: readerOf(text) } : line
}

function readerOf(text: string): ReadHeld {
  if (text.length <= largeText) return () => readResult(text)
  return async (signal) => {
    const { readLargeResult } = await import('#web/results/read-large-result.ts')
    return await readLargeResult(new Blob([text]), signal)
  }
}
