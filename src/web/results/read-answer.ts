import type { Job } from '#shared/results/job.ts'
import { type LoadedResult, readResult } from './read-result.ts'

/** Above this a result is read beside the page, which stays live meanwhile (docs/reference/promises.md#p9). */
const largeBytes = 1_000_000
/** Answers with a job are short. */
const jobBytes = 10_000

/** The answer to the request for a run: a job, or the stored result. */
export async function readAnswer(
  response: Response,
  signal: AbortSignal,
): Promise<{ job: Job } | { result: LoadedResult }> {
  const content = await response.blob()
  if (content.size <= jobBytes) {
    const answer: unknown = JSON.parse(await content.text())
    if (isJob(answer)) return answer
  }
  if (content.size <= largeBytes) return { result: readResult(await content.text()) }
  const { readLargeResult } = await import('./read-large-result.ts')
  return { result: await readLargeResult(content, signal) }
}

function isJob(answer: unknown): answer is { job: Job } {
  return typeof answer === 'object' && answer !== null && 'job' in answer
}
