import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queryHash } from '#server/runs/index.ts'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import {
  createDashboard,
  createDataSource,
  createQuery,
  createResult,
  createVisualization,
  createWidget,
} from '#test/factories.ts'
import { ownDatabaseOptions, workerUnderTest } from '#test/worker-under-test.ts'

let app: AppUnderTest
let worker: Awaited<ReturnType<typeof workerUnderTest>>
let owner: Caller
let source: { id: number }
let dashboard: { id: number }
let token: string
const headers = () => ({ authorization: `Key ${token}` })

beforeAll(async () => {
  app = await appUnderTest()
  worker = await workerUnderTest(app)
  owner = await app.as(app.member)
  source = await createDataSource(app.context, { options: ownDatabaseOptions(app) })
  dashboard = await createDashboard(app.context, { user_id: app.member.id })
  token = (await owner.post(`/api/dashboards/${dashboard.id}/share`)).json().api_key
})
afterAll(async () => {
  await worker?.stop()
  await app?.close()
})

const parameter = (name: string, type: string, value: unknown, more = {}) => ({
  ...{ name, title: name, type, value, global: false },
  ...more,
})

const queryOf = (query: string, parameters: unknown[] = []) =>
  createQuery(app.context, {
    ...{ data_source_id: source.id, user_id: app.member.id, query, options: { parameters } },
  })

async function shown(queryId: number, fixed: Record<string, unknown> = {}) {
  const visualization = await createVisualization(app.context, { query_id: queryId })
  const mappings = Object.entries(fixed).map(([name, value]) => [name, { name, type: 'static-value', value }])
  return await createWidget(app.context, {
    ...{ dashboard_id: dashboard.id, visualization_id: visualization.id },
    options: { parameterMappings: Object.fromEntries(mappings) },
  })
}

const run = (id: number, body: unknown = {}, given = headers()) =>
  app.anonymous.post(`/api/queries/${id}/results`, body, { headers: given })

const store = (query: string, rows: Record<string, unknown>[]) =>
  createResult(app.context, {
    ...{ data_source_id: source.id, query, query_hash: queryHash(query, null), rows },
  })

describe("a shared dashboard's token as a key", () => {
  it('runs a query of the dashboard, follows its job and reads the result, like the public page of Redash', async () => {
    const query = await queryOf('select 40 + {{n}} as n', [parameter('n', 'number', 1)])
    await shown(query.id)
    const asked = await run(query.id, { parameters: { n: 2 } })
    expect(asked.statusCode, asked.body).toBe(200)
    const { job } = asked.json()
    const path = `/api/queries/${query.id}/jobs/${job.id}`
    await expect
      .poll(async () => (await app.anonymous.get(path, { headers: headers() })).json().job.status)
      .toBe(3)
    // some clients send the age as text
    const rows = (await run(query.id, { parameters: { n: 2 }, max_age: '60' })).json().query_result.data.rows
    expect(rows).toEqual([{ n: 42 }])
    const byArgument = await app.anonymous.post(`/api/queries/${query.id}/results?api_key=${token}`, {
      parameters: { n: 2 },
    })
    expect(byArgument.json().query_result.data.rows).toEqual(rows)
    expect(Object.keys(byArgument.json().query_result)).toEqual(['id', 'data', 'retrieved_at'])
    expect((await app.anonymous.get(path)).statusCode).toBe(401)
  })

  it('checks values, and opens only the queries of the dashboard on these routes', async () => {
    const query = await queryOf('select 50 + {{n}} as n', [parameter('n', 'number', 1)])
    const other = await queryOf('select 51 as n')
    await shown(query.id)
    expect((await run(query.id, { parameters: { n: '1; drop' } })).statusCode).toBe(400)
    expect((await run(query.id, { parameters: { m: 1 } })).statusCode).toBe(400)
    for (const max_age of ['soon', '1.5', '', '-2', '9999999999'])
      expect((await run(query.id, { max_age })).statusCode, max_age).toBe(400)
    expect((await run(other.id)).statusCode).toBe(404)
    expect((await run(query.id, {}, { authorization: `Key ${'x'.repeat(43)}` })).statusCode).toBe(401)
    for (const path of [
      `/api/queries/${query.id}`,
      `/api/queries/${query.id}/results`,
      `/api/queries/${query.id}/results.csv`,
      `/api/queries/${query.id}/dropdown`,
      `/api/dashboards/${dashboard.id}`,
      '/api/queries',
      '/api/session',
    ]) {
      expect((await app.anonymous.get(path, { headers: headers() })).statusCode, path).toBe(401)
    }
    const refresh = await app.anonymous.post(`/api/queries/${query.id}/refresh`, {}, { headers: headers() })
    expect(refresh.statusCode).toBe(401)
  })

  it('keeps static values, and tells nobody these values or their names if widgets differ', async () => {
    const query = await queryOf('select {{n}} as n', [parameter('n', 'number', 1)])
    await shown(query.id, { n: 7 })
    await store('select 7', [{ n: 7 }])
    await store('select 7 as n', [{ n: 7 }])
    await store('select 8 as n', [{ n: 8 }])
    const rowsOf = async (parameters: object) =>
      (await run(query.id, { parameters })).json().query_result?.data.rows
    expect(await rowsOf({})).toEqual([{ n: 7 }])
    expect(await rowsOf({ n: 8 })).toEqual([{ n: 7 }])
    await shown(query.id, { n: 8 })
    for (const parameters of [{}, { n: 7 }, { n: 8 }, { n: 9 }]) {
      const reply = await run(query.id, { parameters })
      expect([reply.statusCode, reply.json().job.error]).toEqual([
        400,
        'The dashboard shows this query with different static values. Its page runs each widget by its own address.',
      ])
    }
  })

  it('reads the dropdown lists of these queries', async () => {
    const list = await queryOf('select 60 as n')
    const result = await store('select 60 as n', [{ n: 60 }])
    await app.context.db
      .updateTable('queries')
      .set({ latest_result_id: result.id })
      .where('id', '=', list.id)
      .execute()
    const query = await queryOf('select {{x}} as n', [parameter('x', 'query', '60', { queryId: list.id })])
    await shown(query.id)
    const path = `/api/queries/${query.id}/dropdowns/${list.id}`
    const read = await app.anonymous.get(path, { headers: headers() })
    expect([read.statusCode, read.json()]).toEqual([200, [{ name: 60, value: '60' }]])
    const found = await app.anonymous.post(path, {}, { headers: headers() })
    expect(found.json()).toMatchObject({ count: 1 })
    const foreign = `/api/queries/${query.id}/dropdowns/${query.id}`
    expect((await app.anonymous.get(foreign, { headers: headers() })).statusCode).toBe(404)
  })

  it('is closed while public links are off, and when the dashboard is no longer shared', async () => {
    const query = await queryOf('select 70 as n')
    await shown(query.id)
    const set = (settings: object) =>
      app.context.db
        .updateTable('organizations')
        .set({ settings: JSON.stringify(settings) })
        .execute()
    await set({ disable_public_urls: true })
    try {
      const reply = await run(query.id)
      expect([reply.statusCode, reply.json().message]).toEqual([400, 'Public URLs are disabled.'])
    } finally {
      await set({})
    }
    await owner.delete(`/api/dashboards/${dashboard.id}/share`)
    expect((await run(query.id)).statusCode).toBe(401)
  })
})
