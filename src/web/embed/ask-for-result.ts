import type { Job } from '#shared/results/job.ts'
import { executeQuery } from '#shared/results/results-api.ts'
import type { TypedResult } from '#shared/results/typed-result.ts'
import { callUnread } from '#web/api/call.ts'
import { readResult } from '#web/results/read-result.ts'

/** What an embed shows of a result. */
export interface EmbeddedResult {
  id: number
  data: TypedResult
  truncated: boolean
  retrieved_at: string
}

export interface EmbedRunRequest {
  parameters: Readonly<Record<string, unknown>>
  /** seconds; 0 runs always, -1 takes any stored result */
  maxAge: number
  /** what has to happen before the run is asked for */
  prepare?(signal: AbortSignal): Promise<void>
}

/** Above this a result is read beside the page, which stays live meanwhile (promise P9). */
const largeBytes = 1_000_000
/** Answers with a job are short. */
const jobBytes = 10_000

/** Runs the query as the bearer of a key: answers a job, or the stored result at once. Throws ApiError. */
export async function askForResult(
  { queryId, apiKey }: { queryId: number; apiKey: string },
  { parameters, maxAge }: EmbedRunRequest,
  signal: AbortSignal,
): Promise<{ job: Job } | { result: EmbeddedResult }> {
  const body = { parameters: { ...parameters }, max_age: maxAge }
  const response = await callUnread(apiKey, executeQuery, { params: { id: queryId }, body, signal })
  const content = await response.blob()
  if (content.size <= jobBytes) {
    const answer: unknown = JSON.parse(await content.text())
    if (isJob(answer)) return answer
  }
  return { result: await read(content, signal) }
}

function isJob(answer: unknown): answer is { job: Job } {
  return typeof answer === 'object' && answer !== null && 'job' in answer
}

async function read(content: Blob, signal: AbortSignal): Promise<EmbeddedResult> {
  const { id, data, truncated, retrieved_at } =
    content.size <= largeBytes
      ? readResult(await content.text())
      : await (await import('#web/results/read-large-result.ts')).readLargeResult(content, signal)
  // bearers of a query's key are told no more than these
  return { id, data, truncated, retrieved_at }
}
