import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queryHash } from '#server/runs/index.ts'
import type { DashboardResultLine } from '#shared/dashboards/dashboard-results-api.ts'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import {
  createDashboard,
  createDataSource,
  createQuery,
  createResult,
  createUser,
  createVisualization,
  createWidget,
} from '#test/factories.ts'
import { ownDatabaseOptions, workerUnderTest } from '#test/worker-under-test.ts'

let app: AppUnderTest
let worker: Awaited<ReturnType<typeof workerUnderTest>>
let admin: Caller
let owner: Caller
let viewer: Caller
let source: { id: number }

beforeAll(async () => {
  app = await appUnderTest()
  worker = await workerUnderTest(app)
  ;[admin, owner, viewer] = await Promise.all([app.as(app.admin), app.as(app.member), app.as(app.viewer)])
  source = await createDataSource(app.context, {
    name: 'The warehouse',
    options: ownDatabaseOptions(app),
    groups: { [app.organization.defaultGroup]: false, [app.viewerGroup]: true },
  })
})
afterAll(async () => {
  await worker?.stop()
  await app?.close()
})

const parameter = (name: string, type: string, value: unknown, more = {}) => ({
  ...{ name, title: `The ${name}`, type, value, global: false },
  ...more,
})
const fixedTo = (name: string, value: unknown) => ({ [name]: { name, type: 'static-value', value } })

interface NewWidget {
  query?: string
  parameters?: unknown[]
  options?: Record<string, unknown>
  data_source_id?: number
}

/** A dashboard of the member with a widget for each of these queries. */
async function dashboardOf(widgets: NewWidget[], options: { user_id?: number; is_draft?: boolean } = {}) {
  const dashboard = await createDashboard(app.context, { user_id: app.member.id, ...options })
  const created = []
  for (const { query: text = 'select 1 as n', parameters = [], options = {}, ...more } of widgets) {
    const query = await createQuery(app.context, {
      ...{ data_source_id: source.id, user_id: app.member.id, query: text, options: { parameters }, ...more },
    })
    const visualization = await createVisualization(app.context, { query_id: query.id, name: 'Shown' })
    const widget = await createWidget(app.context, {
      ...{ dashboard_id: dashboard.id, visualization_id: visualization.id, options },
    })
    created.push({ ...widget, query })
  }
  return { ...dashboard, widgets: created, widget: created[0] ?? { id: 0, query: { id: 0 } } }
}

