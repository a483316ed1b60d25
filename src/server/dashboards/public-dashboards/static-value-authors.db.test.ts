import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createDashboard, createDataSource, createQuery, createVisualization } from '#test/factories.ts'
import { ownDatabaseOptions, workerUnderTest } from '#test/worker-under-test.ts'

let app: AppUnderTest
let worker: Awaited<ReturnType<typeof workerUnderTest>>
let admin: Caller
let owner: Caller
/** sees the data source, and may edit the owner's dashboard */
let editor: Caller
let source: { id: number }

beforeAll(async () => {
  app = await appUnderTest()
  worker = await workerUnderTest(app)
  ;[admin, owner, editor] = await Promise.all([app.as(app.admin), app.as(app.member), app.as(app.viewer)])
  source = await createDataSource(app.context, {
    options: ownDatabaseOptions(app),
    groups: { [app.organization.defaultGroup]: false, [app.viewerGroup]: true },
  })
  // the editor keeps view access to the data source only
  await app.context.pool.query(
    `update groups set permissions = array_append(permissions, 'edit_dashboard') where id = $1`,
    [app.viewerGroup],
  )
})
afterAll(async () => {
  await worker?.stop()
  await app?.close()
})

const fixedTo = (value: unknown, position = 0) => ({
  parameterMappings: { x: { name: 'x', type: 'static-value', value } },
  position: { col: 0, row: position, sizeX: 3, sizeY: 8 },
})
const parameters = [{ name: 'x', title: 'X', type: 'text', value: 'a', global: false }]

/** A shared dashboard of the owner on a query that is safe at first. */
async function shared() {
  const dashboard = await createDashboard(app.context, { user_id: app.member.id })
  const query = await createQuery(app.context, {
    ...{ data_source_id: source.id, user_id: app.member.id, options: { parameters } },
    query: `select 1 as n where 'a' <> '{{ x }}'`,
  })
  const { id: visualization_id } = await createVisualization(app.context, { query_id: query.id })
  await owner.post(`/api/dashboards/${dashboard.id}/acl`, { access_type: 'modify', user_id: app.viewer.id })
  const token: string = (await owner.post(`/api/dashboards/${dashboard.id}/share`)).json().api_key
  const add = async (caller: Caller, value: unknown): Promise<number> => {
    const reply = await caller.post('/api/widgets', {
      ...{ dashboard_id: dashboard.id, visualization_id, text: '', width: 1, options: fixedTo(value) },
    })
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json().id
  }
  /** The query's text becomes one that accepts any text. */
  const makeUnsafe = async (): Promise<void> => {
    const reply = await owner.post(`/api/queries/${query.id}`, { query: 'select {{ x }} as n' })
    expect(reply.statusCode, reply.body).toBe(200)
  }
  return { dashboard, query, token, add, makeUnsafe }
}

/** What the widget shows to anybody with the link: its rows, or the status of the refusal. */
async function rowsFor(token: string, widgetId: number): Promise<unknown> {
  const path = `/api/dashboards/public/${token}/widgets/${widgetId}/results`
  for (;;) {
    const reply = await app.anonymous.post(path, { max_age: 3600 })
    if (reply.statusCode !== 200) return reply.statusCode
    const { query_result, job } = reply.json()
    if (query_result !== undefined) return query_result.data.rows
    await app.anonymous.get(`/api/dashboards/public/${token}/jobs/${job.id}`)
  }
}

