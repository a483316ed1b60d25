import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RunTarget, StoredLine } from '#web/dashboards/widgets/dashboard-runner.ts'
import { createPublicRunner } from './public-runner.ts'
import { publicWords } from './public-words.ts'

/** The edge of the browser: what is asked, and what is answered in order. */
let asked: { line: string; body: unknown; init: RequestInit }[]
let answers: { status?: number; body: unknown }[]
let closed: number

beforeEach(() => {
  asked = []
  answers = []
  closed = 0
  vi.stubGlobal('document', { cookie: 'csrf_token=of-a-session' })
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null
    asked.push({ line: `${init.method} ${address}`, body, init })
    const answer = answers.shift()
    if (answer === undefined) throw new Error(`nothing is planned for ${address}`)
    const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
    return new Response(text, { status: answer.status ?? 200 })
  })
})
afterEach(() => vi.unstubAllGlobals())

const token = 'a-token-of-the-dashboard'
const base = `/api/dashboards/public/${token}`
const runner = (maxAge = -1) =>
  createPublicRunner({
    token,
    maxAge,
    onClosed: () => {
      closed++
    },
  })
const year = { name: 'year', title: 'Year', type: 'number', value: 2026, global: false }
const target: RunTarget = { widgetId: 7, queryId: 5, parameters: [year] }
const result = (id: number) => ({
  query_result: {
    id,
    data: { columns: [{ name: 'n', friendly_name: 'n', type: 'integer' }], rows: [{ n: id }] },
    retrieved_at: '2026-01-01T00:00:00.000Z',
    runtime: 0.1,
  },
})
const job = (status: number, more: object = {}) => ({
  job: { id: 'a-job', status, error: '', result: null, query_result_id: null, updated_at: 0, ...more },
})
const signal = () => new AbortController().signal
const execute = (max_age: number, of = runner(), statuses: number[] = []) =>
  of.execute(target, { parameters: { year: 2026 }, max_age }, signal(), (status) => statuses.push(status))

describe('results of a shared dashboard', () => {
  it('are read in one request, line by line', async () => {
    const lines = [
      { widget_ids: [7, 8], ...result(3) },
      { widget_ids: [9], missing: true },
      { widget_ids: [10], error: { code: 'execution.unsafe_shared', message: 'unsafe' } },
    ]
    answers.push({ body: `${lines.map((line) => JSON.stringify(line)).join('\n')}\n` })
    const read: StoredLine[] = []
    await runner().readStored([{ id: 7 }, { id: 8 }], (line) => read.push(line), signal())
    expect(read.map((line) => ('read' in line ? line.read(signal()) : null))).toMatchObject([
      { id: 3, data: { rows: [{ n: 3 }] } },
      ...[null, null],
    ])
    expect(read).toMatchObject([
      { widget_ids: [7, 8] },
      { widget_ids: [9], missing: true },
      { widget_ids: [10], error: { message: 'unsafe' } },
    ])
    expect(asked).toMatchObject([{ line: `POST ${base}/results`, body: { widgets: [{ id: 7 }, { id: 8 }] } }])
  })

  it('are run by the token, watched, and asked for as they were run', async () => {
    answers.push(
      { body: job(1) },
      { body: job(2) },
      { body: job(3, { query_result_id: 9 }) },
      { body: result(9) },
    )
    const statuses: number[] = []
    expect(await execute(0, runner(30), statuses)).toMatchObject({ id: 9 })
    expect([...new Set(statuses)]).toEqual([1, 2])
    expect(asked.map(({ line }) => line.split('?')[0])).toEqual([
      `POST ${base}/widgets/7/results`,
      `GET ${base}/widgets/7/jobs/a-job`,
      `GET ${base}/widgets/7/jobs/a-job`,
      `POST ${base}/widgets/7/results`,
    ])
    expect(asked.map(({ body }) => body)).toEqual([
      { parameters: { year: 2026 }, max_age: 30 },
      null,
      null,
      { parameters: { year: 2026 }, max_age: -1 },
    ])
  })

  it('that are told by an id are asked for by their values', async () => {
    answers.push({ body: result(12) })
    expect(await runner(30).loadResult(12, signal(), target)).toMatchObject({ id: 12 })
    expect(asked[0]).toMatchObject({
      line: `POST ${base}/widgets/7/results`,
      body: { parameters: { year: 2026 }, max_age: -1 },
    })
  })

  it('are requested without credentials', async () => {
    answers.push({ body: result(1) }, { body: { options: [], count: 0, selected: [] } })
    await execute(-1)
    await runner().dropdowns(target).search(6, {}, signal())
    expect(asked[1]?.line).toBe(`POST ${base}/widgets/7/dropdowns/6`)
    for (const { init } of asked) {
      expect(init.credentials).toBe('omit')
      expect(Object.keys(init.headers ?? {})).toEqual(['accept', 'content-type'])
    }
  })

  it('fail in the words of the database', async () => {
    answers.push({ body: job(4, { error: 'no such column' }) })
    await expect(execute(0)).rejects.toThrow('no such column')
    expect(closed).toBe(0)
  })
})

describe('a link that opens nothing any more', () => {
  it.each([
    [404, { message: 'Not found', code: 'not_found' }],
    [401, { message: 'please login', code: 'auth.required' }],
    [400, { message: 'Public URLs are disabled.', code: 'dashboard.public_disabled' }],
  ])('is told: %i', async (status, body) => {
    answers.push({ status, body }, { status, body }, { status, body })
    await expect(execute(0)).rejects.toThrow(publicWords.gone)
    await expect(runner().readStored([{ id: 7 }], () => undefined, signal())).rejects.toThrow(
      publicWords.gone,
    )
    // another list: the same request gets the same answer for some seconds
    await expect(runner().dropdowns(target).search(66, {}, signal())).rejects.toThrow(publicWords.gone)
    expect(closed).toBe(3)
  })

  it('is not one whose data source has gone', async () => {
    answers.push({ status: 401, body: job(4, { error: 'Target data source not available.' }) })
    await expect(execute(0)).rejects.toThrow('Target data source not available.')
    expect(closed).toBe(0)
  })
})
