import { setTimeout as delay } from 'node:timers/promises'
import { gatherAnswer, shortAnswer } from '../answer.ts'
import type { RunProgress, Sink } from '../connector.ts'
import { readString } from '../json-cut.ts'
import { readCompact } from './compact-answer.ts'

/** Short queries are not looked at. */
const lookEveryMilliseconds = 1000

/**
 * Tells the sink how far a query is, until the returned function is called. The server is asked by other requests: what
 * it could tell in the headers of its answer grows with the time until no client takes them any more. A server that does not
 * answer the question, or knows nothing of the query (a balancer may lead to another one), changes nothing.
 */
export function watchQuery(
  id: string,
  sink: Sink,
  send: (text: string, signal: AbortSignal) => Promise<Response>,
): () => void {
  const watching = new AbortController()
  const { signal } = watching
  const watch = async () => {
    for (;;) {
      await delay(lookEveryMilliseconds, undefined, { signal, ref: false })
      const progress = await lookAt(id, send, signal)
      if (signal.aborted || progress === null) return
      sink.progress?.(progress)
    }
  }
  if (sink.progress !== undefined) watch().catch(() => {})
  return () => watching.abort()
}

/** null: the account may not ask. */
async function lookAt(
  id: string,
  send: (text: string, signal: AbortSignal) => Promise<Response>,
  signal: AbortSignal,
): Promise<RunProgress | null> {
  const { sink, rows } = gatherAnswer(shortAnswer)
  const reply = await send(
    `SELECT read_rows, read_bytes, total_rows_approx FROM system.processes WHERE query_id = '${id}'`,
    signal,
  )
  if (reply.status !== 200) {
    await reply.body?.cancel()
    return null
  }
  await readCompact(reply, sink, { signal, touch() {} })
  const [found] = rows
  if (found === undefined) return {}
  const [read = 0, bytes = 0, all = 0] = found.map((cell) => Number(readString(String(cell)) ?? cell))
  return { rows: read, bytes, ...(all > 0 ? { fraction: Math.min(read / all, 1) } : {}) }
}
