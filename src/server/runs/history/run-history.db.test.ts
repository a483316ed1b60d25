import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteOldJobs } from '#server/worker/maintenance-store.ts'
import type { RanText } from '#shared/results/run-history-api.ts'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createDataSource, createQuery, createUser, type TestDataSource } from '#test/factories.ts'
import { ownDatabaseOptions, untilEnded, workerUnderTest } from '#test/worker-under-test.ts'
import { cleanRunHistory } from './run-history-store.ts'

let app: AppUnderTest
let worker: Awaited<ReturnType<typeof workerUnderTest>>
let source: TestDataSource
let member: Caller
let admin: Caller

beforeAll(async () => {
  app = await appUnderTest()
  worker = await workerUnderTest(app)
  source = await createDataSource(app.context, {
    options: ownDatabaseOptions(app),
    groups: { [app.organization.defaultGroup]: false, [app.viewerGroup]: true },
  })
  ;[member, admin] = await Promise.all([app.as(app.member), app.as(app.admin)])
})
afterAll(async () => {
  await worker?.stop()
  await app?.close()
})

const list = async (caller: Caller, query = '') =>
  (await caller.get(`/api/run_history${query}`)).json<{ count: number; results: RanText[] }>()

const run = async (caller: Caller, query: string, rest: Record<string, unknown> = {}) => {
  const body = { query, data_source_id: source.id, max_age: 0, keep_in_history: true, ...rest }
  const { job } = (await caller.post('/api/query_results', body)).json<{ job: { id: string } }>()
  return untilEnded(caller, job.id)
}

const freshCaller = async () => {
  const user = await createUser(app.context)
  return { user, caller: await app.as(user) }
}

describe('GET /api/run_history', () => {
  it('is for people who are logged in', async () => {
    expect((await app.anonymous.get('/api/run_history')).statusCode).toBe(401)
    const { api_key } = await createQuery(app.context, { data_source_id: source.id })
    expect((await app.withKey(api_key).get('/api/run_history')).statusCode).toBe(401)
    expect((await app.withKey(app.member.api_key).get('/api/run_history')).statusCode).toBe(200)
  })

  it('refuses pages that are none', async () => {
    for (const query of ['?page=0', '?page_size=251', '?page=-1']) {
      expect((await member.get(`/api/run_history${query}`)).statusCode, query).toBe(400)
    }
  })

  it('lists what the caller has run by hand, the newest first, and nothing of others', async () => {
    const { caller } = await freshCaller()
    const { query_result_id } = await run(caller, 'select 1 as a union select {{b}}', {
      parameters: { b: 2 },
    })
    await run(caller, 'select missing_column')
    await run(caller, 'select 3', { keep_in_history: false })
    await run(member, 'select 4')
    const { count, results } = await list(caller)
    expect(count).toBe(2)
    expect(results).toEqual([
      expect.objectContaining({
        ...{ query: 'select missing_column', outcome: 'failed', row_count: null, query_result_id: null },
        error: expect.stringContaining('missing_column'),
      }),
      expect.objectContaining({
        ...{ query: 'select 1 as a union select {{b}}', outcome: 'finished', row_count: 2, query_result_id },
        ...{ data_source_id: source.id, query_id: null, query_name: null, error: null },
        runtime: expect.any(Number),
        asked_at: expect.stringMatching(/Z$/),
      }),
    ])
    expect((await list(admin, `?id=${results[0]?.id}`)).count).toBe(0)
  })

  it('keeps the text of a saved query, and searches texts without regard to case', async () => {
    const { caller } = await freshCaller()
    const name = 'Flights by day'
    const { id } = await createQuery(app.context, {
      name,
      data_source_id: source.id,
      query: `select 'Flights' as "100%"`,
    })
    const reply = await caller.post(`/api/queries/${id}/results`, { max_age: 0, keep_in_history: true })
    await untilEnded(caller, reply.json().job.id)
    await run(caller, 'select 2')
    const found = await list(caller, `?q=${encodeURIComponent('flights\' as "100%')}`)
    expect(found.results).toEqual([
      expect.objectContaining({ query: `select 'Flights' as "100%"`, query_id: id, query_name: name }),
    ])
    expect((await list(caller, '?q=100_')).count).toBe(0)
    expect((await list(caller, '?page_size=1&page=2')).results.map((one) => one.query_id)).toEqual([id])
  })

  it('shows the beginning of long texts in the list, and all of one', async () => {
    const { caller } = await freshCaller()
    const text = `select 1 -- ${'x'.repeat(5000)}`
    await run(caller, text)
    const [first] = (await list(caller)).results
    expect(first?.query).toBe(text.slice(0, 1000))
    expect((await list(caller, `?id=${first?.id}`)).results[0]?.query).toBe(text)
    expect((await list(caller, '?id=first')).count).toBe(0)
  })

  it('hides runs on a data source that the person may no longer see', async () => {
    const { caller } = await freshCaller()
    const other = await createDataSource(app.context, { options: ownDatabaseOptions(app) })
    await run(caller, 'select 5', { data_source_id: other.id })
    expect((await list(caller)).count).toBe(1)
    await app.context.db.deleteFrom('data_source_groups').where('data_source_id', '=', other.id).execute()
    expect((await list(caller)).count).toBe(0)
  })

  it('keeps how a run ended longer than its job, for as many days as the setting says', async () => {
    const { user, caller } = await freshCaller()
    const { query_result_id } = await run(caller, 'select 6')
    const { db } = app.context
    await db
      .updateTable('jobs')
      .set({ finished_at: new Date(Date.now() - 13 * 3_600_000) })
      .execute()
    await deleteOldJobs(db)
    const [kept] = (await list(caller)).results
    expect(kept).toMatchObject({
      outcome: 'finished',
      row_count: 1,
      query_result_id,
      runtime: expect.any(Number),
    })
    // where jobs were lost, a restored backup for example
    await db.updateTable('run_history').set({ outcome: null }).where('user_id', '=', user.id).execute()
    expect((await list(caller)).results[0]?.outcome).toBe('unknown')
    await app.context.pool.query(
      "update run_history set asked_at = now() - interval '31 days' where user_id = $1",
      [user.id],
    )
    await cleanRunHistory(db, 32)
    expect((await list(caller)).count).toBe(1)
    await cleanRunHistory(db, 30)
    expect((await list(caller)).count).toBe(0)
  })

  it('keeps the newest 1,000 runs of a person', async () => {
    const { user, caller } = await freshCaller()
    const { db } = app.context
    const one = { org_id: user.org_id, user_id: user.id, data_source_id: source.id, query_id: null }
    const rows = Array.from({ length: 1002 }, (_, at) => ({
      ...one,
      job_id: crypto.randomUUID(),
      query_text: `select ${at}`,
    }))
    await db.insertInto('run_history').values(rows).execute()
    await cleanRunHistory(db, 30)
    expect((await list(caller)).count).toBe(1000)
    expect((await list(caller, '?page=10&page_size=100')).results.at(-1)?.query).toBe('select 2')
  })
})
