import { executeQuery } from '#shared/results/results-api.ts'
import { ApiError, isAboutJob } from '#web/api/api-error.ts'
import { callUnread } from '#web/api/call.ts'
import { readAnswer } from '#web/results/read-answer.ts'
import type { LoadedResult } from '#web/results/read-result.ts'
import type { RunCalls } from '#web/results/run-without-session.ts'
import { embedWords } from './embed-words.ts'

/** What an embed shows of a result: bearers of a query's key are told no more. */
export type EmbeddedResult = Pick<LoadedResult, 'id' | 'data' | 'truncated' | 'retrieved_at'>

/** Runs the query as the bearer of a key: answers a job, or the stored result at once. Throws ApiError. */
export function askForResult({ queryId, apiKey }: { queryId: number; apiKey: string }): RunCalls['ask'] {
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
