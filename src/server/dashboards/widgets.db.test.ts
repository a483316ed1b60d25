import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import {
  createDashboard,
  createDataSource,
  createOrganization,
  createQuery,
  createResult,
  createUser,
  createVisualization,
  createWidget,
} from '#test/factories.ts'
import { statementsOf } from '#test/statements-of.ts'

let sextant: AppUnderTest
let owner: Caller
let admin: Caller
let viewer: Caller
let outsider: Caller
/** full access for the group `default`, view only for the viewers */
let shared: { id: number }
let chart: { id: number; query_id: number }

beforeAll(async () => {
  sextant = await appUnderTest()
  owner = await sextant.as(sextant.member)
  admin = await sextant.as(sextant.admin)
  viewer = await sextant.as(sextant.viewer)
  outsider = await sextant.as(sextant.outsider)
  shared = await createDataSource(sextant.context, {
    groups: { [sextant.organization.defaultGroup]: false, [sextant.viewerGroup]: true },
  })
  chart = await newChart()
})
afterAll(() => sextant.close())

const newChart = async (dataSourceId = shared.id) => {
  const query = await createQuery(sextant.context, {
    ...{ data_source_id: dataSourceId, user_id: sextant.member.id },
  })
  return await createVisualization(sextant.context, { query_id: query.id, type: 'CHART' })
}
const newDashboard = (more: Parameters<typeof createDashboard>[1] = {}) =>
  createDashboard(sextant.context, {
    ...{ user_id: sextant.member.id, updated_at: new Date('2020-01-01T00:00:00Z') },
    ...more,
  })
const widgetsOf = async (dashboard: { id: number }, caller = owner) =>
  (await caller.get(`/api/dashboards/${dashboard.id}`)).json().widgets
const isTouched = async (dashboard: { id: number }) => {
  const { updated_at, version } = (await owner.get(`/api/dashboards/${dashboard.id}`)).json()
  expect(version).toBe(1)
  return new Date(updated_at).getFullYear() > 2020
}
const statusesOf = async (method: 'POST' | 'DELETE', path: string, body?: unknown) => {
  const statuses: Record<string, number> = {}
  for (const [name, caller] of Object.entries({ anonymous: sextant.anonymous, outsider, viewer, admin })) {
    statuses[name] = (await caller.request(method, path, body)).statusCode
  }
  return statuses
}

