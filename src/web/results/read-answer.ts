import type { Job } from '#shared/results/job.ts'
import { type LoadedResult, readResult } from './read-result.ts'

/** Larger results are parsed off the main thread, so that the page stays responsive (docs/reference/promises.md#p9). */
const largeBytes = 1_000_000
/** An answer with a job is shorter than this. */
const jobBytes = 10_000

/** Reads the answer to a run request: a job, or the stored result. */
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
