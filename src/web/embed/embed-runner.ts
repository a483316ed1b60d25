import { getQueryJob } from '#shared/results/results-api.ts'
import { callWithKey } from '#web/api/call.ts'
import { type RunListener, type RunRequest, runWithoutSession } from '#web/results/run-without-session.ts'
import { askForResult } from './ask-for-result.ts'

export interface EmbedRunner {
  execute(request: RunRequest): void
  /** ends the watching, never the work */
  stop(): void
}

/** Runs of the embedded query, by its key. */
export function createEmbedRunner(
  of: { queryId: number; apiKey: string },
  listener: RunListener,
): EmbedRunner {
  const call = callWithKey(of.apiKey)
  let abort = new AbortController()
  const stop = () => {
    abort.abort()
    abort = new AbortController()
  }
  const calls = {
    ask: askForResult(of),
    poll: async (id: string, query: object, signal: AbortSignal) => {
      const params = { query_id: of.queryId, id }
      return (await call(getQueryJob, { params, query, signal })).job
    },
  }
  return {
    execute(request) {
      stop()
      // a failure is told with the state
      runWithoutSession(calls, request, abort.signal, listener).catch(() => undefined)
    },
    stop,
  }
}
