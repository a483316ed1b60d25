import { t } from '../messages/translate.ts'
import { type Job, type JobProgress, jobStatus, type SharedRun } from './job.ts'
import { readJobError, readResultId } from './read-job.ts'

/**
 * The state machine of a run on the page: `executionStep(state, event)` decides, the caller acts. Times are
 * milliseconds and always come with the event.
 */
export type ExecutionPhase =
  | 'idle'
  | 'sending'
  | 'waiting'
  | 'processing'
  | 'loading'
  | 'done'
  | 'failed'
  | 'cancelled'
  | 'left'

export interface TextPlace {
  line: number
  column: number
}

export interface ExecutionState {
  phase: ExecutionPhase
  /** number of the run; events of an earlier run are ignored */
  run: number
  jobId: string | null
  resultId: number | null
  error: string | null
  /** where the database reported the error, 1-based, in the text that was sent */
  errorPlace: TextPlace | null
  isCancelling: boolean
  waiting: { reason: string; place: number } | null
  /** who else waits for the run; after leaving it: who still does */
  shared: (Pick<SharedRun, 'others' | 'is_scheduled'> & { may_end_for_all?: boolean }) | null
  /** rows read so far */
  rows: number | null
  /** how far the data source is, as far as it says */
  progress: JobProgress | null
  startedAt: number | null
  endedAt: number | null
  /** polls that returned early without news, although they asked the server to wait */
  idlePolls: number
  /** consecutive failed attempts to reach the server */
  failures: number
}

/** What the caller must do next. `afterMs`: wait that long first. */
export type ExecutionEffect =
  | { kind: 'poll'; jobId: string; since: number; sinceRows: number; waitSeconds: number; afterMs: number }
  | { kind: 'load'; resultId: number; afterMs: number }
  | { kind: 'cancel'; jobId: string; isForAll: boolean }

export type ExecutionEvent =
  | { type: 'execute'; run: number; at: number }
  /** a job that was started earlier was found */
  | { type: 'resume'; run: number; jobId: string; at: number }
  /** show a stored result */
  | { type: 'open'; run: number; resultId: number; at: number }
  | { type: 'answered'; run: number; job: Job; at: number }
  /** the server replied at once with a stored result */
  | { type: 'answered-with-result'; run: number; resultId: number; at: number }
  /** `askedAt`: when the poll was sent */
  | { type: 'polled'; run: number; job: Job; askedAt: number; at: number }
  | { type: 'unreachable'; run: number; at: number }
  | { type: 'refused'; run: number; message: string; at: number }
  | { type: 'loaded'; run: number; at: number }
  /** the cancelled run continues for others */
  | { type: 'left'; run: number; others: number; is_scheduled: boolean; at: number }
  | { type: 'cancel'; at: number; isForAll?: boolean }
  | { type: 'reset'; run: number }

export interface ExecutionDecision {
  state: ExecutionState
  effects: readonly ExecutionEffect[]
}

export const idleExecution: ExecutionState = {
  phase: 'idle',
  run: 0,
  jobId: null,
  resultId: null,
  error: null,
  errorPlace: null,
  isCancelling: false,
  waiting: null,
  shared: null,
  rows: null,
  progress: null,
  startedAt: null,
  endedAt: null,
  idlePolls: 0,
  failures: 0,
}

/** Waits before another attempt to reach the server (docs/reference/screens.md#polling). */
export const retryWaits: readonly number[] = [1000, 2000, 4000, 8000]
export const connectionMessage = t(
  'failed communicating with server. Please check your Internet connection and try again.',
)

/**
 * How long the server may hold a poll. It replies earlier if the status changes or rows arrive; the place in the queue
 * needs new polls.
 */
const waitSeconds = { waiting: 5, processing: 20 }
/** A reply without news before this fraction of the wait means that the server does not hold polls. */
const heldPart = 0.5
const pollsBeforeSlow = 10
const pollInterval = 500
const slowPollInterval = 3000
/** Replies with news (row counts) may follow quickly: min interval between polls. */
const minPollInterval = 250

