import type { Send } from './connection.ts'
import { QueryFailed } from './errors.ts'
import type { Column, Row } from './types.ts'

interface Job {
  id: string
  /** 1 waiting, 2 running, 3 done, 4 failed */
  status: number
  error: unknown
  query_result_id: unknown
  rows?: number
  error_position?: { line: number; column: number } | null
}

export interface StoredResult {
  id: number
  data: { columns: Column[]; rows: Row[]; truncated?: boolean; row_count?: number }
  retrieved_at: string
  runtime: number
}

export type Started = { query_result: StoredResult } | { job: Job }

interface RowWindow {
  rows: Row[]
  total: number
}

const done = 3
const failed = 4
/** The server answers earlier when something changes. */
const waitSeconds = 25
const rowsPerRequest = 5000

/**
 * Asks for a run. If the signal is aborted while the server answers, the run that it may have begun is cancelled once its
 * id is known.
 */
export async function begin(
  send: Send,
  path: string,
  body: object,
  signal: AbortSignal | undefined,
): Promise<Started> {
  signal?.throwIfAborted()
  const starting = send<Started>(path, { method: 'POST', body })
  if (signal === undefined) return await starting
  return await new Promise((resolve, reject) => {
    const leave = () => {
      reject(signal.reason)
      const end = (started: Started) => ('job' in started ? cancel(send, started.job) : undefined)
      starting.then(end).catch(() => {})
    }
    signal.addEventListener('abort', leave, { once: true })
    starting.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}

/** Waits until the run has ended and returns the id of its result. Cancels the run if the signal is aborted. */
export async function resultOf(send: Send, job: Job, signal: AbortSignal | undefined): Promise<number> {
  return await cancelling(send, job, async () => {
    let current = job
    while (!hasEnded(current)) current = await nextState(send, current, signal)
    return resultId(current)
  })
}

/**
 * The rows of a run as they arrive, before it has ended. Leaving the loop ends the run, unless others wait for it too.
 */
export async function* rowsOf(
  send: Send,
  started: Started,
  signal: AbortSignal | undefined,
): AsyncGenerator<Row, void, void> {
  if ('query_result' in started) {
    const { id, data } = started.query_result
    yield* data.rows
    yield* rest(send, `api/query_results/${id}/rows`, data.rows.length, data.row_count ?? 0, signal)
    return
  }
  let job = started.job
  let from = 0
  let isOver = false
  try {
    while (!hasEnded(job)) {
      const known = job.rows ?? 0
      for await (const row of rest(send, `api/jobs/${job.id}/rows`, from, known, signal)) {
        from += 1
        yield row
      }
      job = await nextState(send, job, signal)
    }
    isOver = true
    const address = `api/query_results/${resultId(job)}/rows`
    yield* rest(send, address, from, Number.POSITIVE_INFINITY, signal)
  } finally {
    if (!isOver) await cancel(send, job)
  }
}

/** Rows `from` up to `to`, one request for some thousand of them. */
async function* rest(
  send: Send,
  path: string,
  from: number,
  to: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Row, void, void> {
  let at = from
  let last = to
  while (at < last) {
    const count = Math.min(rowsPerRequest, last - at)
    const { rows, total } = await send<RowWindow>(path, { query: { from: at, count }, signal })
    if (rows.length === 0) return
    yield* rows
    at += rows.length
    last = Math.min(to, total)
  }
}

const hasEnded = ({ status }: Job) => status === done || status === failed

/** The next state of the run, or a longer list of rows. */
async function nextState(send: Send, job: Job, signal: AbortSignal | undefined): Promise<Job> {
  const query = { wait: waitSeconds, since: job.status, since_rows: job.rows ?? 0 }
  return (await send<{ job: Job }>(`api/jobs/${job.id}`, { query, signal })).job
}

function resultId({ id, status, error, query_result_id, error_position = null }: Job): number {
  if (status === done && typeof query_result_id === 'number') return query_result_id
  throw new QueryFailed(messageOf(error), id, error_position)
}

function messageOf(error: unknown): string {
  if (typeof error === 'string' && error !== '') return error
  const { message } = (error ?? {}) as { message?: unknown }
  return typeof message === 'string' ? message : 'The run has failed.'
}

async function cancelling<T>(send: Send, job: Job, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof QueryFailed)) await cancel(send, job)
    throw error
  }
}

/** The first error counts, so one of the cancellation is not thrown. */
async function cancel(send: Send, { id }: Job): Promise<void> {
  await send(`api/jobs/${id}`, { method: 'DELETE' }).catch(() => {})
}
