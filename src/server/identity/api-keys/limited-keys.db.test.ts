import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAlert } from '#test/alert-factories.ts'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createApiKey } from '#test/create-api-key.ts'
import {
  createDashboard,
  createDataSource,
  createQuery,
  createResult,
  createUser,
  createVisualization,
  createWidget,
  shareBy,
  type TestDashboard,
} from '#test/factories.ts'

let app: AppUnderTest
let key: Caller
let whole: Caller
type Side = Awaited<ReturnType<typeof createSide>>
let mine: Side
let other: Side
let mixed: TestDashboard
let userId: number

/** A data source and what belongs to it. */
async function createSide(user_id: number) {
  const source = await createDataSource(app.context)
  const query = await createQuery(app.context, { data_source_id: source.id, user_id })
  const result = await createResult(app.context, { query_id: query.id })
  const visualization = await createVisualization(app.context, { query_id: query.id })
  const alert = await createAlert(app.context, { query_id: query.id, user_id })
  await app.context.db
    .insertInto('run_history')
    .values({
      ...{ org_id: app.organization.id, user_id, data_source_id: source.id, query_id: query.id },
      ...{ job_id: crypto.randomUUID(), query_text: `select ${source.id}` },
    })
    .execute()
  return { source, query, result, visualization, alert }
}

beforeAll(async () => {
  app = await appUnderTest()
  const user = await createUser(app.context)
  userId = user.id
  mine = await createSide(user.id)
  other = await createSide(user.id)
  mixed = await createDashboard(app.context, { user_id: user.id })
  for (const { visualization } of [mine, other])
    await createWidget(app.context, { dashboard_id: mixed.id, visualization_id: visualization.id })
  await shareBy(app.context, mixed, 'a token of this test')
  const scopes = ['run', 'edit'] as ('run' | 'edit')[]
  const limited = await createApiKey(app.context, {
    ...{ user_id: user.id, scopes },
    data_source_ids: [mine.source.id],
  })
  key = app.withKey(limited.api_key)
  whole = app.withKey((await createApiKey(app.context, { user_id: user.id, scopes })).api_key)
})
afterAll(() => app.close())

const idsOf = (list: { id: number }[]) => list.map(({ id }) => id).sort((a, b) => a - b)

