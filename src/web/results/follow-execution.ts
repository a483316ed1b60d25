import { t } from '#shared/messages/translate.ts'
import {
  type ExecutionEffect,
  type ExecutionEvent,
  type ExecutionState,
  executionStep,
  idleExecution,
} from '#shared/results/execution-step.ts'
import type { Job } from '#shared/results/job.ts'
import { answerEvent, failureEvent } from './execution-events.ts'

type Poll = Extract<ExecutionEffect, { kind: 'poll' }>

/** The calls that make one run of a query; each may throw ApiError. */
export interface ExecutionCalls<R> {
  send(signal: AbortSignal): Promise<{ job: Job } | { query_result: { id: number } }>
  poll(of: Poll, signal: AbortSignal): Promise<Job>
  /** a job: the result has been deleted in the meantime, and is made again */
  load(resultId: number, signal: AbortSignal): Promise<{ result: R } | { job: Job }>
}

const run = 1

/**
 * Follows a run from request to result, acting on what `executionStep` decides. Rejects with a message for users, or
 * with the signal's reason: aborting stops following, never the run.
 */
export async function followExecution<R>(
  calls: ExecutionCalls<R>,
  signal: AbortSignal,
  onState: (state: ExecutionState) => void,
): Promise<R> {
  let result: R | null = null
  let state = idleExecution
  const settle = async (work: Promise<ExecutionEvent>): Promise<ExecutionEvent> => {
    try {
      return await work
    } catch (error) {
      signal.throwIfAborted()
      return failureEvent(error, run)
    }
  }
  const load = async (resultId: number): Promise<ExecutionEvent> => {
    const loaded = await calls.load(resultId, signal)
    if ('job' in loaded) return { type: 'answered', run, job: loaded.job, at: Date.now() }
    result = loaded.result
    return { type: 'loaded', run, at: Date.now() }
  }
  const send = async () => answerEvent(await calls.send(signal), run)
  const begin: ExecutionEvent = { type: 'execute', run, at: Date.now() }
  state = executionStep(state, begin).state
  onState(state)
  let event = await settle(send())
  for (;;) {
    signal.throwIfAborted()
    const decision = executionStep(state, event)
    state = decision.state
    onState(state)
    if (state.phase === 'failed') throw new Error(state.error ?? '')
    if (state.phase === 'done' && result !== null) return result
    const effect = decision.effects.find(({ kind }) => kind !== 'cancel')
    if (effect === undefined || effect.kind === 'cancel')
      throw new Error(t('The run ended without a result.'))
    await pause(effect.afterMs, signal)
    event = await settle(effect.kind === 'poll' ? poll(calls, effect, signal) : load(effect.resultId))
  }
}

async function poll<R>(calls: ExecutionCalls<R>, effect: Poll, signal: AbortSignal): Promise<ExecutionEvent> {
  const askedAt = Date.now()
  const job = await calls.poll(effect, signal)
  return { type: 'polled', run, job, askedAt, at: Date.now() }
}

/** Rejects with the signal's reason if it aborts. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const leave = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', leave)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', leave, { once: true })
  })
}
