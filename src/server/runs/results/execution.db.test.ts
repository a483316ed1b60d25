import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createDataSource, createQuery, createResult, type TestDataSource } from '#test/factories.ts'
import {
  type JobOnTheWire,
  ownDatabaseOptions,
  untilEnded,
  workerUnderTest,
} from '#test/worker-under-test.ts'

let app: AppUnderTest
let worker: Awaited<ReturnType<typeof workerUnderTest>>
let source: TestDataSource
let member: Caller
let viewer: Caller
let outsider: Caller

beforeAll(async () => {
  app = await appUnderTest()
  worker = await workerUnderTest(app)
  source = await createDataSource(app.context, {
    name: 'Own',
    options: ownDatabaseOptions(app),
    groups: { [app.organization.defaultGroup]: false, [app.viewerGroup]: true },
  })
  ;[member, viewer, outsider] = await Promise.all([
    app.as(app.member),
    app.as(app.viewer),
    app.as(app.outsider),
  ])
})
afterAll(async () => {
  await worker?.stop()
  await app?.close()
})

const execute = async (query: string, rest: Record<string, unknown> = {}) =>
  (await member.post('/api/query_results', { query, data_source_id: source.id, ...rest })).json<{
    job: JobOnTheWire
    query_result?: { id: number; data: { rows: unknown[] } }
  }>()

const run = async (query: string, rest: Record<string, unknown> = {}) => {
  const { job } = await execute(query, { max_age: 0, ...rest })
  const ended = await untilEnded(member, job.id)
  if (ended.status !== 3) throw new Error(String(ended.error))
  const reply = await member.get(`/api/query_results/${ended.query_result_id}`)
  return { job: ended, text: reply.body, result: reply.json().query_result, reply }
}