describe('a static value on a shared dashboard', () => {
  it('runs with the rights of the user who stored it, not of the owner', async () => {
    const { token, add, makeUnsafe } = await shared()
    const planted = await add(editor, '(select 42)')
    const own = await add(owner, '7')
    expect(await rowsFor(token, planted)).toEqual([{ n: 1 }])
    await makeUnsafe()
    expect(await rowsFor(token, planted)).toBe(403)
    expect(await rowsFor(token, own)).toEqual([{ n: 7 }])
  })

  it('keeps its author when others move the widget, and changes them with the value', async () => {
    const { token, add, makeUnsafe } = await shared()
    const planted = await add(editor, '(select 42)')
    await makeUnsafe()
    const moved = await owner.post(`/api/widgets/${planted}`, { options: fixedTo('(select 42)', 4) })
    expect(moved.statusCode).toBe(200)
    expect(await rowsFor(token, planted)).toBe(403)
    expect((await owner.post(`/api/widgets/${planted}`, { options: fixedTo('43') })).statusCode).toBe(200)
    expect(await rowsFor(token, planted)).toEqual([{ n: 43 }])
    // people without full access may move it, not change it
    expect((await editor.post(`/api/widgets/${planted}`, { options: fixedTo('43', 9) })).statusCode).toBe(200)
    expect((await editor.post(`/api/widgets/${planted}`, { options: fixedTo('44', 9) })).statusCode).toBe(400)
    expect(await rowsFor(token, planted)).toEqual([{ n: 43 }])
  })

  it('keeps its author in copies, and when a version restores it', async () => {
    const { dashboard, token, add, makeUnsafe } = await shared()
    const planted = await add(editor, '(select 42)')
    expect((await owner.post(`/api/widgets/${planted}`, { options: fixedTo('7') })).statusCode).toBe(200)
    const versions = (await owner.get(`/api/dashboards/${dashboard.id}/versions`)).json().results
    const before = versions.find(({ user }: { user: { id: number } }) => user.id === app.viewer.id)
    const restored = await owner.post(`/api/dashboards/${dashboard.id}/versions/${before.id}/restore`, {})
    expect(restored.statusCode, restored.body).toBe(200)
    const copy = (await owner.post(`/api/dashboards/${dashboard.id}/fork`)).json()
    const copyToken = (await owner.post(`/api/dashboards/${copy.id}/share`)).json().api_key
    await makeUnsafe()
    expect(await rowsFor(token, planted)).toBe(403)
    expect(await rowsFor(copyToken, copy.widgets[0].id)).toBe(403)
  })

  it('counts for nobody once its author lost full access, was deleted, or is not known', async () => {
    const { token, add, makeUnsafe } = await shared()
    const widget = await add(owner, '7')
    await makeUnsafe()
    expect(await rowsFor(token, widget)).toEqual([{ n: 7 }])
    await app.context.db
      .updateTable('widgets')
      .set({ static_values_by: '{}' })
      .where('id', '=', widget)
      .execute()
    expect(await rowsFor(token, widget)).toBe(403)
    expect((await admin.post(`/api/widgets/${widget}`, { options: fixedTo('8') })).statusCode).toBe(200)
    expect(await rowsFor(token, widget)).toEqual([{ n: 8 }])
  })
  it('counts for the owner of the dashboard if it was stored before authors were kept', async () => {
    const { add } = await shared()
    const [readable, unreadable, otherwise] = [
      await add(editor, '7'),
      await add(editor, '8'),
      await add(editor, 9),
    ]
    const set = (id: number, options: string) =>
      app.context.pool.query(`update widgets set static_values_by = '{}', options = $2 where id = $1`, [
        id,
        options,
      ])
    await set(readable, JSON.stringify(fixedTo('7')))
    await set(unreadable, '{"parameterMappings": {"x": {"type": "static-value", "value": "\\u0000"}}}')
    await set(otherwise, '{"parameterMappings": ["static-value"]}')
    const migration = await readFile('migrations/0022-static-value-authors.sql', 'utf8')
    await app.context.pool.query(migration.slice(migration.indexOf('do $$')))
    const stored = await app.context.db
      .selectFrom('widgets')
      .where('id', 'in', [readable, unreadable, otherwise])
      .orderBy('id')
      .select('static_values_by')
      .execute()
    expect(stored.map((row) => row.static_values_by)).toEqual([{ x: app.member.id }, {}, {}])
  })
})