describe('POST /api/widgets', () => {
  it('answers 401, 403 to users who may not edit the dashboard, 404, 400 that names the field', async () => {
    const dashboard = await newDashboard()
    const good = { dashboard_id: dashboard.id, visualization_id: chart.id, width: 1, options: {}, text: '' }
    expect(await statusesOf('POST', '/api/widgets', good)).toEqual({
      ...{ anonymous: 401, outsider: 403, viewer: 403, admin: 200 },
    })
    expect((await owner.post('/api/widgets', { ...good, dashboard_id: 999999 })).statusCode).toBe(404)
    expect((await owner.post('/api/widgets', { ...good, visualization_id: 999999 })).statusCode).toBe(404)
    for (const [field, value] of [
      ['dashboard_id', undefined],
      ['dashboard_id', 'x'],
      ['visualization_id', 0],
      ['options', [1]],
      ['options', { code: 'x'.repeat(300_000) }],
      ['text', 5],
      ['text', 'x'.repeat(100_001)],
      ['width', 'wide'],
    ] as const) {
      const reply = await owner.post('/api/widgets', { ...good, [field]: value })
      expect(reply.statusCode, field).toBe(400)
      expect(reply.json().message).toContain(field)
    }
  })

  it('adds a visualization or a text box, with unchanged options', async () => {
    const dashboard = await newDashboard()
    const options = { zebra: 1, position: { col: 2, row: 0, sizeX: 3, sizeY: 3 }, parameterMappings: {} }
    const reply = await owner.post('/api/widgets', {
      ...{ dashboard_id: dashboard.id, visualization_id: chart.id, width: 2, options },
    })
    expect(reply.json()).toMatchObject({
      ...{ dashboard_id: dashboard.id, width: 1, text: null },
      visualization: { id: chart.id, query: { id: chart.query_id, api_key: expect.any(String) } },
    })
    expect(JSON.stringify(reply.json().options)).toBe(JSON.stringify(options))
    expect(await isTouched(dashboard)).toBe(true)
    const text = { dashboard_id: dashboard.id, visualization_id: null, text: '# Title' }
    const textbox = (await owner.post('/api/widgets', text)).json()
    expect(textbox).toMatchObject({ text: '# Title', options: {} })
    expect(textbox).not.toHaveProperty('visualization')
    expect(await widgetsOf(dashboard)).toEqual([reply.json(), textbox])
  })

  it('needs view access to the query, even for editors of the dashboard', async () => {
    const dashboard = await newDashboard()
    const grant = { access_type: 'modify', user_id: sextant.outsider.id }
    await owner.post(`/api/dashboards/${dashboard.id}/acl`, grant)
    const body = { dashboard_id: dashboard.id, visualization_id: chart.id }
    expect((await outsider.post('/api/widgets', body)).statusCode).toBe(403)
    expect((await outsider.post('/api/widgets', { ...body, visualization_id: null })).statusCode).toBe(200)
    expect(await widgetsOf(dashboard)).toHaveLength(1)
  })

  it('does not find visualizations of other organizations', async () => {
    const other = await createOrganization(sextant.context, { slug: 'other' })
    const foreigner = await createUser(sextant.context, { org_id: other.id, groups: [other.defaultGroup] })
    const source = await createDataSource(sextant.context, { org_id: other.id, groups: {} })
    const query = await createQuery(sextant.context, { data_source_id: source.id, user_id: foreigner.id })
    const foreign = await createVisualization(sextant.context, { query_id: query.id })
    const dashboard = await newDashboard()
    const body = { dashboard_id: dashboard.id, visualization_id: foreign.id }
    expect((await admin.post('/api/widgets', body)).statusCode).toBe(404)
  })

  it('stops at 500 widgets, also when several come at once', async () => {
    const dashboard = await newDashboard()
    await sextant.context.pool.query(
      `insert into widgets (dashboard_id, text, width) select $1, 'x', 1 from generate_series(1, 498)`,
      [dashboard.id],
    )
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => owner.post('/api/widgets', { dashboard_id: dashboard.id, text: 'y' })),
    )
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 200, 400, 400, 400])
    const refused = replies.find((reply) => reply.statusCode === 400)
    expect(refused?.json().message).toBe('dashboard_id: a dashboard has at most 500 widgets.')
    expect(await widgetsOf(dashboard)).toHaveLength(500)
  })
})

describe('POST /api/widgets/:id', () => {
  it('answers 401, 403, 404, 400', async () => {
    const dashboard = await newDashboard()
    const widget = await createWidget(sextant.context, { dashboard_id: dashboard.id })
    expect(await statusesOf('POST', `/api/widgets/${widget.id}`, { text: 'x' })).toEqual({
      ...{ anonymous: 401, outsider: 403, viewer: 403, admin: 200 },
    })
    expect((await owner.post('/api/widgets/999999', { text: 'x' })).statusCode).toBe(404)
    expect((await owner.post(`/api/widgets/${widget.id}`, { options: 'x' })).statusCode).toBe(400)
  })

  it('changes text and options, each only if sent, and nothing else', async () => {
    const dashboard = await newDashboard()
    const other = await newDashboard()
    const widget = await createWidget(sextant.context, {
      ...{ dashboard_id: dashboard.id, text: 'Old', options: { a: 1 } },
    })
    const save = async (body: object) => (await owner.post(`/api/widgets/${widget.id}`, body)).json()
    expect(await save({ text: 'New' })).toMatchObject({ text: 'New', options: { a: 1 } })
    expect(
      await save({ options: { b: 2 }, dashboard_id: other.id, visualization_id: chart.id, width: 5, id: 1 }),
    ).toMatchObject({ id: widget.id, dashboard_id: dashboard.id, text: 'New', options: { b: 2 }, width: 1 })
    expect(await widgetsOf(dashboard)).toMatchObject([{ text: 'New', options: { b: 2 } }])
    expect(await widgetsOf(other)).toEqual([])
    expect(await isTouched(dashboard)).toBe(true)
    expect(await isTouched(other)).toBe(false)
  })

  it('moves a widget that the editor may not see, and shows nothing of it', async () => {
    const dashboard = await newDashboard()
    await owner.post(`/api/dashboards/${dashboard.id}/acl`, {
      ...{ access_type: 'modify', user_id: sextant.outsider.id },
    })
    const widget = await createWidget(sextant.context, {
      ...{ dashboard_id: dashboard.id, visualization_id: chart.id, text: 'secret' },
    })
    const options = { position: { col: 3, row: 0, sizeX: 3, sizeY: 3 } }
    const moved = (await outsider.post(`/api/widgets/${widget.id}`, { options })).json()
    expect(moved).toEqual({
      ...{ id: widget.id, dashboard_id: dashboard.id, width: 1, options, restricted: true },
      ...{ created_at: expect.any(String), updated_at: expect.any(String), version: 2 },
    })
  })

  it('lets only users who may see a query change its values', async () => {
    const dashboard = await newDashboard()
    await owner.post(`/api/dashboards/${dashboard.id}/acl`, {
      ...{ access_type: 'modify', user_id: sextant.outsider.id },
    })
    const fixedTo = (value: string) => ({ parameterMappings: { a: { type: 'static-value', value } } })
    const widget = await createWidget(sextant.context, {
      ...{ dashboard_id: dashboard.id, visualization_id: chart.id, options: fixedTo('secret') },
    })
    const position = { col: 3 }
    const saved = await outsider.post(`/api/widgets/${widget.id}`, {
      options: { ...fixedTo('1; drop'), position },
    })
    expect(saved.json().options).toEqual({ position })
    expect(await widgetsOf(dashboard)).toMatchObject([{ options: { ...fixedTo('secret'), position } }])
    await owner.post(`/api/widgets/${widget.id}`, { options: fixedTo('public') })
    expect(await widgetsOf(dashboard)).toMatchObject([{ options: fixedTo('public') }])
  })
})