describe('running text', () => {
  it('runs, stores and serves a result with its digits', async () => {
    const { text, result, job } = await run(
      `select 9007199254740993::bigint as big, 0.1000000000000000000001::numeric as exact, null as nothing, 'Zürich "x"' as t`,
    )
    expect(job).toMatchObject({ status: 3, error: '', rows: 1 })
    expect(job.updated_at).toMatch(/^\d{4}-.*Z$/)
    expect(text).toContain('"rows":[{"big":9007199254740993,"exact":0.1000000000000000000001,"nothing":null,')
    expect(result.data.columns.map((c: { name: string }) => c.name)).toEqual(['big', 'exact', 'nothing', 't'])
    expect(result.data.rows[0].t).toBe('Zürich "x"')
    expect(result.query).toMatch(/^select 9007199254740993/)
    expect(Object.keys(result)).toEqual([
      ...['id', 'query_hash', 'query', 'data', 'data_source_id', 'runtime', 'retrieved_at'],
    ])
  })

  it('accepts a result of any age if the request names none, or up to the age that the operator sets', async () => {
    const text = `select ${Math.random()} as x`
    const { result } = await run(text)
    await app.context.pool.query(
      `update query_results set retrieved_at = now() - interval '1 hour' where id = $1`,
      [result.id],
    )
    expect((await execute(text)).query_result?.id).toBe(result.id)
    app.context.config.resultReuseSeconds = 600
    try {
      expect((await execute(text)).query_result).toBeUndefined()
      expect((await execute(text, { max_age: 7200 })).query_result?.id).toBe(result.id)
    } finally {
      app.context.config.resultReuseSeconds = 0
    }
  })

  it('returns a stored result while it is recent enough', async () => {
    const text = `select ${Math.random()} as x`
    const { result } = await run(text)
    for (const max_age of [undefined, null, -1, 60]) {
      expect((await execute(text, { max_age })).query_result?.id).toBe(result.id)
    }
    expect((await execute(text, { max_age: 0 })).job.status).toBeLessThan(3)
  })

  it('ignores white space and comments outside literals, but not inside', async () => {
    const { result } = await run(`select 'a b' as kept, ${Math.random()} as x`)
    const same = result.query.replace(' as', ' /* c */\n  as')
    expect((await execute(`${same}; -- end`)).query_result?.id).toBe(result.id)
    expect((await execute(same.replace('a b', 'a  b'))).job).toBeDefined()
  })

  it('limits the last statement when requested', async () => {
    const { result } = await run('select generate_series(1, 2000) as n', { apply_auto_limit: true })
    expect(result.query).toBe('select generate_series(1, 2000) as n LIMIT 1000')
    expect(result.data.rows).toHaveLength(1000)
  })

  it('reports nothing to a query of another data source that the run names', async () => {
    const failing = async (data_source_id?: number) => {
      const query = await createQuery(app.context, data_source_id ? { data_source_id } : {})
      await app.context.db
        .updateTable('queries')
        .set({ schedule_failures: 3 })
        .where('id', '=', query.id)
        .execute()
      await run(`select ${query.id}`, { query_id: query.id })
      const [left] = await app.context.db
        .selectFrom('queries')
        .where('id', '=', query.id)
        .select('schedule_failures')
        .execute()
      return left?.schedule_failures
    }
    expect(await failing()).toBe(3)
    expect(await failing(source.id)).toBe(0)
  })

  it('renders parameters, and names the missing ones', async () => {
    const parameters = { a: 'x', list: ['1', '2'], none: null, yes: true }
    const { result } = await run(`select '{{a}}' as a, array[{{list}}] as b, '{{none}} {{yes}}' as c`, {
      parameters,
    })
    expect(result.data.rows).toEqual([{ a: 'x', b: [1, 2], c: 'None True' }])
    const missing = await member.post('/api/query_results', {
      query: 'select {{a}}, {{b.start}}',
      data_source_id: source.id,
      parameters: { b: { end: 1 } },
    })
    expect(missing.statusCode).toBe(400)
    expect(missing.json()).toEqual({ job: { status: 4, error: 'Missing parameter value for: a, b.start' } })
  })

  it('shows the database error word for word, at its position in the text as written', async () => {
    const { job } = await execute('\n\n-- first\nselect 1,\n  {{x}} nowhere_to from nothing_here;\n', {
      parameters: { x: 'abcdef.g,' },
      max_age: 0,
    })
    const ended = await untilEnded(member, job.id)
    expect(ended.status).toBe(4)
    expect(ended.error).toContain('relation "nothing_here" does not exist')
    expect(ended.error_position).toEqual({ line: 5, column: 25 })
    expect(ended.result).toBeNull()
  })

  it('fails if there is no result set', async () => {
    const { job } = await execute('create temporary table t (a int)', { max_age: 0 })
    expect((await untilEnded(member, job.id)).error).toBe('Query completed but it returned no data.')
  })

  it('renames columns of the same name', async () => {
    const { result } = await run('select 1 as a, 2 as a, 3 as a')
    expect(result.data.rows).toEqual([{ a: 1, a1: 2, a2: 3 }])
  })

  it('shares one run among twins, and starts a new one beside a run that is being cancelled', async () => {
    const text = `select pg_sleep(1), ${Math.random()} as x`
    const jobs = await Promise.all(Array.from({ length: 5 }, () => execute(text)))
    expect(new Set(jobs.map(({ job }) => job.id)).size).toBe(1)
    const id = jobs[0]?.job.id ?? ''
    expect((await member.delete(`/api/jobs/${id}`)).statusCode).toBe(200)
    const after = await execute(text)
    expect(after.job.id).not.toBe(id)
    expect(await untilEnded(member, id)).toMatchObject({ status: 4, error: 'Query cancelled by user.' })
    expect(await untilEnded(member, after.job.id)).toMatchObject({ status: 3 })
  })

  it('makes a result the newest of every unarchived query with its text', async () => {
    const text = `select ${Math.random()} as shared`
    const first = await createQuery(app.context, { data_source_id: source.id, query: text })
    const other = await createQuery(app.context, {
      data_source_id: source.id,
      query: text,
      is_archived: true,
    })
    const { result } = await run(text)
    await app.context.db
      .updateTable('queries')
      .set({ query_hash: result.query_hash })
      .where('id', 'in', [first.id, other.id])
      .execute()
    const before = await app.context.db
      .selectFrom('queries')
      .select('updated_at')
      .where('id', '=', first.id)
      .execute()
    const again = await run(text)
    const rows = await app.context.db
      .selectFrom('queries')
      .select(['id', 'latest_result_id', 'updated_at'])
      .where('id', 'in', [first.id, other.id])
      .orderBy('id')
      .execute()
    expect(rows.map((row) => row.latest_result_id)).toEqual([again.result.id, null])
    expect(rows[0]?.updated_at).toEqual(before[0]?.updated_at)
    const shown = await member.get(`/api/queries/${first.id}/results`)
    expect(shown.json().query_result.id).toBe(again.result.id)
  })
})