async function share(dashboard: { id: number }, caller = owner): Promise<string> {
  const reply = await caller.post(`/api/dashboards/${dashboard.id}/share`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().api_key
}

const store = (text: string, more: Parameters<typeof createResult>[1] = {}) =>
  createResult(app.context, {
    data_source_id: source.id,
    query: text,
    query_hash: queryHash(text, null),
    ...more,
  })

const at = (token: string, rest = '') => `/api/dashboards/public/${token}${rest}`

async function results(token: string, widgets: unknown[]) {
  const reply = await app.anonymous.post(at(token, '/results'), { widgets })
  expect(reply.statusCode, reply.body).toBe(200)
  const lines: DashboardResultLine[] = reply.body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  return { lines, body: reply.body }
}

const run = (token: string, widgetId: number, body: unknown = { max_age: 0 }) =>
  app.anonymous.post(at(token, `/widgets/${widgetId}/results`), body)

/** The requested texts that are not done, newest last. */
async function textsOfJobs(): Promise<(string | null)[]> {
  const jobs = await app.context.db.selectFrom('jobs').select('query_text').orderBy('queued_at').execute()
  return jobs.map(({ query_text }) => query_text)
}

async function untilDone(token: string, widgetId: number, name: string) {
  const path = at(token, `/widgets/${widgetId}/jobs/${name}`)
  await expect
    .poll(async () => (await app.anonymous.get(path)).json().job.status, { timeout: 20_000 })
    .toBeGreaterThan(2)
  return (await app.anonymous.get(path)).json().job
}

describe('sharing', () => {
  it('is for the owner and admins', async () => {
    const dashboard = await dashboardOf([{}])
    const path = `/api/dashboards/${dashboard.id}/share`
    expect((await app.anonymous.post(path)).statusCode).toBe(401)
    expect((await viewer.post(path)).statusCode).toBe(403)
    expect((await viewer.delete(path)).statusCode).toBe(403)
    expect((await owner.post('/api/dashboards/2000000000/share')).statusCode).toBe(404)
    const reply = await owner.post(path)
    const { public_url, api_key } = reply.json()
    expect(api_key).toMatch(/^[\w-]{43}$/)
    expect(public_url).toMatch(new RegExp(`^http.*/public/dashboards/${api_key}\\?org_slug=default$`))
    expect((await admin.post(path)).statusCode).toBe(200)
  })

  it('gives a new token each time, and revokes the previous one at once', async () => {
    const dashboard = await dashboardOf([{}])
    const first = await share(dashboard)
    const second = await share(dashboard)
    expect((await app.anonymous.get(at(first))).statusCode).toBe(404)
    expect((await app.anonymous.get(at(second))).statusCode).toBe(200)
    const detail = (await owner.get(`/api/dashboards/${dashboard.id}`)).json()
    expect(detail.api_key).toBe(second)
    expect((await viewer.get(`/api/dashboards/${dashboard.id}`)).body).not.toContain(second)
    expect((await owner.delete(`/api/dashboards/${dashboard.id}/share`)).body).toBe('null')
    for (const reply of [
      await app.anonymous.get(at(second)),
      await app.anonymous.post(at(second, '/results'), { widgets: [] }),
      await run(second, dashboard.widget.id),
      await app.anonymous.get(`/public/dashboards/${second}`),
    ]) {
      expect(reply.statusCode).toBe(404)
    }
    expect((await owner.get(`/api/dashboards/${dashboard.id}`)).json()).not.toHaveProperty('public_url')
  })

  it('is refused while viewers could insert text into a query, and names the parameters', async () => {
    const text = [parameter('table', 'text', 'orders'), parameter('day', 'date', '2026-01-01')]
    const unsafe = { query: `select * from {{table}} where day = '{{day}}'`, parameters: text }
    const reply = await owner.post(`/api/dashboards/${(await dashboardOf([{}, unsafe])).id}/share`)
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'dashboard.unsafe_parameters'])
    expect(reply.json().message).toContain('The table can be filled with any text')
    expect(reply.json().message).not.toContain('The day')
    const filled = { ...unsafe, options: { parameterMappings: fixedTo('table', 'orders') } }
    await share(await dashboardOf([filled]))
  })

  it('does not lend the rights of others: an owner with view access cannot fix text values', async () => {
    const widget = {
      query: 'select {{x}}',
      parameters: [parameter('x', 'text', '1'), parameter('y', 'text', '1')],
      options: { parameterMappings: fixedTo('x', '1; drop table users') },
    }
    const dashboard = await dashboardOf([{ ...widget, query: 'select 1 from {{x}}' }], {
      user_id: app.viewer.id,
    })
    const reply = await viewer.post(`/api/dashboards/${dashboard.id}/share`)
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'dashboard.unsafe_parameters'])
    expect((await admin.post(`/api/dashboards/${dashboard.id}/share`)).statusCode).toBe(400)
  })

  it('is off if public links are', async () => {
    const dashboard = await dashboardOf([{}])
    const token = await share(dashboard)
    const set = (settings: object) =>
      app.context.db
        .updateTable('organizations')
        .set({ settings: JSON.stringify(settings) })
        .execute()
    await set({ disable_public_urls: true })
    try {
      for (const reply of [
        await owner.post(`/api/dashboards/${dashboard.id}/share`),
        await app.anonymous.get(at(token)),
        await app.anonymous.post(at(token, '/results'), { widgets: [] }),
        await run(token, dashboard.widget.id),
      ]) {
        expect([reply.statusCode, reply.json().message]).toEqual([400, 'Public URLs are disabled.'])
      }
      const page = await app.anonymous.get(`/public/dashboards/${token}`)
      expect([page.statusCode, page.body.includes('Public URLs are disabled.')]).toEqual([400, true])
      // existing shares can still be revoked
      expect((await owner.delete(`/api/dashboards/${dashboard.id}/share`)).statusCode).toBe(200)
    } finally {
      await set({})
    }
  })
})