describe('a widget on a query that the editor may not see', () => {
  it('shows its place and nothing about the query, and keeps that', async () => {
    const dashboard = await newDashboard()
    await owner.post(`/api/dashboards/${dashboard.id}/acl`, {
      ...{ access_type: 'modify', user_id: sextant.outsider.id },
    })
    const place = { position: { col: 1, row: 0, sizeX: 3, sizeY: 3 }, isHidden: true, tab: 'b' }
    const ofQuery = {
      parameterMappings: { salary: { type: 'static-value', value: 5 } },
      ...{ paramOrder: ['salary'], heading: 'Salaries' },
    }
    const widget = await createWidget(sextant.context, {
      ...{ dashboard_id: dashboard.id, visualization_id: chart.id, options: { ...place, ...ofQuery } },
    })
    const [shown] = (await outsider.get(`/api/dashboards/${dashboard.id}`)).json().widgets
    expect(shown).toMatchObject({ restricted: true })
    expect(shown.options).toEqual(place)
    const moved = { position: { ...place.position, col: 2 } }
    const sent = { ...moved, paramOrder: ['other'], heading: 'Mine', more: 1 }
    const saved = await outsider.post(`/api/widgets/${widget.id}`, { options: sent })
    expect(saved.json().options).toEqual(moved)
    const [stored] = await widgetsOf(dashboard)
    expect(stored?.options).toEqual({ ...moved, ...ofQuery })
  })
})

describe('two users change a widget', () => {
  const conflict = { code: 'dashboard.version_conflict' }

  it('refuses a save that names an older version, and changes nothing', async () => {
    const dashboard = await newDashboard()
    const added = (await owner.post('/api/widgets', { dashboard_id: dashboard.id, text: 'first' })).json()
    expect(added.version).toBe(1)
    const path = `/api/widgets/${added.id}`
    expect((await owner.post(path, { text: 'mine', version: 1 })).json().version).toBe(2)
    const late = await admin.post(path, { text: 'theirs', version: 1 })
    expect(late.statusCode).toBe(409)
    expect(late.json()).toMatchObject(conflict)
    const moved = await admin.post(path, { options: { position: { col: 3 } }, version: 1 })
    expect(moved.statusCode).toBe(409)
    expect(await widgetsOf(dashboard)).toMatchObject([{ text: 'mine', options: {}, version: 2 }])
    expect((await admin.post(path, { text: 'theirs', version: 2 })).json()).toMatchObject({
      ...{ text: 'theirs', version: 3 },
    })
    // users who may not change it do not learn whether it was changed
    expect((await viewer.post(path, { text: 'x', version: 1 })).statusCode).toBe(403)
  })

  it('lets clients that send no version overwrite', async () => {
    const dashboard = await newDashboard()
    const widget = await createWidget(sextant.context, { dashboard_id: dashboard.id })
    const path = `/api/widgets/${widget.id}`
    expect((await owner.post(path, { text: 'one' })).json().version).toBe(2)
    expect((await admin.post(path, { text: 'two', version: null })).json().version).toBe(3)
    const wrong = await owner.post(path, { text: 'x', version: 'newest' })
    expect(wrong.statusCode).toBe(400)
    expect(wrong.json().message).toContain('version')
  })

  it('stores one of several concurrent saves with the same version', async () => {
    const dashboard = await newDashboard()
    const widget = await createWidget(sextant.context, { dashboard_id: dashboard.id })
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        (n % 2 === 0 ? owner : admin).post(`/api/widgets/${widget.id}`, { text: `${n}`, version: 1 }),
      ),
    )
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
  })

  it('gives a restored widget another version', async () => {
    const dashboard = await newDashboard()
    const widget = (await owner.post('/api/widgets', { dashboard_id: dashboard.id, text: 'then' })).json()
    const path = `/api/dashboards/${dashboard.id}`
    const [{ id: then }] = (await owner.get(`${path}/versions`)).json().results
    expect((await owner.post(`${path}/versions/${then}/restore`, {})).statusCode).toBe(200)
    const late = await admin.post(`/api/widgets/${widget.id}`, { text: 'late', version: 1 })
    expect(late.statusCode).toBe(409)
  })
})