describe('who may run text', () => {
  const body = () => ({ query: 'select 1', data_source_id: source.id })
  it('refuses in the shapes of Redash', async () => {
    expect((await app.anonymous.post('/api/query_results', body())).statusCode).toBe(401)
    const none = await member.post('/api/query_results', { query: 'select 1' })
    expect([none.statusCode, none.json()]).toEqual([
      401,
      { job: { status: 4, error: 'Please select data source to run this query.' } },
    ])
    for (const caller of [viewer, outsider]) {
      const refused = await caller.post('/api/query_results', body())
      expect([refused.statusCode, refused.json()]).toEqual([
        403,
        { job: { status: 4, error: 'You do not have permission to run queries with this data source.' } },
      ])
    }
    expect((await member.post('/api/query_results', { ...body(), data_source_id: 999_999 })).statusCode).toBe(
      404,
    )
    expect((await member.post('/api/query_results', { ...body(), max_age: 'x' })).statusCode).toBe(400)
    const empty = await member.post('/api/query_results', { ...body(), query: ' ; -- nothing' })
    expect([empty.statusCode, empty.json().job.error]).toEqual([400, "Can't execute empty query."])
  })

  it('refuses on a paused data source, with its reason', async () => {
    const paused = await createDataSource(app.context, { name: 'Resting', is_paused: true })
    const ask = () => member.post('/api/query_results', { query: 'select 1', data_source_id: paused.id })
    expect((await ask()).json().job.error).toBe('Resting is paused. Please try later.')
    await app.context.db
      .updateTable('data_sources')
      .set({ pause_reason: 'moving' })
      .where('id', '=', paused.id)
      .execute()
    const reply = await ask()
    expect([reply.statusCode, reply.json().job.error]).toEqual([
      400,
      'Resting is paused (moving). Please try later.',
    ])
  })

  it('shows results, rows and jobs only to users who see the data source', async () => {
    const { job, result } = await run(`select ${Math.random()} as secret`)
    const addresses = [
      `/api/jobs/${job.id}`,
      `/api/jobs/${job.id}/rows`,
      `/api/query_results/${result.id}`,
      `/api/query_results/${result.id}.csv`,
      `/api/query_results/${result.id}/rows`,
    ]
    for (const address of addresses) {
      expect([address, (await app.anonymous.get(address)).statusCode]).toEqual([address, 401])
      expect([address, (await outsider.get(address)).statusCode]).toEqual([address, 403])
      expect([address, (await viewer.get(address)).statusCode]).toEqual([address, 200])
    }
    expect((await outsider.delete(`/api/jobs/${job.id}`)).statusCode).toBe(403)
    expect((await member.get('/api/query_results/999999')).statusCode).toBe(404)
    expect((await member.get('/api/query_results/abc')).statusCode).toBe(404)
    expect((await member.get(`/api/query_results/${result.id}.pdf`)).statusCode).toBe(404)
    expect((await member.get('/api/jobs/00000000-0000-4000-8000-000000000000')).statusCode).toBe(404)
    expect((await member.delete(`/api/jobs/${job.id}`)).json()).toBeNull()
    expect((await untilEnded(member, job.id)).status).toBe(3)
  })

  it('shows the name of a query, as in its file names, only to users who see the query', async () => {
    const closed = await createDataSource(app.context, { groups: {} })
    const hidden = await createQuery(app.context, { data_source_id: closed.id, name: 'Layoffs' })
    const open = await createQuery(app.context, { data_source_id: source.id, name: 'Canteen' })
    const { id } = await createResult(app.context, { query_id: open.id })
    const refused = await viewer.get(`/api/queries/${hidden.id}/results/${id}.csv`)
    expect([refused.statusCode, refused.headers['content-disposition']]).toEqual([403, undefined])
    const sent = await viewer.get(`/api/queries/${open.id}/results/${id}.csv`)
    expect([sent.statusCode, sent.headers['content-disposition']]).toEqual([
      200,
      expect.stringContaining('Canteen'),
    ])
    const secret = await createResult(app.context, { query_id: hidden.id })
    expect((await viewer.get(`/api/queries/${open.id}/results/${secret.id}.csv`)).statusCode).toBe(403)
  })
})