export function isRunning(state: ExecutionState): boolean {
  return (
    state.phase === 'sending' ||
    state.phase === 'waiting' ||
    state.phase === 'processing' ||
    state.phase === 'loading'
  )
}

/** The run ended without a result: it failed, or was cancelled. */
export function hasNoResult({ phase }: ExecutionState): boolean {
  return phase === 'failed' || phase === 'cancelled'
}

/** Cancel is offered while the job is queued or running (docs/reference/screens.md#execution-states). */
export function canCancel(state: ExecutionState): boolean {
  return state.phase === 'sending' || state.phase === 'waiting' || state.phase === 'processing'
}

/** The texts of docs/reference/screens.md#execution-states; null if there is nothing to show. */
export function executionStatusText(state: ExecutionState): string | null {
  if (state.isCancelling) return t('Cancelling…')
  switch (state.phase) {
    case 'sending':
    case 'waiting':
      return t('Query in queue…')
    case 'processing':
      return t('Executing query…')
    case 'loading':
      return t('Loading results…')
    case 'failed':
      return t('Error running query: {error}', { error: state.error ?? '' })
    case 'cancelled':
      return state.error === null || state.error === 'Query cancelled by user.'
        ? t('The run was cancelled.')
        : state.error
    default:
      return null
  }
}

export function executionStep(state: ExecutionState, event: ExecutionEvent): ExecutionDecision {
  switch (event.type) {
    case 'execute':
      return stay({ ...idleExecution, run: event.run, phase: 'sending', startedAt: event.at })
    case 'resume':
      return resume(event)
    case 'open':
      return {
        state: {
          ...idleExecution,
          run: event.run,
          phase: 'loading',
          resultId: event.resultId,
          startedAt: event.at,
        },
        effects: [{ kind: 'load', resultId: event.resultId, afterMs: 0 }],
      }
    case 'reset':
      return stay({ ...idleExecution, run: event.run })
    case 'cancel':
      return cancel(state, event.isForAll === true)
    default:
      return event.run === state.run && isRunning(state) ? stepRun(state, event) : stay(state)
  }
}

type RunEvent = Exclude<
  ExecutionEvent,
  { type: 'execute' } | { type: 'resume' } | { type: 'open' } | { type: 'reset' } | { type: 'cancel' }
>

function stepRun(state: ExecutionState, event: RunEvent): ExecutionDecision {
  switch (event.type) {
    case 'answered':
      return withJob(state, event.job, event.at, 0)
    case 'answered-with-result':
      return load(state, event.resultId)
    case 'polled':
      return withJob(state, event.job, event.at, event.at - event.askedAt)
    case 'loaded':
      return stay({ ...state, phase: 'done', failures: 0, endedAt: event.at })
    case 'refused':
      return stay(fail(state, event.message, event.at))
    case 'left':
      return stay(leave(state, event))
    case 'unreachable':
      return retry(state, event.at)
  }
}

function resume(event: { run: number; jobId: string; at: number }): ExecutionDecision {
  const state: ExecutionState = {
    ...idleExecution,
    run: event.run,
    phase: 'waiting',
    jobId: event.jobId,
    startedAt: event.at,
  }
  return {
    state,
    effects: [{ kind: 'poll', jobId: event.jobId, since: 0, sinceRows: 0, waitSeconds: 0, afterMs: 0 }],
  }
}

function leave(state: ExecutionState, event: Extract<ExecutionEvent, { type: 'left' }>): ExecutionState {
  const { others, is_scheduled, at } = event
  const shared = { others, is_scheduled }
  return { ...state, phase: 'left', shared, waiting: null, isCancelling: false, endedAt: at }
}

function cancel(state: ExecutionState, isForAll: boolean): ExecutionDecision {
  if (!canCancel(state) || state.isCancelling) return stay(state)
  const effects: ExecutionEffect[] = state.jobId ? [{ kind: 'cancel', jobId: state.jobId, isForAll }] : []
  return { state: { ...state, isCancelling: true }, effects }
}

