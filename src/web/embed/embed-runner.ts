import {
  type ExecutionEffect,
  type ExecutionEvent,
  type ExecutionState,
  executionRefusal,
  executionStep,
  idleExecution,
} from '#shared/results/execution-step.ts'
import { getQueryJob } from '#shared/results/results-api.ts'
import { ApiError } from '#web/api/api-error.ts'
import { callWithKey } from '#web/api/call.ts'
import { askForResult, type EmbeddedResult, type EmbedRunRequest } from './ask-for-result.ts'
import { embedWords } from './embed-words.ts'

export interface EmbedRunner {
  execute(request: EmbedRunRequest): void
  /** ends the watching, never the work */
  stop(): void
}

/** Whom the runner tells of what it does. */
interface Listener {
  onState(state: ExecutionState): void
  onResult(result: EmbeddedResult): void
}

/** A run whose result has gone when it is asked for is begun anew; so many times at most. */
const mostRuns = 3

type Work = Exclude<ExecutionEffect, { kind: 'cancel' }>

interface Run {
  number: number
  request: EmbedRunRequest
  signal: AbortSignal
  /** what the server answered at once */
  ready: EmbeddedResult | null
  /** results asked for after a run had ended */
  asked: number
}

/**
 * Acts on what `executionStep` decides, by key: the bearer of a query's key may not read results of other values by
 * their id, so the result of a run that has ended is asked for as the run was (reference-api 3.5).
 */
export function createEmbedRunner(of: { queryId: number; apiKey: string }, listener: Listener): EmbedRunner {
  let state = idleExecution
  let abort = new AbortController()

  function dispatch(run: Run, event: ExecutionEvent): void {
    if (run.signal.aborted) return
    const decision = executionStep(state, event)
    state = decision.state
    listener.onState(state)
    for (const effect of decision.effects) if (effect.kind !== 'cancel') void act(run, effect)
  }

  async function act(run: Run, work: Work): Promise<void> {
    await pause(work.afterMs)
    if (run.signal.aborted) return
    await settle(run, work.kind === 'poll' ? poll(of, run, work) : load(run))
  }

  async function settle(run: Run, work: Promise<ExecutionEvent>): Promise<void> {
    const event = await work.catch((error: unknown) => failureEvent(error, run.number))
    dispatch(run, event)
  }

  async function load(run: Run): Promise<ExecutionEvent> {
    if (run.ready === null) {
      if (++run.asked > mostRuns) throw new Error(embedWords.unknown)
      const event = await ask(of, run, -1)
      if (event.type === 'answered') return event
    }
    if (run.ready !== null && !run.signal.aborted) listener.onResult(run.ready)
    run.ready = null
    return { type: 'loaded', run: run.number, at: Date.now() }
  }

  const stop = () => {
    abort.abort()
    abort = new AbortController()
  }
  return {
    execute(request) {
      stop()
      const run = { number: state.run + 1, request, signal: abort.signal, ready: null, asked: 0 }
      dispatch(run, { type: 'execute', run: run.number, at: Date.now() })
      void settle(run, begin(of, run))
    },
    stop,
  }
}

async function begin(of: { queryId: number; apiKey: string }, run: Run): Promise<ExecutionEvent> {
  const { prepare, maxAge } = run.request
  if (prepare !== undefined) await prepare(run.signal)
  return ask(of, run, maxAge)
}

async function ask(
  of: { queryId: number; apiKey: string },
  run: Run,
  maxAge: number,
): Promise<Extract<ExecutionEvent, { type: 'answered' | 'answered-with-result' }>> {
  const answer = await askForResult(of, { ...run.request, maxAge }, run.signal)
  const facts = { run: run.number, at: Date.now() }
  if ('job' in answer) return { type: 'answered', job: answer.job, ...facts }
  run.ready = answer.result
  return { type: 'answered-with-result', resultId: answer.result.id, ...facts }
}

async function poll(
  { queryId, apiKey }: { queryId: number; apiKey: string },
  { number, signal }: Run,
  { jobId, since, sinceRows, waitSeconds }: Extract<Work, { kind: 'poll' }>,
): Promise<ExecutionEvent> {
  const askedAt = Date.now()
  const params = { query_id: queryId, id: jobId }
  const query = waitSeconds > 0 ? { wait: waitSeconds, since, since_rows: sinceRows } : {}
  const { job } = await callWithKey(apiKey)(getQueryJob, { params, query, signal })
  return { type: 'polled', run: number, job, askedAt, at: Date.now() }
}

/** No answer, or one of a server that is restarting: worth another attempt. Everything else is an answer. */
function failureEvent(error: unknown, run: number): ExecutionEvent {
  const at = Date.now()
  if (!(error instanceof ApiError)) {
    return { type: 'refused', run, message: error instanceof Error ? error.message : String(error), at }
  }
  const { status, body } = error
  if (status === 0 || (status >= 502 && status <= 504)) return { type: 'unreachable', run, at }
  // a 401 about a job speaks of the data source
  const isKeyGone = status === 401 && !(typeof body === 'object' && body !== null && 'job' in body)
  return {
    type: 'refused',
    run,
    message: isKeyGone ? embedWords.unknownKey : executionRefusal(status, body),
    at,
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
