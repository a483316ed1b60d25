import { t } from '#shared/messages/translate.ts'
import type { ExecutionState } from '#shared/results/execution-step.ts'
import type { Job } from '#shared/results/job.ts'
import { type ExecutionCalls, followExecution } from './execution-driver.ts'
import { type LoadedResult, readResult } from './read-result.ts'

/** Larger results are parsed off the main thread, so that the page stays responsive (docs/reference/promises.md#p9). */
const largeBytes = 1_000_000

/** An answer with a job is shorter than this. */
const jobBytes = 10_000

export interface RunRequest {
  parameters: Readonly<Record<string, unknown>>
  /** seconds; 0 always runs, -1 accepts any stored result */
  maxAge: number
  /** runs before the request */
  prepare?(signal: AbortSignal): Promise<void>
}

/** How visitors run a query; each call may throw ApiError. */
export interface RunCalls {
  ask(
    run: Pick<RunRequest, 'parameters' | 'maxAge'>,
    signal: AbortSignal,
  ): Promise<{ job: Job } | { result: LoadedResult }>
  poll: ExecutionCalls<LoadedResult>['poll']
}

export interface RunListener {
  onState(state: ExecutionState): void
  /** called before the state becomes done */
  onResult(result: LoadedResult): void
}

/** If the result has been deleted when it is requested, the run starts again; at most this many times. */
const maxRuns = 3

/**
 * A run by the bearer of a key or a token. They may not read results of other values by id, so the result of a finished
 * run is requested in the same way as the run (docs/reference/api-access.md#key-actors). Rejects like
 * `followExecution`.
 */
export function runWithoutSession(
  { ask, poll }: RunCalls,
  { prepare, maxAge, parameters }: RunRequest,
  signal: AbortSignal,
  { onState, onResult }: RunListener,
): Promise<LoadedResult> {
  /** the result, if the server sent it at once */
  let ready: LoadedResult | null = null
  let asked = 0
  return followExecution<LoadedResult>(
    {
      async send() {
        await prepare?.(signal)
        const answer = await ask({ parameters, maxAge }, signal)
        if ('job' in answer) return answer
        ready = answer.result
        return { query_result: { id: answer.result.id } }
      },
      poll,
      async load() {
        if (ready === null) {
          if (++asked > maxRuns) throw new Error(t('Unknown error occurred. Please try again later.'))
          const answer = await ask({ parameters, maxAge: -1 }, signal)
          if ('job' in answer) return answer
          ready = answer.result
        }
        signal.throwIfAborted()
        onResult(ready)
        return { result: ready }
      },
    },
    signal,
    onState,
  )
}

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