describe('static values that may be any text', () => {
  const fixedTo = (value: string) => ({ parameterMappings: { what: { type: 'static-value', value } } })
  /** a dashboard that the viewer may change, and a chart of a query with such a parameter */
  const editedByViewer = async () => {
    const query = await createQuery(sextant.context, {
      ...{ data_source_id: shared.id, user_id: sextant.member.id, query: 'select 1 as n from {{ what }}' },
      options: { parameters: [{ name: 'what', type: 'text', value: 'users' }] },
    })
    const { id: visualization_id } = await createVisualization(sextant.context, {
      ...{ query_id: query.id, type: 'CHART', name: 'Words', options: {} },
    })
    const dashboard = await newDashboard()
    await owner.post(`/api/dashboards/${dashboard.id}/acl`, {
      ...{ access_type: 'modify', user_id: sextant.viewer.id },
    })
    return { dashboard, added: { dashboard_id: dashboard.id, visualization_id, width: 1 } }
  }
  /** as the owner adds and changes the widget */
  const restoring = async (first: string, later: string | null) => {
    const { dashboard, added } = await editedByViewer()
    const path = `/api/dashboards/${dashboard.id}`
    const widget = (await owner.post('/api/widgets', { ...added, options: fixedTo(first) })).json()
    // ends the version: consecutive changes of widgets are one
    await owner.post(path, { name: 'Then' })
    const [{ id: then }] = (await owner.get(`${path}/versions`)).json().results
    if (later === null) await owner.delete(`/api/widgets/${widget.id}`)
    else await owner.post(`/api/widgets/${widget.id}`, { options: fixedTo(later) })
    return { dashboard, restoreBy: (caller: Caller) => caller.post(`${path}/versions/${then}/restore`, {}) }
  }

  it('are fixed only by users with full access to the data source', async () => {
    const { dashboard, added } = await editedByViewer()
    const refused = await viewer.post('/api/widgets', { ...added, options: fixedTo('(select 1) --') })
    expect(refused.statusCode).toBe(400)
    expect(refused.json().message).toContain('full access')
    const widget = (await owner.post('/api/widgets', { ...added, options: fixedTo('2') })).json()
    const path = `/api/widgets/${widget.id}`
    expect((await viewer.post(path, { options: fixedTo('(select 1) --') })).statusCode).toBe(400)
    expect((await viewer.post(path, { options: { ...fixedTo('2'), position: { col: 1 } } })).statusCode).toBe(
      200,
    )
    expect((await owner.post(path, { options: fixedTo('3') })).statusCode).toBe(200)
    expect(await widgetsOf(dashboard)).toMatchObject([{ options: fixedTo('3') }])
  })

  it('are restored with an old version only by such users', async () => {
    for (const later of ['3', null]) {
      const { dashboard, restoreBy } = await restoring('2', later)
      const now = later === null ? [] : [{ options: fixedTo(later) }]
      const refused = await restoreBy(viewer)
      expect(refused.statusCode).toBe(400)
      expect(refused.json().message).toContain('full access')
      expect(await widgetsOf(dashboard)).toMatchObject(now)
      expect((await restoreBy(owner)).statusCode).toBe(200)
      expect(await widgetsOf(dashboard)).toMatchObject([{ options: fixedTo('2') }])
    }
    // any editor may restore values that do not change
    const { restoreBy } = await restoring('2', '2')
    expect((await restoreBy(viewer)).statusCode).toBe(200)
  })

  it('are copied only by such users', async () => {
    const { dashboard, added } = await editedByViewer()
    await owner.post('/api/widgets', { ...added, options: fixedTo('2') })
    const fork = (caller: Caller) => caller.post(`/api/dashboards/${dashboard.id}/fork`)
    const refused = await fork(viewer)
    expect(refused.statusCode).toBe(400)
    expect(refused.json().message).toContain('full access')
    for (const caller of [owner, admin]) {
      expect((await fork(caller)).json().widgets).toMatchObject([{ options: fixedTo('2') }])
    }
  })

  it('of a query that the editor may not see stay unchanged when an old version is restored', async () => {
    const dashboard = await newDashboard()
    const path = `/api/dashboards/${dashboard.id}`
    await owner.post(`${path}/acl`, { access_type: 'modify', user_id: sextant.outsider.id })
    const widget = await createWidget(sextant.context, {
      ...{ dashboard_id: dashboard.id, visualization_id: chart.id, options: fixedTo('2') },
    })
    await owner.post(path, { name: 'Then' })
    const [{ id: then }] = (await owner.get(`${path}/versions`)).json().results
    const position = { col: 3 }
    await owner.post(`/api/widgets/${widget.id}`, { options: { ...fixedTo('3'), position } })
    expect((await outsider.post(`${path}/versions/${then}/restore`, {})).statusCode).toBe(200)
    const [{ options }] = await widgetsOf(dashboard)
    expect(options).toEqual(fixedTo('3'))
  })
})

