import { useEffect, useMemo, useState } from 'react'
import { type ExecutionState, idleExecution } from '#shared/results/execution-step.ts'
import { executeQuery, getQueryJob } from '#shared/results/results-api.ts'
import { ApiError, isAboutJob } from '#web/api/api-error.ts'
import { callUnread, callWithKey } from '#web/api/call.ts'
import type { LoadedResult } from '#web/results/read-result.ts'
import {
  type RunCalls,
  type RunListener,
  type RunRequest,
  readAnswer,
  runWithoutSession,
} from '#web/results/run-without-session.ts'
import { embedWords } from './embed-words.ts'

/** The fields of a result that the server sends for a query's key. */
export type EmbeddedResult = Pick<LoadedResult, 'id' | 'data' | 'truncated' | 'retrieved_at'>

/** Runs the query with an API key. Returns a job, or the stored result at once. Throws ApiError. */
function askForResult({ queryId, apiKey }: { queryId: number; apiKey: string }): RunCalls['ask'] {
  return async ({ parameters, maxAge }, signal) => {
    const body = { parameters: { ...parameters }, max_age: maxAge }
    const params = { id: queryId }
    try {
      return await readAnswer(await callUnread(apiKey, executeQuery, { params, body, signal }), signal)
    } catch (error) {
      const isKeyGone = error instanceof ApiError && error.status === 401 && !isAboutJob(error)
      throw isKeyGone ? new Error(embedWords.unknownKey) : error
    }
  }
}

export interface EmbedRunner {
  execute(request: RunRequest): void
  /** stops watching; the run continues */
  stop(): void
}

/** Runs the embedded query with its key. */
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
      // a failure is reported through the state
      runWithoutSession(calls, request, abort.signal, listener).catch(() => undefined)
    },
    stop,
  }
}

export interface EmbedRun {
  state: ExecutionState
  /** the newest result; kept while a new one is being made */
  result: EmbeddedResult | null
  execute(request: RunRequest): void
}

/** Runs the embedded query. Leaving the page stops watching; the run continues. */
export function useEmbedRun({ queryId, apiKey }: { queryId: number; apiKey: string }): EmbedRun {
  const [state, setState] = useState<ExecutionState>(idleExecution)
  const [result, setResult] = useState<EmbeddedResult | null>(null)
  const runner = useMemo(
    () => createEmbedRunner({ queryId, apiKey }, { onState: setState, onResult: setResult }),
    [queryId, apiKey],
  )
  useEffect(() => runner.stop, [runner])
  return { state, result, execute: runner.execute }
}