describe('a key for one data source', () => {
  it.each([
    ['data sources', '/api/data_sources', (side: Side) => side.source.id],
    ['queries', '/api/queries', (side: Side) => side.query.id],
    ['own queries', '/api/queries/my', (side: Side) => side.query.id],
    ['recent queries', '/api/queries/recent', (side: Side) => side.query.id],
    ['alerts', '/api/alerts', (side: Side) => side.alert.id],
  ])('lists and counts only its %s', async (_, address, idOf) => {
    const listed = async (caller: Caller) => {
      const reply = (await caller.get(address)).json()
      const list: { id: number }[] = Array.isArray(reply) ? reply : reply.results
      if (!Array.isArray(reply)) expect(reply.count).toBe(list.length)
      return idsOf(list)
    }
    expect(await listed(whole)).toEqual(expect.arrayContaining([idOf(mine), idOf(other)]))
    expect(await listed(key)).toEqual([idOf(mine)])
  })

  it('lists only its runs', async () => {
    const sources = async (caller: Caller) =>
      (await caller.get('/api/run_history'))
        .json()
        .results.map((run: { data_source_id: number }) => run.data_source_id)
    expect(await sources(whole)).toEqual([other.source.id, mine.source.id])
    expect(await sources(key)).toEqual([mine.source.id])
  })

  it('counts only its objects on the home page', async () => {
    const { object_counters } = (await key.get('/api/organization/status')).json()
    expect(object_counters).toMatchObject({ data_sources: 1, queries: 1, alerts: 1 })
  })

  it.each([
    ['the query', (side: Side) => `/api/queries/${side.query.id}`],
    ['its stored result', (side: Side) => `/api/query_results/${side.result.id}`],
    ['the result as a file', (side: Side) => `/api/queries/${side.query.id}/results.csv`],
    ['the alert', (side: Side) => `/api/alerts/${side.alert.id}`],
    ['the schema', (side: Side) => `/api/data_sources/${side.source.id}/schema`],
    ['the data source', (side: Side) => `/api/data_sources/${side.source.id}`],
  ])('reads %s only there', async (_, address) => {
    expect((await whole.get(address(other))).statusCode).not.toBe(403)
    expect((await key.get(address(other))).statusCode).toBe(403)
    expect((await key.get(address(mine))).statusCode).not.toBe(403)
  })

  it.each([
    [
      'runs a text',
      '/api/query_results',
      (side: Side) => ({ data_source_id: side.source.id, query: 'select 1', max_age: 0 }),
    ],
    ['runs a query', (side: Side) => `/api/queries/${side.query.id}/results`, () => ({ max_age: 0 })],
    [
      'changes a query of its user',
      (side: Side) => `/api/queries/${side.query.id}`,
      () => ({ name: 'Renamed' }),
    ],
    [
      'creates a query',
      '/api/queries',
      (side: Side) => ({ data_source_id: side.source.id, name: 'New', query: 'select 1', options: {} }),
    ],
    ['changes an alert', (side: Side) => `/api/alerts/${side.alert.id}`, () => ({ name: 'Renamed' })],
    [
      'makes a visualization',
      '/api/visualizations',
      (side: Side) => ({ query_id: side.query.id, type: 'TABLE', name: 'New', options: {} }),
    ],
    [
      'makes a key of a query',
      (side: Side) => `/api/queries/${side.query.id}/regenerate_api_key`,
      () => ({}),
    ],
  ])('%s only there', async (_, address, body) => {
    const ask = (side: Side) => key.post(typeof address === 'string' ? address : address(side), body(side))
    expect((await ask(other)).statusCode).toBe(403)
    expect((await ask(mine)).statusCode).toBe(200)
  })

  it('sees of a dashboard only its widgets, and cannot share or change it', async () => {
    const shown = (await key.get(`/api/dashboards/${mixed.id}`)).json()
    const queries = shown.widgets.map(
      (widget: { restricted?: boolean; visualization?: { query: { id: number } } }) =>
        widget.restricted === true ? null : widget.visualization?.query.id,
    )
    expect(queries.sort()).toEqual([mine.query.id, null].sort())
    expect(shown.can_edit).toBe(false)
    expect(shown.public_url).toBeUndefined()
    expect((await whole.get(`/api/dashboards/${mixed.id}`)).json().public_url).toBeDefined()
    for (const reply of [
      await key.post(`/api/dashboards/${mixed.id}`, { name: 'Renamed' }),
      await key.post(`/api/dashboards/${mixed.id}/share`, {}),
      await key.delete(`/api/dashboards/${mixed.id}`),
    ])
      expect(reply.statusCode).toBe(403)
  })

  it('makes, fills and shares a dashboard of its own data source', async () => {
    const { id } = (await key.post('/api/dashboards', { name: 'Mine' })).json()
    const widget = { dashboard_id: id, width: 1, text: '', options: {} }
    const add = (side: Side) =>
      key.post('/api/widgets', { ...widget, visualization_id: side.visualization.id })
    expect((await add(other)).statusCode).toBe(403)
    expect((await add(mine)).statusCode).toBe(200)
    expect((await key.post(`/api/dashboards/${id}/share`, {})).statusCode).toBe(200)
  })

  it('sees nothing when its data source is gone', async () => {
    const gone = await createApiKey(app.context, {
      ...{ user_id: userId, scopes: ['read'] },
      data_source_ids: [1_000_000],
    })
    const caller = app.withKey(gone.api_key)
    expect((await caller.get('/api/data_sources')).json()).toEqual([])
    expect((await caller.get('/api/queries')).json().count).toBe(0)
  })
})