describe('a shared dashboard', () => {
  it('shows only its public content', async () => {
    const secret = 'a_secret_table'
    const dashboard = await dashboardOf(
      [
        {
          query: `select '${secret}', {{size}}, {{region}}`,
          parameters: [
            parameter('size', 'number', 3),
            parameter('region', 'enum', 'EU', { enumOptions: 'EU\nUS' }),
          ],
          options: {
            ...{ position: { col: 1 }, paramOrder: ['region', 'size'] },
            parameterMappings: fixedTo('region', 'US'),
          },
        },
      ],
      { is_draft: true },
    )
    await createWidget(app.context, { dashboard_id: dashboard.id, text: '# Hello' })
    const token = await share(dashboard)
    const reply = await app.anonymous.get(at(token))
    expect(reply.headers['content-security-policy']).toContain('frame-ancestors *')
    expect(reply.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
    expect(Object.keys(reply.json()).sort()).toEqual([
      'created_at',
      'dashboard_filters_enabled',
      'layout',
      'name',
      'options',
      'updated_at',
      'widgets',
    ])
    const [shown, box] = reply.json().widgets
    expect(box).toMatchObject({ text: '# Hello' })
    expect(box).not.toHaveProperty('visualization')
    expect(shown.options).toEqual({ position: { col: 1 }, paramOrder: ['size'], parameterMappings: {} })
    expect(Object.keys(shown.visualization).sort()).toEqual([
      'created_at',
      'description',
      'name',
      'options',
      'query',
      'type',
      'updated_at',
    ])
    expect(shown.visualization.query.options).toEqual({ parameters: [parameter('size', 'number', 3)] })
    const key = dashboard.widgets[0]?.query.api_key ?? secret
    for (const hidden of [secret, 'US', 'region', app.member.email, key]) {
      expect(reply.body).not.toContain(hidden)
    }
  })

  it('shows what its owner may see, and is closed when archived', async () => {
    const closed = await createDataSource(app.context, { groups: {} })
    const dashboard = await dashboardOf([{}, { query: 'select 71', data_source_id: closed.id }])
    await store('select 71', { data_source_id: closed.id, rows: [{ n: 'hidden' }] })
    const token = await share(dashboard)
    const [open, restricted] = dashboard.widgets
    expect((await app.anonymous.get(at(token))).json().widgets).toHaveLength(1)
    const { lines, body } = await results(token, [{ id: restricted?.id }, { id: open?.id }])
    expect(lines[0]).toMatchObject({ error: { code: 'not_found' } })
    expect(body).not.toContain('hidden')
    expect((await run(token, restricted?.id ?? 0)).statusCode).toBe(404)
    await app.context.db
      .updateTable('dashboards')
      .set({ is_archived: true })
      .where('id', '=', dashboard.id)
      .execute()
    expect((await app.anonymous.get(at(token))).statusCode).toBe(404)
  })

  it('is not opened by guesses, nor by tokens in another format', async () => {
    for (const token of ['x'.repeat(43), 'short', `${'x'.repeat(42)}%00`, '..%2f..']) {
      expect((await app.anonymous.get(at(token))).statusCode, token).toBe(404)
      const page = await app.anonymous.get(`/public/dashboards/${token}`)
      expect(page.statusCode, token).toBe(404)
      expect(page.body).not.toContain('/login')
    }
    const page = await app.anonymous.get(`/public/dashboards/${'x'.repeat(43)}`)
    expect(page.body).toContain('There is no dashboard here')
    expect(page.headers['content-security-policy']).toContain('frame-ancestors *')
  })
})

describe('results by token', () => {
  it('are only data and their time', async () => {
    const dashboard = await dashboardOf([{ query: 'select 81' }, { query: 'select 82' }])
    const stored = await store('select 81', { rows: [{ n: 5 }] })
    const token = await share(dashboard)
    const other = await dashboardOf([{ query: 'select 81' }])
    const [first, second] = dashboard.widgets
    const { lines, body } = await results(token, [
      ...[{ id: second?.id }, { id: first?.id }, { id: other.widget.id }],
    ])
    expect(lines[0]).toEqual({ widget_ids: [second?.id], missing: true })
    expect(lines[1]).toEqual({
      widget_ids: [first?.id],
      query_result: {
        id: stored.id,
        data: { columns: [{ name: 'n', friendly_name: 'n', type: 'integer' }], rows: [{ n: 5 }] },
        retrieved_at: expect.any(String),
      },
    })
    expect(lines[2]).toMatchObject({ widget_ids: [other.widget.id], error: { code: 'not_found' } })
    expect(body).not.toContain('select 8')
    const whole = await run(token, first?.id ?? 0, { max_age: -1 })
    expect(Object.keys(whole.json().query_result)).toEqual(['id', 'data', 'retrieved_at'])
    const malformed = await app.anonymous.post(at(token, '/results'), { widgets: 'all' })
    expect(malformed.statusCode).toBe(400)
  })

  it('are those of the static value, whatever is sent', async () => {
    const dashboard = await dashboardOf([
      {
        query: 'select {{id}} + {{n}}',
        parameters: [parameter('id', 'number', 1), parameter('n', 'number', 4)],
        options: { parameterMappings: fixedTo('id', 90) },
      },
    ])
    await store('select 90 + 4', { rows: [{ n: 94 }] })
    await store('select 1 + 4', { rows: [{ n: 'of another user' }] })
    const token = await share(dashboard)
    const { widget } = dashboard
    for (const parameters of [{ id: 1, n: 4 }, { id: '1', n: 4 }, { n: 4 }, null, undefined]) {
      const { lines } = await results(token, [{ id: widget.id, parameters }])
      expect(lines[0], JSON.stringify(parameters)).toMatchObject({
        query_result: { data: { rows: [{ n: 94 }] } },
      })
      const ran = await run(token, widget.id, { max_age: -1, parameters })
      expect(ran.json().query_result.data.rows).toEqual([{ n: 94 }])
    }
    await run(token, widget.id, { max_age: 0, parameters: { id: 1, n: 5 } })
    expect(await textsOfJobs()).toContain('select 90 + 5')
    expect(await textsOfJobs()).not.toContain('select 1 + 5')
  })

  it('are refused for invalid values, and for names that the query does not have', async () => {
    const dashboard = await dashboardOf([
      { query: 'select {{n}} as checked', parameters: [parameter('n', 'number', 1)] },
      { query: 'select 1 as plain' },
    ])
    const token = await share(dashboard)
    const [first, second] = dashboard.widgets
    const before = await textsOfJobs()
    for (const [id, parameters] of [
      [first?.id, { n: '1; drop table users' }],
      [first?.id, { n: 1, m: 2 }],
      [second?.id, { n: 1 }],
    ] as const) {
      const ran = await run(token, id ?? 0, { parameters })
      expect([ran.statusCode, ran.json().code]).toEqual([400, 'execution.invalid_parameters'])
      const { lines } = await results(token, [{ id, parameters }])
      expect(lines[0]).toMatchObject({ error: { code: 'execution.invalid_parameters' } })
    }
    expect(await textsOfJobs()).toEqual(before)
  })

  it('are refused if text can be inserted into the query since it was shared', async () => {
    const dashboard = await dashboardOf([{}])
    const token = await share(dashboard)
    const query = await createQuery(app.context, {
      ...{ data_source_id: source.id, query: 'select 1 from {{x}}' },
      options: { parameters: [parameter('x', 'text', 'users')] },
    })
    const visualization = await createVisualization(app.context, { query_id: query.id })
    const widget = await createWidget(app.context, {
      ...{ dashboard_id: dashboard.id, visualization_id: visualization.id },
    })
    await store('select 1 from users', { rows: [{ n: 'a secret' }] })
    const { lines, body } = await results(token, [{ id: widget.id, parameters: { x: 'users' } }])
    expect(lines[0]).toMatchObject({ error: { code: 'execution.unsafe_shared' } })
    expect(body).not.toContain('a secret')
    const ran = await run(token, widget.id, { parameters: { x: 'users' } })
    expect([ran.statusCode, ran.json().job.error]).toEqual([403, expect.stringMatching('unsafe parameters')])
    // after a user with full access has fixed the value it runs, with that text only
    await owner.post(`/api/widgets/${widget.id}`, { options: { parameterMappings: fixedTo('x', 'users') } })
    const settled = await run(token, widget.id, { max_age: -1, parameters: { x: 'passwords' } })
    expect(settled.json().query_result.data.rows).toEqual([{ n: 'a secret' }])
  })

  it('do not reveal the name of a paused data source', async () => {
    const paused = await createDataSource(app.context, { name: 'Our secret warehouse', is_paused: true })
    const dashboard = await dashboardOf([{ query: 'select 95', data_source_id: paused.id }])
    const token = await share(dashboard)
    const { body, lines } = await results(token, [{ id: dashboard.widget.id }])
    expect(lines[0]).toMatchObject({ error: { code: 'execution.paused' } })
    expect(body + (await run(token, dashboard.widget.id)).body).not.toContain('secret')
  })
})

describe('runs by token', () => {
  it('are followed by the name given to them, and end in the stored result', async () => {
    const dashboard = await dashboardOf([
      { query: `select {{n}} as answer`, parameters: [parameter('n', 'number', 41)] },
    ])
    const token = await share(dashboard)
    const { widget } = dashboard
    const asked = await run(token, widget.id, { max_age: 0, parameters: { n: 42 } })
    expect(asked.body).not.toContain('answer')
    const { id } = asked.json().job
    const job = await untilDone(token, widget.id, id)
    expect(job).toMatchObject({ id, status: 3, error: '' })
    const reply = await run(token, widget.id, { max_age: -1, parameters: { n: 42 } })
    expect(reply.json().query_result.data.rows).toEqual([{ answer: 42 }])
    const stored = await app.context.db
      .selectFrom('jobs')
      .select('actor_name')
      .where('id', '=', id.slice(0, 36))
      .executeTakeFirst()
    expect(stored?.actor_name).toBe(`ApiKey: Dashboard ${dashboard.id}`)
  })

  it('are closed to all others: no other job, token or widget', async () => {
    const dashboard = await dashboardOf([{ query: 'select 1 as mine' }, { query: 'select 2 as mine' }])
    const token = await share(dashboard)
    const [first, second] = dashboard.widgets
    const { id } = (await run(token, first?.id ?? 0)).json().job
    const own = await owner.post(`/api/queries/${second?.query.id}/results`, { max_age: 0 })
    const job = (name: string, of = token, widget = first?.id) =>
      app.anonymous.get(at(of, `/widgets/${widget}/jobs/${name}`))
    expect((await job(id)).statusCode).toBe(200)
    expect((await job(own.json().job.id)).statusCode).toBe(404)
    expect((await job(`${own.json().job.id}${id.slice(36)}`)).statusCode).toBe(404)
    expect((await job(id.slice(0, 36))).statusCode).toBe(404)
    expect((await job(id, token, second?.id)).statusCode).toBe(404)
    const others = await dashboardOf([{}])
    expect((await job(id, await share(others), others.widget.id)).statusCode).toBe(404)
    expect((await app.anonymous.get(`/api/jobs/${id.slice(0, 36)}`)).statusCode).toBe(401)
  })

  it('report that a run failed, but not what the database says of the query', async () => {
    const dashboard = await dashboardOf([{ query: 'select secret_column from secret_table' }])
    const token = await share(dashboard)
    const { id } = (await run(token, dashboard.widget.id)).json().job
    const job = await untilDone(token, dashboard.widget.id, id)
    expect(job).toMatchObject({ status: 4, error: 'The query of this widget could not be run.' })
    expect(JSON.stringify(job)).not.toContain('secret')
  })

  it('end with the token, also while an answer is held', async () => {
    const dashboard = await dashboardOf([{ query: 'select pg_sleep(30)' }])
    const token = await share(dashboard)
    const { id } = (await run(token, dashboard.widget.id)).json().job
    const path = at(token, `/widgets/${dashboard.widget.id}/jobs/${id}`)
    await expect.poll(async () => (await app.anonymous.get(path)).json().job.status).toBe(2)
    const held = app.anonymous.get(`${path}?wait=30&since=2`)
    await owner.delete(`/api/dashboards/${dashboard.id}/share`)
    expect((await held).statusCode).toBe(404)
    await owner.delete(`/api/jobs/${id.slice(0, 36)}`)
  })

  it('are limited for each dashboard', async () => {
    const dashboard = await dashboardOf([{ query: 'select 1 as counted' }])
    const token = await share(dashboard)
    await app.context.pool.query(
      `insert into rate_limit_hits (bucket, window_start, hits) values ($1, date_trunc('hour', now()), 6000)`,
      [`public run dashboard ${dashboard.id}`],
    )
    expect((await run(token, dashboard.widget.id)).statusCode).toBe(429)
    await store('select 1 as counted')
    expect((await run(token, dashboard.widget.id, { max_age: -1 })).statusCode).toBe(200)
  })
})

describe('GET /api/queries/:id/unsafe_shares', () => {
  it('lists the shared dashboards on which a query no longer runs, for users who may open them', async () => {
    const dashboard = await dashboardOf([{ query: 'select 1 as n' }])
    const { query, id: widgetId } = dashboard.widget
    const path = `/api/queries/${query.id}/unsafe_shares`
    const unsafeShares = async (caller = owner) => (await caller.get(path)).json()
    const change = (body: object) => owner.post(`/api/queries/${query.id}`, body)
    const text = parameter('what', 'text', 'users')
    const nothing = { dashboards: [], others: 0 }
    await change({ query: 'select {{what}}', options: { parameters: [text] } })
    expect(await unsafeShares()).toEqual(nothing)
    await change({ query: 'select 1 as n', options: {} })
    await share(dashboard)
    expect(await unsafeShares()).toEqual(nothing)
    await change({ query: 'select {{what}}', options: { parameters: [{ ...text, title: 'What' }] } })
    expect(await unsafeShares()).toEqual({
      ...{ dashboards: [{ id: dashboard.id, name: expect.any(String), titles: ['What'] }], others: 0 },
    })
    // the user who fixes a value is responsible for it
    await owner.post(`/api/widgets/${widgetId}`, { options: { parameterMappings: fixedTo('what', 'x') } })
    expect(await unsafeShares()).toEqual(nothing)
    await owner.post(`/api/widgets/${widgetId}`, { options: {} })
    await owner.post(`/api/dashboards/${dashboard.id}`, { is_draft: true })
    const { others } = await unsafeShares(
      await app.as(await createUser(app.context, { groups: [app.organization.defaultGroup] })),
    )
    expect(others).toBe(1)
    expect((await app.anonymous.get(path)).statusCode).toBe(401)
    expect((await owner.get('/api/queries/999999/unsafe_shares')).statusCode).toBe(404)
  })
})

describe('lists by token', () => {
  it('are the dropdown lists of the widget’s parameters', async () => {
    const list = await createQuery(app.context, { data_source_id: source.id, query: 'select 1' })
    await createResult(app.context, { query_id: list.id, rows: [{ n: 'Bern' }, { n: 'Basel' }] })
    const unnamed = await createQuery(app.context, { data_source_id: source.id, query: 'select 1' })
    const dashboard = await dashboardOf([
      {
        query: `select '{{city}}', '{{country}}'`,
        parameters: [
          parameter('city', 'query', 'Bern', { queryId: list.id }),
          parameter('country', 'query', 'CH', { queryId: unnamed.id }),
        ],
        options: { parameterMappings: fixedTo('country', 'CH') },
      },
    ])
    const token = await share(dashboard)
    const search = (id: number, body: unknown = {}) =>
      app.anonymous.post(at(token, `/widgets/${dashboard.widget.id}/dropdowns/${id}`), body)
    expect((await search(list.id, { q: 'ba' })).json()).toMatchObject({
      ...{ options: [{ name: 'Basel', value: 'Basel' }], count: 1 },
    })
    expect((await search(unnamed.id)).statusCode).toBe(404)
    expect((await search(dashboard.widget.query.id)).statusCode).toBe(404)
    expect((await search(list.id, { limit: 'all' })).statusCode).toBe(400)
    const { lines } = await results(token, [{ id: dashboard.widget.id, parameters: { city: 'Paris' } }])
    expect(lines[0]).toMatchObject({ error: { code: 'execution.invalid_parameters' } })
  })
})