describe('DELETE /api/widgets/:id', () => {
  it('answers 401, 403, 404, and removes it', async () => {
    const dashboard = await newDashboard()
    const widget = await createWidget(sextant.context, { dashboard_id: dashboard.id })
    const path = `/api/widgets/${widget.id}`
    expect((await sextant.anonymous.delete(path)).statusCode).toBe(401)
    expect((await outsider.delete(path)).statusCode).toBe(403)
    expect((await viewer.delete(path)).statusCode).toBe(403)
    expect((await owner.delete(path)).body).toBe('null')
    expect((await owner.delete(path)).statusCode).toBe(404)
    expect(await widgetsOf(dashboard)).toEqual([])
    expect(await isTouched(dashboard)).toBe(true)
  })
})

it('widgets of an archived dashboard cannot be changed', async () => {
  const dashboard = await newDashboard({ is_archived: true })
  const widget = await createWidget(sextant.context, { dashboard_id: dashboard.id })
  for (const reply of [
    await owner.post('/api/widgets', { dashboard_id: dashboard.id, text: 'x' }),
    await owner.post(`/api/widgets/${widget.id}`, { text: 'x' }),
    await owner.delete(`/api/widgets/${widget.id}`),
  ]) {
    expect(reply.statusCode).toBe(400)
    expect(reply.json().message).toBe('This dashboard is archived. Unarchive it to change it.')
  }
})