describe('limits of one caller', () => {
  it('refuses too many waiting runs, in the shape of a job', async () => {
    const busy = await createDataSource(app.context, { options: ownDatabaseOptions(app) })
    const rows = Array.from({ length: 200 }, (_, index) => ({
      id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      org_id: app.organization.id,
      kind: 'query' as const,
      data_source_id: busy.id,
      user_id: app.member.id,
      actor_name: app.member.email,
      asker: `user ${app.member.id}`,
      query_hash: `waiting ${index}`,
      query_text: 'select 1',
    }))
    await app.context.db.insertInto('jobs').values(rows).execute()
    const refused = await member.post('/api/query_results', {
      query: 'select 77',
      data_source_id: source.id,
      max_age: 0,
    })
    expect(refused.statusCode).toBe(429)
    expect(refused.json().job).toMatchObject({
      status: 4,
      error: expect.stringContaining('You already have 200 waiting runs'),
    })
    await app.context.db.deleteFrom('jobs').where('data_source_id', '=', busy.id).execute()
  })

  it('refuses an age outside the range of dates', async () => {
    for (const max_age of [1e15, 1e308, -2, 1.5]) {
      const reply = await member.post('/api/query_results', {
        query: 'select 1',
        data_source_id: source.id,
        max_age,
      })
      expect(reply.statusCode).toBe(400)
      expect(reply.json().message).toContain('max_age')
    }
  })

  it('does not hold the answer for a job that has ended', async () => {
    const { job } = await run('select 78')
    expect((await member.get(`/api/jobs/${job.id}?wait=20`)).json().job.status).toBe(3)
  })
})

