import type { DashboardResultLine } from '#shared/dashboards/dashboard-results-api.ts'
import { ApiError } from '#web/api/api-error.ts'
import { readResult } from '#web/results/read-result.ts'
import type { StoredLine } from './dashboard-runner.ts'

/** A longer line is read beside the page, which stays live meanwhile (promise P9). */
const largeText = 1_000_000
/** Results are read for no longer than this before the page may draw. */
const turnMs = 12

/** Reads the answer of the results endpoints line by line, while it arrives. Rejects when the connection breaks. */
export async function readResultLines(
  response: Response,
  onLine: (line: StoredLine) => void,
  signal: AbortSignal,
): Promise<void> {
  if (response.body === null) return
  let turn = performance.now()
  for await (const text of linesOf(response.body, signal)) {
    const line = await readLine(text, signal)
    signal.throwIfAborted()
    onLine(line)
    if (performance.now() - turn > turnMs) {
      await new Promise((resolve) => setTimeout(resolve, 0))
      turn = performance.now()
    }
  }
}

async function* linesOf(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  // a line may come in many pieces: they are joined once
  let begun: string[] = []
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      if (signal.aborted) throw error
      throw new ApiError(0, 'offline', 'Sextant cannot be reached.', null)
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

async function readLine(text: string, signal: AbortSignal): Promise<StoredLine> {
  const begin = beginOfResult.exec(text.slice(0, 20_000))
  if (begin !== null) {
    const widget_ids = JSON.parse(begin[1] ?? '[]') as number[]
    // what stands beside `query_result` does not matter to its readers
    if (text.length <= largeText) return { widget_ids, result: readResult(text) }
    const { readLargeResult } = await import('#web/results/read-large-result.ts')
    return { widget_ids, result: await readLargeResult(new Blob([text]), signal) }
  }
  const line = JSON.parse(text) as DashboardResultLine
  if (!('query_result' in line)) return line
  return { widget_ids: line.widget_ids, result: readResult(text) }
}