function withJob(state: ExecutionState, job: Job, at: number, tookMs: number): ExecutionDecision {
  const resultId = readResultId(job)
  if (job.status === jobStatus.failed) {
    return stay({
      ...fail(state, readJobError(job), at),
      ...(job.is_cancelled === true && { phase: 'cancelled' }),
      jobId: job.id,
      errorPlace: job.error_position ?? null,
    })
  }
  if (resultId !== null) return load({ ...state, jobId: job.id }, resultId)
  if (job.status === jobStatus.done) {
    return stay(fail({ ...state, jobId: job.id }, t('The query ended without a result.'), at))
  }
  const phase = job.status === jobStatus.waiting ? 'waiting' : 'processing'
  const rows = job.rows ?? null
  const progress = (phase === 'processing' && job.progress) || null
  const waiting = phase === 'waiting' ? (job.waiting ?? null) : null
  const isFirst = state.phase === 'sending' || state.jobId === null
  const isNews =
    isFirst ||
    phase !== state.phase ||
    rows !== state.rows ||
    !isSameProgress(progress, state.progress) ||
    waiting?.place !== state.waiting?.place
  const wasHeld = tookMs >= waitSeconds[phase] * 1000 * heldPart
  const idlePolls = isNews || wasHeld ? state.idlePolls : state.idlePolls + 1
  const next: ExecutionState = {
    ...state,
    phase,
    jobId: job.id,
    rows,
    progress,
    waiting,
    shared: job.shared ?? null,
    idlePolls,
    failures: 0,
    startedAt: startOf(state, job),
  }
  const effects: ExecutionEffect[] = [
    {
      kind: 'poll',
      jobId: job.id,
      since: job.status,
      sinceRows: rows ?? 0,
      waitSeconds: waitSeconds[phase],
      afterMs: isFirst || phase !== state.phase || (wasHeld && !isNews) ? 0 : pollPause(isNews, idlePolls),
    },
  ]
  // Cancel was pressed before the job had an id
  if (state.isCancelling && isFirst) effects.unshift({ kind: 'cancel', jobId: job.id, isForAll: false })
  return { state: next, effects }
}

/** A resumed run counts its time from the start of the job. */
function startOf(state: ExecutionState, job: Job): number | null {
  if (state.jobId === null || job.status !== jobStatus.processing) return state.startedAt
  const started = typeof job.updated_at === 'string' ? Date.parse(job.updated_at) : Number.NaN
  if (Number.isNaN(started) || state.startedAt === null) return state.startedAt
  return Math.min(started, state.startedAt)
}

function pollPause(isNews: boolean, idlePolls: number): number {
  if (isNews) return minPollInterval
  return idlePolls > pollsBeforeSlow ? slowPollInterval : pollInterval
}

function load(state: ExecutionState, resultId: number): ExecutionDecision {
  return {
    state: { ...state, phase: 'loading', resultId, waiting: null, isCancelling: false, failures: 0 },
    effects: [{ kind: 'load', resultId, afterMs: 0 }],
  }
}

function retry(state: ExecutionState, at: number): ExecutionDecision {
  const afterMs = retryWaits[state.failures]
  const next = { ...state, failures: state.failures + 1 }
  if (afterMs === undefined || state.phase === 'sending') return stay(fail(state, connectionMessage, at))
  if (state.phase === 'loading' && state.resultId !== null) {
    return { state: next, effects: [{ kind: 'load', resultId: state.resultId, afterMs }] }
  }
  if (state.jobId === null) return stay(fail(state, connectionMessage, at))
  const since = state.phase === 'waiting' ? jobStatus.waiting : jobStatus.processing
  return {
    state: next,
    effects: [
      { kind: 'poll', jobId: state.jobId, since, sinceRows: state.rows ?? 0, waitSeconds: 0, afterMs },
    ],
  }
}

function fail(state: ExecutionState, error: string, at: number): ExecutionState {
  return { ...state, phase: 'failed', error, waiting: null, isCancelling: false, endedAt: at }
}

function stay(state: ExecutionState): ExecutionDecision {
  return { state, effects: [] }
}

function isSameProgress(one: JobProgress | null, other: JobProgress | null): boolean {
  return one?.fraction === other?.fraction && one?.rows === other?.rows && one?.bytes === other?.bytes
}