describe('running a saved query', () => {
  const parameters = [
    { name: 'n', title: 'n', type: 'number', value: 1 },
    { name: 'when', title: 'when', type: 'date-range', value: null },
    {
      name: 'pick',
      title: 'pick',
      type: 'enum',
      enumOptions: 'a\nb',
      multiValuesOptions: { prefix: "'", suffix: "'", separator: ', ' },
    },
  ]
  const text = `select {{n}} as n, '{{when.start}}' as s, array[{{pick}}] as p`
  const values = { n: 5, when: { start: '2026-01-01', end: '2026-01-31' }, pick: ['a', 'b'] }

  it('is open to viewers if no text can be typed, and serves the result by query', async () => {
    const query = await createQuery(app.context, {
      data_source_id: source.id,
      query: text,
      options: { parameters },
    })
    const reply = await viewer.post(`/api/queries/${query.id}/results`, { parameters: values, max_age: 0 })
    expect(reply.statusCode).toBe(200)
    const ended = await untilEnded(viewer, reply.json().job.id)
    expect(ended).toMatchObject({ status: 3, error: '' })
    const shown = await viewer.get(`/api/queries/${query.id}/results/${ended.query_result_id}.json`)
    expect(shown.json().query_result.data.rows).toEqual([{ n: 5, s: '2026-01-01', p: ['a', 'b'] }])
    expect(shown.headers['cache-control']).toBe('private,max-age=31557600')
    const refused = await outsider.post(`/api/queries/${query.id}/results`, { parameters: values })
    expect([refused.statusCode, refused.json().job.error]).toEqual([
      403,
      'You do not have permission to run queries with this data source.',
    ])
  })

  it('resolves dynamic dates and names the invalid values', async () => {
    const query = await createQuery(app.context, {
      data_source_id: source.id,
      query: text,
      options: { parameters },
    })
    const ask = (given: Record<string, unknown>) =>
      member.post(`/api/queries/${query.id}/results`, { parameters: given, max_age: 0 })
    expect((await ask({ ...values, when: 'd_last_7_days' })).statusCode).toBe(200)
    const wrong = await ask({ ...values, n: '1; drop', pick: ['c'], other: 1 })
    expect([wrong.statusCode, wrong.json().message]).toEqual([
      400,
      'The following parameter values are incompatible with their definitions: n, pick, other',
    ])
    expect((await ask({ n: 1 })).json().job.error).toBe('Missing parameter value for: when.start, pick')
  })

  it('needs full access if text can be typed, also by an undefined placeholder', async () => {
    const typed = [{ name: 'x', title: 'x', type: 'text', value: 'a' }]
    for (const options of [{ parameters: typed }, {}]) {
      const query = await createQuery(app.context, {
        data_source_id: source.id,
        query: 'select {{x}} as x',
        options,
      })
      const body = { parameters: { x: '1' }, max_age: 0 }
      expect((await member.post(`/api/queries/${query.id}/results`, body)).statusCode).toBe(200)
      const refused = await viewer.post(`/api/queries/${query.id}/results`, body)
      expect([refused.statusCode, refused.json().job.error]).toEqual([
        403,
        'This query contains potentially unsafe parameters and cannot be executed with read-only access to this data source.',
      ])
      const shared = await app.anonymous.post(
        `/api/queries/${query.id}/results?api_key=${query.api_key}`,
        body,
      )
      expect([shared.statusCode, shared.json().job.error]).toEqual([
        403,
        'This query contains potentially unsafe parameters and cannot be executed on a shared dashboard or an embedded visualization.',
      ])
    }
  })

  it('gives a caller with its key the data of its current text, and nothing else', async () => {
    const sql = `select ${Math.random()} as open`
    const query = await createQuery(app.context, { data_source_id: source.id, query: sql })
    const key = `api_key=${query.api_key}`
    const none = await app.anonymous.get(`/api/queries/${query.id}/results?${key}`)
    expect([none.statusCode, none.json().message]).toEqual([404, 'No cached result found for this query.'])
    const started = await app.anonymous.post(`/api/queries/${query.id}/results?${key}`, { max_age: 0 })
    const { job } = started.json()
    const asked = await app.anonymous.get(`/api/queries/${query.id}/jobs/${job.id}?${key}&wait=20&since=1`)
    expect(asked.statusCode).toBe(200)
    const ended = await untilEnded(member, job.id)
    const cached = await app.anonymous.post(`/api/queries/${query.id}/results?${key}`, {})
    expect(Object.keys(cached.json().query_result)).toEqual(['id', 'data', 'retrieved_at'])
    const byId = `/api/queries/${query.id}/results/${ended.query_result_id}.csv?${key}`
    const setHash = (query_hash: string) =>
      app.context.db.updateTable('queries').set({ query_hash }).where('id', '=', query.id).execute()
    const stored = await member.get(`/api/query_results/${ended.query_result_id}`)
    await setHash('the hash of another text')
    expect((await app.anonymous.get(byId)).statusCode).toBe(404)
    await setHash(stored.json().query_result.query_hash)
    expect((await app.anonymous.get(byId)).statusCode).toBe(200)
    expect((await app.anonymous.get(`/api/query_results/${ended.query_result_id}?${key}`)).statusCode).toBe(
      401,
    )
    expect((await app.anonymous.get(`/api/jobs/${job.id}?${key}`)).statusCode).toBe(401)
    const refresh = await app.anonymous.post(`/api/queries/${query.id}/refresh?${key}`)
    expect([refresh.statusCode, refresh.json().message]).toEqual([403, 'Please use a user API key.'])
  })

  it('refreshes with values of the address', async () => {
    const query = await createQuery(app.context, { data_source_id: source.id, query: 'select {{x}} as x' })
    const reply = await member.post(`/api/queries/${query.id}/refresh?p_x=7`)
    expect(reply.statusCode).toBe(200)
    const ended = await untilEnded(member, reply.json().job.id)
    const rows = await member.get(`/api/jobs/${ended.id}/rows`)
    expect(rows.json()).toMatchObject({ rows: [{ x: 7 }], total: 1, complete: true })
    expect((await viewer.post(`/api/queries/${query.id}/refresh?p_x=7`)).statusCode).toBe(403)
  })

  it('refreshes with the ranges and dynamic dates of the address', async () => {
    const query = await createQuery(app.context, {
      data_source_id: source.id,
      query: "select '{{r.start}}' as a, '{{r.end}}' as z",
      options: { parameters: [{ name: 'r', type: 'date-range', value: null }] },
    })
    const rowOf = async (address: string) => {
      const { job } = (await member.post(`/api/queries/${query.id}/refresh?${address}`)).json()
      const ended = await untilEnded(member, job.id)
      return (await member.get(`/api/jobs/${ended.id}/rows`)).json().rows[0]
    }
    const january = { a: '2024-01-01', z: '2024-01-31' }
    expect(await rowOf('p_r=2024-01-01--2024-01-31')).toEqual(january)
    expect(await rowOf('p_r.start=2024-01-01&p_r.end=2024-01-31')).toEqual(january)
    const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
    expect(await rowOf('p_r=d_last_7_days')).toEqual({ a: day, z: day })
  })

  it('never leaves a value given by its dotted name empty in the text', async () => {
    const reply = await member.post('/api/query_results', {
      ...{ data_source_id: source.id, query: 'select {{r.start}} as a', max_age: 0 },
      parameters: { 'r.start': 5 },
    })
    const ended = await untilEnded(member, reply.json().job.id)
    expect((await member.get(`/api/jobs/${ended.id}/rows`)).json().rows).toEqual([{ a: 5 }])
  })
})