describe('what happens to queries', () => {
  it('a deleted visualization and an archived query delete their widgets', async () => {
    const dashboard = await newDashboard()
    const first = await newChart()
    const second = await newChart()
    const text = await createWidget(sextant.context, { dashboard_id: dashboard.id })
    for (const { id } of [first, second]) {
      await createWidget(sextant.context, { dashboard_id: dashboard.id, visualization_id: id })
    }
    expect((await owner.delete(`/api/visualizations/${first.id}`)).statusCode).toBe(200)
    expect(await widgetsOf(dashboard)).toMatchObject([{ id: text.id }, { visualization: { id: second.id } }])
    expect((await owner.delete(`/api/queries/${second.query_id}`)).statusCode).toBe(200)
    expect(await widgetsOf(dashboard)).toMatchObject([{ id: text.id }])
  })

  it('access to a dashboard follows the data sources of its queries', async () => {
    const closed = await createDataSource(sextant.context)
    const dashboard = await newDashboard()
    const moving = await newChart()
    await createWidget(sextant.context, { dashboard_id: dashboard.id, visualization_id: moving.id })
    const path = `/api/dashboards/${dashboard.id}`
    const seen = async () => {
      const { results } = (await viewer.get('/api/dashboards?page_size=250')).json()
      const isListed = results.some(({ id }: { id: number }) => id === dashboard.id)
      expect((await viewer.get(path)).statusCode).toBe(isListed ? 200 : 403)
      return isListed
    }
    expect(await seen()).toBe(true)
    await owner.post(`/api/queries/${moving.query_id}`, { data_source_id: closed.id })
    expect(await seen()).toBe(false)
    await owner.post(`/api/queries/${moving.query_id}`, { data_source_id: shared.id })
    expect(await seen()).toBe(true)
    const doomed = await createDataSource(sextant.context, { groups: { [sextant.viewerGroup]: true } })
    await sextant.context.db
      .updateTable('queries')
      .set({ data_source_id: doomed.id })
      .where('id', '=', moving.query_id)
      .execute()
    expect(await seen()).toBe(true)
    expect((await admin.delete(`/api/data_sources/${doomed.id}`)).statusCode).toBe(204)
    expect(await seen()).toBe(false)
    // detached: restricted for all but admins
    expect(await widgetsOf(dashboard)).toMatchObject([{ restricted: true }])
    expect(await widgetsOf(dashboard, admin)).toMatchObject([{ visualization: { id: moving.id } }])
  })

  it('deleting a visualization while adding its widget does not deadlock', async () => {
    const dashboard = await newDashboard()
    const { id, query_id } = await newChart()
    const client = await sextant.context.pool.connect()
    try {
      await client.query('begin')
      await client.query('select from queries where id = $1 for no key update', [query_id])
      const coming = owner.post('/api/widgets', { dashboard_id: dashboard.id, visualization_id: id })
      const waits = async () => {
        const { rows } = await sextant.context.pool.query(
          `select from pg_locks where not granted and pid in
            (select pid from pg_stat_activity where datname = current_database())`,
        )
        return rows.length
      }
      await expect.poll(waits).toBeGreaterThan(0)
      await client.query('delete from visualizations where id = $1', [id])
      await client.query('commit')
      expect((await coming).statusCode).toBe(404)
    } finally {
      client.release()
    }
  })

  it('adding and deleting widgets while queries are archived leaves no inconsistent rows', async () => {
    const dashboard = await newDashboard()
    const charts = await Promise.all(Array.from({ length: 6 }, () => newChart()))
    const replies = await Promise.all(
      charts.flatMap(({ id, query_id }, index) => [
        owner.post('/api/widgets', { dashboard_id: dashboard.id, visualization_id: id }),
        index % 2 === 0
          ? owner.delete(`/api/queries/${query_id}`)
          : owner.delete(`/api/visualizations/${id}`),
      ]),
    )
    expect(
      replies.filter((reply) => ![200, 404].includes(reply.statusCode)).map((reply) => reply.body),
    ).toEqual([])
    const { rows } = await sextant.context.pool.query(
      `select d.data_source_ids as kept, array(select distinct q.data_source_id from widgets w
          join visualizations v on v.id = w.visualization_id join queries q on q.id = v.query_id
          where w.dashboard_id = d.id) as real
        from dashboard_search d where d.id = $1`,
      [dashboard.id],
    )
    expect(rows[0].kept).toEqual(rows[0].real)
  })
})

it('reads a dashboard with as many statements for 100 widgets as for one', async () => {
  const counts: number[] = []
  for (const size of [1, 10, 100]) {
    const dashboard = await newDashboard()
    for (let index = 0; index < size; index++) {
      const { id, query_id } = await newChart()
      await createResult(sextant.context, { query_id })
      await createWidget(sextant.context, { dashboard_id: dashboard.id, visualization_id: id })
    }
    await createWidget(sextant.context, { dashboard_id: dashboard.id })
    // the first request of a session needs more
    await owner.get(`/api/dashboards/${dashboard.id}`)
    counts.push(
      await statementsOf(async () => {
        const reply = await owner.get(`/api/dashboards/${dashboard.id}`)
        expect(reply.json().widgets).toHaveLength(size + 1)
      }),
    )
  }
  expect(new Set(counts).size).toBe(1)
  expect(counts[0]).toBeGreaterThan(3)
  expect(counts[0]).toBeLessThan(12)
})
