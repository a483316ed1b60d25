import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { jobStatus } from '#shared/results/job.ts'
import { target } from './planned-runner.ts'
import { createSessionRunner } from './session-runner.ts'

interface Answer {
  status?: number
  body: unknown
}

let asked: { method: string; address: string; body: unknown }[] = []
let answers: Answer[] = []

beforeEach(() => {
  asked = []
  answers = []
  vi.stubGlobal('document', { cookie: 'csrf_token=t' })
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body, signal }: RequestInit) => {
    signal?.throwIfAborted()
    asked.push({ method, address, body: typeof body === 'string' ? JSON.parse(body) : null })
    const answer = answers.shift()
    if (answer === undefined) throw new TypeError('Failed to fetch')
    const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
    return new Response(text, { status: answer.status ?? 200 })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const signal = () => new AbortController().signal
const job = (status: number, more: object = {}) => ({
  body: { job: { id: 'j1', updated_at: 0, status, error: '', result: null, query_result_id: null, ...more } },
})
const stored = {
  query_result: {
    id: 9,
    data: { columns: [{ name: 'n', friendly_name: 'n', type: 'integer' }], rows: [{ n: 1 }] },
    runtime: 1,
    retrieved_at: '2026-11-20T10:00:00Z',
  },
}

describe('the runner of a session', () => {
  it('asks for what is stored in one request', async () => {
    answers.push({ body: '{"widget_ids":[1],"missing":true}\n{"widget_ids":[2],"query_result_id":5}\n' })
    const lines: unknown[] = []
    const wanted = [{ id: 1, parameters: { a: 1 } }, { id: 2 }]
    await createSessionRunner(3).readStored(wanted, (line) => lines.push(line), signal())
    expect(asked).toEqual([
      { method: 'POST', address: '/api/dashboards/3/results', body: { widgets: wanted } },
    ])
    expect(lines).toEqual([
      { widget_ids: [1], missing: true },
      { widget_ids: [2], query_result_id: 5 },
    ])
  })

  it('runs a query and waits for its result', async () => {
    answers.push(job(1), job(2), job(3, { query_result_id: 9 }), { body: stored })
    const statuses: number[] = []
    const run = { parameters: { a: 1 }, max_age: 0 }
    const runner = createSessionRunner(3)
    const result = await runner.execute(target(1, 10), run, signal(), (status) => statuses.push(status))
    expect(result).toMatchObject({ id: 9, rowCount: 1 })
    expect(statuses).toEqual([jobStatus.waiting, jobStatus.processing])
    expect(asked[0]).toEqual({
      method: 'POST',
      address: '/api/queries/10/results',
      body: { parameters: { a: 1 }, max_age: 0, large: 'head' },
    })
    expect(asked[1]?.address).toMatch(/^\/api\/jobs\/j1\?wait=5&since=1/)
    expect(asked[3]?.address).toBe('/api/query_results/9?large=head')
  })

  it('takes a result that is stored in the meantime', async () => {
    answers.push({ body: stored }, { body: stored })
    const run = { parameters: {}, max_age: -1 }
    expect(await createSessionRunner(3).execute(target(1, 10), run, signal(), () => undefined)).toMatchObject(
      {
        id: 9,
      },
    )
  })

  it.each([
    [job(4, { error: 'division by zero' }), 'division by zero'],
    [{ status: 400, body: { job: { status: 4, error: 'x is paused.' } } }, 'x is paused.'],
    [{ status: 403, body: { message: 'You may not run this.' } }, 'You may not run this.'],
  ])('says why a run failed: %j', async (answer, message) => {
    answers.push(answer)
    const run = createSessionRunner(3).execute(
      target(1, 10),
      { parameters: {}, max_age: 0 },
      signal(),
      () => undefined,
    )
    await expect(run).rejects.toThrow(message)
  })

  it('stops watching when the caller aborts, without canceling the run', async () => {
    vi.useFakeTimers()
    const abort = new AbortController()
    answers.push(job(1), job(1))
    const run = createSessionRunner(3)
      .execute(target(1, 10), { parameters: {}, max_age: 0 }, abort.signal, () => undefined)
      .catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(10)
    abort.abort(new Error('left'))
    expect(await run).toMatchObject({ message: 'left' })
    expect(asked.every(({ method }) => method !== 'DELETE')).toBe(true)
  })
})
