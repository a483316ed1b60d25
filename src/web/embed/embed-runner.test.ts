import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ExecutionState } from '#shared/results/execution-step.ts'
import { createEmbedRunner, type EmbeddedResult } from './embed-runner.ts'
import { embedWords } from './embed-words.ts'

interface Asked {
  method: string
  address: string
  body: unknown
  key: string | undefined
}

/** The edge of the browser: what is asked, and what is answered in order. */
let asked: Asked[]
let answers: ({ status?: number; body: unknown } | Error)[]

beforeEach(() => {
  asked = []
  answers = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const { authorization } = init.headers as Record<string, string>
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null
    asked.push({ method: init.method ?? '', address, body, key: authorization })
    const answer = answers.shift()
    if (answer === undefined) throw new Error(`nothing is planned for ${address}`)
    if (answer instanceof Error) throw answer
    return new Response(JSON.stringify(answer.body), { status: answer.status ?? 200 })
  })
})
afterEach(() => vi.unstubAllGlobals())

const result = (id: number) => ({
  body: {
    query_result: {
      id,
      data: { columns: [{ name: 'n', friendly_name: 'n', type: 'integer' }], rows: [{ n: id }] },
      retrieved_at: '2026-01-01T00:00:00.000Z',
    },
  },
})
const job = (status: number, more: object = {}) => ({
  body: {
    job: { id: 'a-job', status, error: '', result: null, query_result_id: null, updated_at: 0, ...more },
  },
})
const done = () => job(3, { query_result_id: 9, result: 9 })

/** Runs once, until it is done or has failed. */
async function run(parameters: Record<string, unknown> = {}) {
  const states: ExecutionState[] = []
  const results: EmbeddedResult[] = []
  await new Promise<void>((resolve) => {
    const runner = createEmbedRunner(
      { queryId: 5, apiKey: 'the-key' },
      {
        onState: (state) => {
          states.push(state)
          if (state.phase === 'done' || state.phase === 'failed') resolve()
        },
        onResult: (loaded) => results.push(loaded),
      },
    )
    runner.execute({ parameters, maxAge: 60 })
  })
  return { states, results, last: states.at(-1), phases: [...new Set(states.map(({ phase }) => phase))] }
}

describe('a run by key', () => {
  it('takes a stored result that is answered at once', async () => {
    answers.push(result(7))
    const { results, phases } = await run({ year: 2026 })
    expect(results).toMatchObject([{ id: 7, truncated: false, data: { rows: [{ n: 7 }] } }])
    expect(phases).toEqual(['sending', 'loading', 'done'])
    expect(asked).toEqual([
      {
        method: 'POST',
        address: '/api/queries/5/results',
        body: { parameters: { year: 2026 }, max_age: 60 },
        key: 'Key the-key',
      },
    ])
  })

  it('follows a job, then asks for its result as for the run', async () => {
    answers.push(job(1), job(2), done(), result(9))
    const { results, phases } = await run({ year: 2026 })
    expect(results).toMatchObject([{ id: 9 }])
    expect(phases).toEqual(['sending', 'waiting', 'processing', 'loading', 'done'])
    expect(asked.map(({ method, address }) => `${method} ${address.split('?')[0]}`)).toEqual([
      'POST /api/queries/5/results',
      'GET /api/queries/5/jobs/a-job',
      'GET /api/queries/5/jobs/a-job',
      'POST /api/queries/5/results',
    ])
    expect(asked[3]?.body).toEqual({ parameters: { year: 2026 }, max_age: -1 })
    expect(new Set(asked.map(({ key }) => key))).toEqual(new Set(['Key the-key']))
  })

  it('does not run for ever when results vanish before they are read', async () => {
    for (let runs = 0; runs < 4; runs++) answers.push(done())
    const { last, results } = await run()
    expect([last?.phase, last?.error, results]).toEqual(['failed', embedWords.unknown, []])
    expect(answers).toEqual([])
  })

  it('fails in the words of the database', async () => {
    answers.push(job(4, { error: 'no such column' }))
    expect((await run()).last).toMatchObject({ phase: 'failed', error: 'no such column' })
  })

  it('fails in the words of the refusal', async () => {
    answers.push({ status: 403, body: { job: { status: 4, error: 'not on a shared page' } } })
    expect((await run()).last).toMatchObject({ phase: 'failed', error: 'not on a shared page' })
    answers.push({ status: 400, body: { message: 'wrong values: a', code: 'x' } })
    expect((await run()).last).toMatchObject({ phase: 'failed', error: 'wrong values: a' })
  })

  it('tells a key that has gone from a data source that has gone', async () => {
    answers.push({ status: 401, body: { message: 'please login', code: 'auth.required' } })
    expect((await run()).last?.error).toBe(embedWords.unknownKey)
    answers.push({ status: 401, body: { job: { status: 4, error: 'Target data source not available.' } } })
    expect((await run()).last?.error).toBe('Target data source not available.')
  })

  it('says that the server cannot be reached', async () => {
    answers.push(new TypeError('failed to fetch'))
    expect((await run()).last?.error).toMatch(/^failed communicating with server/)
  })
})

it('a stopped runner tells nothing more', async () => {
  answers.push(result(7))
  const told: string[] = []
  const runner = createEmbedRunner(
    { queryId: 5, apiKey: 'the-key' },
    { onState: ({ phase }) => told.push(phase), onResult: () => told.push('result') },
  )
  runner.execute({ parameters: {}, maxAge: -1 })
  runner.stop()
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(told).toEqual(['sending'])
})
