import { t } from '#shared/messages/translate.ts'
import type { ExecutionState } from '#shared/results/execution-step.ts'
import type { Job } from '#shared/results/job.ts'
import { followExecution } from './follow-execution.ts'
import type { LoadedResult } from './read-result.ts'

export interface RunRequest {
  parameters: Readonly<Record<string, unknown>>
  /** seconds; 0 runs always, -1 takes any stored result */
  maxAge: number
  /** what has to happen before the run is asked for */
  prepare?(signal: AbortSignal): Promise<void>
}

/** How a query is run by those whom it is opened to; each may throw ApiError. */
export interface RunCalls {
  ask(
    run: Pick<RunRequest, 'parameters' | 'maxAge'>,
    signal: AbortSignal,
  ): Promise<{ job: Job } | { result: LoadedResult }>
  poll(
    jobId: string,
    news: { wait?: number; since?: number; since_rows?: number },
    signal: AbortSignal,
  ): Promise<Job>
}

export interface RunListener {
  onState(state: ExecutionState): void
  /** before the state says that it is done */
  onResult(result: LoadedResult): void
}

/** A run whose result has gone when it is asked for is begun anew; so many times at most. */
const maxRuns = 3

/**
 * A run by the bearer of a key or a token: they may not read results of other values by their id, so the result of a run
 * that has ended is asked for as the run was (docs/reference/api-access.md#key-actors). Rejects as `followExecution`
 * does.
 */
export function runWithoutSession(
  { ask, poll }: RunCalls,
  { prepare, maxAge, parameters }: RunRequest,
  signal: AbortSignal,
  { onState, onResult }: RunListener,
): Promise<LoadedResult> {
  /** what the server answered at once */
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
      poll: ({ jobId, since, sinceRows, waitSeconds }) =>
        poll(jobId, waitSeconds > 0 ? { wait: waitSeconds, since, since_rows: sinceRows } : {}, signal),
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