describe('schema and connection test', () => {
  it('reads the schema as a job and tests the connection', async () => {
    const admin = await app.as(app.admin)
    const asked = await admin.get(`/api/data_sources/${source.id}/schema?refresh=true`)
    const ended = await untilEnded(admin, asked.json().job.id)
    expect(ended.status).toBe(3)
    const tables = ended.result as { name: string; columns: { name: string }[] }[]
    const jobs = tables.find((table) => table.name === 'jobs')
    const names = jobs?.columns.map((column) => column.name) ?? []
    expect(names).toContain('worker_id')
    expect(names).toEqual([...names].sort())
    expect((await admin.get(`/api/data_sources/${source.id}/schema`)).json().schema).toEqual(tables)
    expect((await admin.post(`/api/data_sources/${source.id}/test`)).json()).toEqual({
      ok: true,
      message: 'success',
    })
  })

  it('tries options before they are saved, and keeps nothing of them', async () => {
    const admin = await app.as(app.admin)
    const test = (options: object, type = 'pg') => admin.post('/api/data_sources/test', { type, options })
    const options = ownDatabaseOptions(app)
    expect((await test(options)).json()).toEqual({ ok: true, message: 'success' })
    const failed = (await test({ ...options, port: 1 })).json()
    expect(failed.ok).toBe(false)
    expect(failed.message.length).toBeGreaterThan(10)
    expect((await test({})).statusCode).toBe(400)
    expect((await test(options, 'nosuch')).statusCode).toBe(400)
    expect((await app.anonymous.post('/api/data_sources/test', { type: 'pg', options })).statusCode).toBe(401)
    expect((await member.post('/api/data_sources/test', { type: 'pg', options })).statusCode).toBe(403)
    const { rows } = await app.context.pool.query('select from option_tests')
    expect(rows).toEqual([])
  })

  it('cleans up options that a web process left behind while it waited', async () => {
    const left = { type: 'pg', encrypted_options: app.context.secrets.seal({ password: 'secret' }) }
    const insert = async (asked: string) => {
      const { rows } = await app.context.pool.query<{ id: string }>(
        `insert into option_tests (id, type, encrypted_options, asked_at)
          values (gen_random_uuid(), $1, $2, now() - $3::interval) returning id`,
        [left.type, left.encrypted_options, asked],
      )
      return rows[0]?.id
    }
    await insert('11 minutes')
    const waiting = await insert('9 minutes')
    await app.context.jobs.add('clean_results', {})
    const ids = async () => {
      const { rows } = await app.context.pool.query<{ id: string }>('select id from option_tests')
      return rows.map(({ id }) => id)
    }
    await expect.poll(ids, { timeout: 20_000 }).toEqual([waiting])
    await app.context.pool.query('delete from option_tests')
  })

  it('reports the problem of an unreachable data source', async () => {
    const admin = await app.as(app.admin)
    const broken = await createDataSource(app.context, { options: { ...ownDatabaseOptions(app), port: 1 } })
    const asked = await admin.get(`/api/data_sources/${broken.id}/schema`)
    const ended = await untilEnded(admin, asked.json().job.id)
    expect(ended).toMatchObject({ status: 4, error: { code: 2, message: 'Error retrieving schema' } })
    const tested = (await admin.post(`/api/data_sources/${broken.id}/test`)).json()
    expect(tested.ok).toBe(false)
    expect(tested.message.length).toBeGreaterThan(10)
    // its address is only for admins
    const { id } = await app.context.db
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', 'connection_test')
      .where('data_source_id', '=', broken.id)
      .executeTakeFirstOrThrow()
    expect((await admin.get(`/api/jobs/${id}`)).statusCode).toBe(200)
    expect((await member.get(`/api/jobs/${id}`)).statusCode).toBe(403)
  })
})
