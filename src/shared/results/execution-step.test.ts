import { describe, expect, it } from 'vitest'
import {
  connectionMessage,
  type ExecutionEvent,
  type ExecutionState,
  executionStatusText,
  executionStep,
  idleExecution,
  isRunning,
} from './execution-step.ts'
import type { Job } from './job.ts'
import { leftText, othersText } from './shared-run-texts.ts'

function job(fields: Partial<Job>): Job {
  return { id: 'j1', updated_at: 0, status: 1, error: '', result: null, query_result_id: null, ...fields }
}

/** Applies events and returns the last decision. */
function play(...events: ExecutionEvent[]) {
  let decision = { state: idleExecution, effects: [] } as ReturnType<typeof executionStep>
  for (const event of events) decision = executionStep(decision.state, event)
  return decision
}

const execute: ExecutionEvent = { type: 'execute', run: 1, at: 1000 }
const queued: ExecutionEvent = { type: 'answered', run: 1, at: 1010, job: job({}) }
function polled(fields: Partial<Job>, askedAt: number, at: number): ExecutionEvent {
  return { type: 'polled', run: 1, job: job(fields), askedAt, at }
}

describe('executionStep', () => {
  it('goes from the queue over processing and loading to done', () => {
    expect(executionStatusText(play(execute).state)).toBe('Query in queue…')
    const waiting = play(execute, queued)
    expect(waiting.state.phase).toBe('waiting')
    expect(waiting.effects).toEqual([
      { kind: 'poll', jobId: 'j1', since: 1, sinceRows: 0, waitSeconds: 5, afterMs: 0 },
    ])
    const processing = play(execute, queued, polled({ status: 2, rows: 0 }, 1010, 1100))
    expect(executionStatusText(processing.state)).toBe('Executing query…')
    const loading = play(execute, queued, polled({ status: 3, query_result_id: 9 }, 1010, 1100))
    expect(loading.effects).toEqual([{ kind: 'load', resultId: 9, afterMs: 0 }])
    expect(executionStatusText(loading.state)).toBe('Loading results…')
    const done = executionStep(loading.state, { type: 'loaded', run: 1, at: 1200 })
    expect(done.state).toMatchObject({ phase: 'done', endedAt: 1200 })
    expect(isRunning(done.state)).toBe(false)
  })

  it('loads the result of a job that is still processing but carries its id', () => {
    expect(play(execute, queued, polled({ status: 2, query_result_id: 4 }, 0, 50)).effects).toEqual([
      { kind: 'load', resultId: 4, afterMs: 0 },
    ])
  })

  it('keeps the error, its position and its message', () => {
    const failed = play(
      execute,
      queued,
      polled({ status: 4, error: 'no such table', error_position: { line: 2, column: 5 } }, 0, 50),
    )
    expect(failed.effects).toEqual([])
    expect(failed.state.errorPlace).toEqual({ line: 2, column: 5 })
    expect(executionStatusText(failed.state)).toBe('Error running query: no such table')
  })

  it('polls every 500 ms when the server does not hold the reply, every 3 s after the 10th', () => {
    let { state } = play(execute, queued)
    const pauses: number[] = []
    for (let at = 2000; pauses.length < 12; at += 500) {
      const next = executionStep(state, polled({}, at, at + 3))
      state = next.state
      const [effect] = next.effects
      pauses.push(effect?.kind === 'poll' ? effect.afterMs : -1)
    }
    expect(pauses).toEqual([500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 3000, 3000])
  })

  it('polls again at once when the server has held the reply', () => {
    expect(play(execute, queued, polled({}, 1010, 6010)).effects[0]).toMatchObject({ afterMs: 0 })
  })

  it('shows rows so far and requests more at a limited rate', () => {
    const { state } = play(execute, queued, polled({ status: 2, rows: 0 }, 1010, 1020))
    const next = executionStep(state, polled({ status: 2, rows: 5000 }, 1020, 1050))
    expect(next.state.rows).toBe(5000)
    expect(next.effects[0]).toMatchObject({ since: 2, sinceRows: 5000, afterMs: 250 })
  })

  it('shows the place in the queue and the reason', () => {
    const waiting = { reason: 'Another query runs on this data source.', place: 2 }
    expect(play(execute, queued, polled({ waiting }, 0, 10)).state.waiting).toEqual(waiting)
    expect(
      play(execute, queued, polled({ waiting }, 0, 10), polled({ status: 2 }, 10, 20)).state.waiting,
    ).toBe(null)
  })

  it('retries an unreachable result after 1, 2, 4 and 8 s, then gives up', () => {
    let { state } = play(execute, queued, polled({ status: 3, query_result_id: 9 }, 0, 50))
    const waits: number[] = []
    for (let attempt = 0; attempt < 4; attempt++) {
      const next = executionStep(state, { type: 'unreachable', run: 1, at: 100 })
      state = next.state
      const [effect] = next.effects
      if (effect?.kind === 'load') waits.push(effect.afterMs)
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000])
    const last = executionStep(state, { type: 'unreachable', run: 1, at: 100 })
    expect(last.effects).toEqual([])
    expect(last.state.error).toBe(connectionMessage)
  })

  it('retries polls the same way and forgets the failures once reached', () => {
    const failing = play(execute, queued, { type: 'unreachable', run: 1, at: 20 })
    expect(failing.effects[0]).toMatchObject({ kind: 'poll', waitSeconds: 0, afterMs: 1000 })
    expect(executionStep(failing.state, polled({}, 0, 5)).state.failures).toBe(0)
  })

  it('does not retry an execution that could not be posted', () => {
    const { state, effects } = play(execute, { type: 'unreachable', run: 1, at: 20 })
    expect(effects).toEqual([])
    expect(state).toMatchObject({ phase: 'failed', error: connectionMessage })
  })

  it('cancels once, and says so until the job has ended', () => {
    const cancelled = play(execute, queued, { type: 'cancel', at: 20 })
    expect(cancelled.effects).toEqual([{ kind: 'cancel', jobId: 'j1', isForAll: false }])
    expect(executionStatusText(cancelled.state)).toBe('Cancelling…')
    expect(executionStep(cancelled.state, { type: 'cancel', at: 30 }).effects).toEqual([])
    const ended = executionStep(
      cancelled.state,
      polled({ status: 4, error: 'Query cancelled by user.' }, 0, 40),
    )
    expect(ended.state).toMatchObject({ phase: 'failed', isCancelling: false })
  })

  it('reports that a run continues for others, and stops following it', () => {
    const shared = { others: 2, is_scheduled: false, may_end_for_all: true }
    const told = play(execute, queued, polled({ status: 2, shared }, 0, 20))
    expect(othersText(told.state)).toBe('2 others wait for it too')
    const left = play(
      execute,
      queued,
      { type: 'cancel', at: 20 },
      { type: 'left', run: 1, others: 1, is_scheduled: true, at: 30 },
    )
    expect(leftText(left.state)).toBe('You no longer wait for this run. It goes on for 1 other.')
    expect(isRunning(left.state)).toBe(false)
    const later = executionStep(left.state, polled({ status: 3, query_result_id: 9 }, 30, 40))
    expect(later).toEqual({ state: left.state, effects: [] })
    const scheduled = play(execute, queued, { type: 'left', run: 1, others: 0, is_scheduled: true, at: 30 })
    expect(leftText(scheduled.state)).toBe('You no longer wait for this run. It goes on for its schedule.')
  })

  it('requests to end the run for all users', () => {
    const { effects } = play(execute, queued, { type: 'cancel', at: 20, isForAll: true })
    expect(effects).toEqual([{ kind: 'cancel', jobId: 'j1', isForAll: true }])
  })

  it('cancels a job as soon as its id is known', () => {
    const { effects } = play(execute, { type: 'cancel', at: 5 }, queued)
    expect(effects[0]).toEqual({ kind: 'cancel', jobId: 'j1', isForAll: false })
    expect(effects[1]).toMatchObject({ kind: 'poll' })
  })

  it('offers no cancel while loading', () => {
    const loading = play(execute, { type: 'answered-with-result', run: 1, resultId: 3, at: 5 })
    expect(executionStep(loading.state, { type: 'cancel', at: 6 })).toEqual({
      state: loading.state,
      effects: [],
    })
  })

  it('ignores events of an earlier run', () => {
    const second = play(execute, queued, { type: 'execute', run: 2, at: 50 })
    expect(executionStep(second.state, polled({ status: 4, error: 'old' }, 0, 60))).toEqual({
      state: second.state,
      effects: [],
    })
  })

  it('finds a job again, and counts its time from its start', () => {
    const resumed = play({ type: 'resume', run: 1, jobId: 'j1', at: 90_000 })
    expect(resumed.effects).toEqual([
      { kind: 'poll', jobId: 'j1', since: 0, sinceRows: 0, waitSeconds: 0, afterMs: 0 },
    ])
    const started = new Date(60_000).toISOString()
    const { state } = executionStep(resumed.state, polled({ status: 2, updated_at: started }, 90_000, 90_010))
    expect(state).toMatchObject({ phase: 'processing', startedAt: 60_000 } satisfies Partial<ExecutionState>)
  })

  it('fails a job that is done without a result', () => {
    expect(play(execute, queued, polled({ status: 3 }, 0, 10)).state.phase).toBe('failed')
  })

  it('forgets everything on reset', () => {
    expect(play(execute, queued, { type: 'reset', run: 2 }).state).toEqual({ ...idleExecution, run: 2 })
  })
})
