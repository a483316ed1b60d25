import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import {
  type ExecutionEffect,
  type ExecutionEvent,
  type ExecutionState,
  executionStep,
  idleExecution,
} from '#shared/results/execution-step.ts'
import { cancelJob, getJob, type JobOrResult } from '#shared/results/results-api.ts'
import { call } from '#web/api/call.ts'
import { answerEvent, failureEvent } from './execution-events.ts'
import { loadResult } from './load-result.ts'
import type { LoadedResult } from './read-result.ts'

export interface Execution {
  state: ExecutionState
  /** the newest loaded result; stays while another one is made */
  result: LoadedResult | null
  /** `send` starts the run; resolves to a job or a stored result */
  execute(send: (signal: AbortSignal) => Promise<JobOrResult>): void
  /** shows a stored result */
  open(resultId: number): void
  /** continues with a job that was started earlier */
  resume(jobId: string, startedAt: number): void
  /** leaves the run, which ends if no other user waits for it; or ends it for all */
  cancel(isForAll?: boolean): void
  /** resets the state for another query or data source */
  reset(): void
}

/** Acts on what `executionStep` decides. Leaving the page stops following, never the run. */
export function useExecution(): Execution {
  const [state, setState] = useState<ExecutionState>(idleExecution)
  const [result, setResult] = useState<LoadedResult | null>(null)
  const machine = useRef({ state: idleExecution, abort: new AbortController(), timers: new Set<number>() })

  const stop = useCallback(() => {
    const { current } = machine
    current.abort.abort()
    for (const timer of current.timers) clearTimeout(timer)
    current.timers.clear()
    current.abort = new AbortController()
  }, [])

  const dispatch = useCallback(
    (event: ExecutionEvent): void => {
      const { state: next, effects } = executionStep(machine.current.state, event)
      machine.current.state = next
      setState(next)
      for (const effect of effects) schedule(effect)

      function schedule(effect: ExecutionEffect): void {
        const afterMs = effect.kind === 'cancel' ? 0 : effect.afterMs
        if (afterMs === 0) {
          start(effect)
          return
        }
        const timer = window.setTimeout(() => {
          machine.current.timers.delete(timer)
          start(effect)
        }, afterMs)
        machine.current.timers.add(timer)
      }

      function start(effect: ExecutionEffect): void {
        const { run } = machine.current.state
        const { signal } = machine.current.abort
        if (effect.kind === 'cancel') {
          void cancel(effect, run).catch(() => undefined)
          return
        }
        const work = effect.kind === 'poll' ? poll(effect, run, signal) : load(effect.resultId, run, signal)
        work.then(dispatch, (error: unknown) => {
          if (!signal.aborted) dispatch(failureEvent(error, run))
        })
      }

      async function cancel(
        { jobId, isForAll }: Extract<ExecutionEffect, { kind: 'cancel' }>,
        run: number,
      ): Promise<void> {
        const query = isForAll ? ({ for_all: 'true' } as const) : {}
        const goesOn = await call(cancelJob, { params: { id: jobId }, query })
        if (goesOn === null || machine.current.state.run !== run) return
        stop()
        const { others, is_scheduled } = goesOn
        dispatch({ type: 'left', run, others, is_scheduled, at: Date.now() })
      }

      async function load(resultId: number, run: number, signal: AbortSignal): Promise<ExecutionEvent> {
        const loaded = await loadResult(resultId, signal)
        if (machine.current.state.run === run) setResult(loaded)
        return { type: 'loaded', run, at: Date.now() }
      }
    },
    [stop],
  )

  useEffect(() => stop, [stop])

  return useMemo(() => {
    const begin = (): number => {
      stop()
      return machine.current.state.run + 1
    }
    return {
      state,
      result,
      execute: (send) => {
        const run = begin()
        const { signal } = machine.current.abort
        dispatch({ type: 'execute', run, at: Date.now() })
        send(signal).then(
          (reply) => dispatch(answerEvent(reply, run)),
          (error: unknown) => {
            if (!signal.aborted) dispatch(failureEvent(error, run))
          },
        )
      },
      open: (resultId) => dispatch({ type: 'open', run: begin(), resultId, at: Date.now() }),
      resume: (jobId, startedAt) => dispatch({ type: 'resume', run: begin(), jobId, at: startedAt }),
      cancel: (isForAll = false) => dispatch({ type: 'cancel', isForAll, at: Date.now() }),
      reset: () => {
        dispatch({ type: 'reset', run: begin() })
        setResult(null)
      },
    }
  }, [state, result, dispatch, stop])
}

async function poll(
  effect: Extract<ExecutionEffect, { kind: 'poll' }>,
  run: number,
  signal: AbortSignal,
): Promise<ExecutionEvent> {
  const askedAt = Date.now()
  const { since, sinceRows } = effect
  const query = effect.waitSeconds > 0 ? { wait: effect.waitSeconds, since, since_rows: sinceRows } : {}
  const { job } = await call(getJob, { params: { id: effect.jobId }, query, signal })
  return { type: 'polled', run, job, askedAt, at: Date.now() }
}
