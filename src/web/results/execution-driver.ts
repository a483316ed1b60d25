import {
  type ExecutionEffect,
  type ExecutionEvent,
  type ExecutionState,
  executionStep,
  hasNoResult,
  idleExecution,
} from '#shared/results/execution-step.ts'
import type { Job, SharedRun } from '#shared/results/job.ts'
import { executionRefusal } from '#shared/results/read-job.ts'
import { ApiError } from '#web/api/api-error.ts'

type Effect<K extends ExecutionEffect['kind']> = Extract<ExecutionEffect, { kind: K }>
/** Starts a run: the answer is a job, or the stored result. */
type Send = (signal: AbortSignal) => Promise<{ job: Job } | { query_result: { id: number } }>

/** What a poll waits for. Empty: answer at once. */
export interface PollQuery {
  wait?: number
  since?: number
  since_rows?: number
}

/** The calls that a run makes; each may throw ApiError. */
export interface ExecutionCalls<R> {
  poll(jobId: string, query: PollQuery, signal: AbortSignal): Promise<Job>
  /** a job: the result has been deleted in the meantime, and is made again */
  load(resultId: number, signal: AbortSignal): Promise<{ result: R } | { job: Job }>
  /** resolves to who else waits if the run continues for them */
  cancel?(jobId: string, isForAll: boolean): Promise<Pick<SharedRun, 'others' | 'is_scheduled'> | null>
}

interface ExecutionListener<R> {
  onState(state: ExecutionState): void
  /** called before the state becomes done */
  onResult(result: R): void
}

/** One run after another: each new one replaces the run before it. */
export interface ExecutionDriver {
  execute(send: Send): void
  /** shows a stored result */
  open(resultId: number): void
  /** fails without a call: the page knows why the run is impossible */
  refuse(message: string): void
  /** continues with a job that was started earlier */
  resume(jobId: string, startedAt: number): void
  /** leaves the run, which ends if no other user waits for it; or ends it for all */
  cancel(isForAll?: boolean): void
  /** resets the state for another query or data source */
  reset(): void
  /** stops following, never the run */
  stop(): void
}

/** Acts on what `executionStep` decides. */
export function createExecutionDriver<R>(
  calls: ExecutionCalls<R>,
  { onState, onResult }: ExecutionListener<R>,
): ExecutionDriver {
  let state = idleExecution
  let abort = new AbortController()
  const timers = new Set<ReturnType<typeof setTimeout>>()

  function stop(): void {
    abort.abort()
    for (const timer of timers) clearTimeout(timer)
    timers.clear()
    abort = new AbortController()
  }

  function dispatch(event: ExecutionEvent): void {
    const decision = executionStep(state, event)
    state = decision.state
    onState(state)
    for (const effect of decision.effects) schedule(effect)
  }

  function schedule(effect: ExecutionEffect): void {
    if (effect.kind === 'cancel') {
      // after a failure the next poll shows whether the run has ended
      cancel(effect, state.run).catch(() => undefined)
    } else if (effect.afterMs === 0) start(effect)
    else {
      const timer = setTimeout(() => {
        timers.delete(timer)
        start(effect)
      }, effect.afterMs)
      timers.add(timer)
    }
  }

  function start(effect: Effect<'poll' | 'load'>): void {
    const { run } = state
    follow(run, (signal) =>
      effect.kind === 'poll' ? poll(effect, run, signal) : load(effect.resultId, run, signal),
    )
  }

  /** Dispatches how the work ends, unless the run has been stopped before. */
  function follow(run: number, work: (signal: AbortSignal) => Promise<ExecutionEvent>): void {
    const { signal } = abort
    const end = (event: ExecutionEvent) => {
      if (!signal.aborted) dispatch(event)
    }
    work(signal).then(end, (error: unknown) => end(failureEvent(error, run)))
  }

  async function poll(effect: Effect<'poll'>, run: number, signal: AbortSignal): Promise<ExecutionEvent> {
    const askedAt = Date.now()
    const { jobId, since, sinceRows, waitSeconds } = effect
    const query = waitSeconds > 0 ? { wait: waitSeconds, since, since_rows: sinceRows } : {}
    const job = await calls.poll(jobId, query, signal)
    return { type: 'polled', run, job, askedAt, at: Date.now() }
  }

  async function load(resultId: number, run: number, signal: AbortSignal): Promise<ExecutionEvent> {
    const loaded = await calls.load(resultId, signal)
    if ('job' in loaded) return { type: 'answered', run, job: loaded.job, at: Date.now() }
    if (!signal.aborted) onResult(loaded.result)
    return { type: 'loaded', run, at: Date.now() }
  }

  async function cancel({ jobId, isForAll }: Effect<'cancel'>, run: number): Promise<void> {
    const goesOn = (await calls.cancel?.(jobId, isForAll)) ?? null
    if (goesOn === null || state.run !== run) return
    stop()
    const { others, is_scheduled } = goesOn
    dispatch({ type: 'left', run, others, is_scheduled, at: Date.now() })
  }

  const begin = (): number => {
    stop()
    return state.run + 1
  }

  return {
    execute(send) {
      const run = begin()
      dispatch({ type: 'execute', run, at: Date.now() })
      follow(run, async (signal) => answerEvent(await send(signal), run))
    },
    open: (resultId) => dispatch({ type: 'open', run: begin(), resultId, at: Date.now() }),
    refuse(message) {
      const at = Date.now()
      const run = begin()
      dispatch({ type: 'execute', run, at })
      dispatch({ type: 'refused', run, message, at })
    },
    resume: (jobId, startedAt) => dispatch({ type: 'resume', run: begin(), jobId, at: startedAt }),
    cancel: (isForAll = false) => dispatch({ type: 'cancel', isForAll, at: Date.now() }),
    reset: () => dispatch({ type: 'reset', run: begin() }),
    stop,
  }
}

/**
 * Follows one run from request to result. Rejects with a message for users, or with the signal's reason: aborting stops
 * following, never the run.
 */
export function followExecution<R>(
  { send, ...calls }: ExecutionCalls<R> & { send: Send },
  signal: AbortSignal,
  onState: (state: ExecutionState) => void,
): Promise<R> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const driver = createExecutionDriver(calls, {
      onState(state) {
        onState(state)
        if (hasNoResult(state)) reject(new Error(state.error ?? ''))
      },
      onResult: resolve,
    })
    signal.addEventListener('abort', () => {
      driver.stop()
      reject(signal.reason)
    })
    driver.execute(send)
  })
}

/** A job, or the stored result. */
function answerEvent(reply: Awaited<ReturnType<Send>>, run: number): ExecutionEvent {
  const at = Date.now()
  return 'job' in reply
    ? { type: 'answered', run, job: reply.job, at }
    : { type: 'answered-with-result', run, resultId: reply.query_result.id, at }
}

/** No answer, or one of a restarting server, is worth another attempt. Any other answer is final. */
function failureEvent(error: unknown, run: number): ExecutionEvent {
  const at = Date.now()
  if (!(error instanceof ApiError)) {
    return { type: 'refused', run, message: error instanceof Error ? error.message : String(error), at }
  }
  if (error.status === 0 || (error.status >= 502 && error.status <= 504))
    return { type: 'unreachable', run, at }
  return { type: 'refused', run, message: executionRefusal(error.status, error.body), at }
}
