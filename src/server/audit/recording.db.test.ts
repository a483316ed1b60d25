import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAlert, createDelivery, createDestination, createSubscription } from '#test/alert-factories.ts'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import {
  createDashboard,
  createDataSource,
  createQuery,
  createResult,
  createSnippet,
  createVisualization,
  createWidget,
  shareBy,
} from '#test/factories.ts'
import { routeKey } from '#test/house-rules/all-endpoints.ts'
import { recordedEvents } from './recorded-events.ts'

let app: AppUnderTest
let member: Caller
let admin: Caller
let source: { id: number }
const webFolder = mkdtempSync(join(tmpdir(), 'sextant-events-'))

beforeAll(async () => {
  for (const page of ['index.html', 'embed.html', 'public-dashboard.html'])
    writeFileSync(join(webFolder, page), '<!doctype html>')
  app = await appUnderTest({ webFolder, config: { loginsPerHour: 1000 } })
  ;[member, admin] = await Promise.all([app.as(app.member), app.as(app.admin)])
  source = await createDataSource(app.context)
})
afterAll(async () => {
  await app.close()
  rmSync(webFolder, { recursive: true })
})

interface Recorded {
  action: string
  object_type: string
  object_id: string | null
  user_id: number | null
  actor_name: string | null
  additional_properties: Record<string, unknown>
  is_reported: boolean
}

async function stored(): Promise<Recorded[]> {
  const { rows } = await app.context.pool.query<Recorded>(
    `select action, object_type, object_id, user_id, actor_name, additional_properties, is_reported
       from events where action <> 'marker' order by id`,
  )
  return rows
}

/** The events of these calls; a marker event after them shows when the queue is written. */
async function recorded(calls: () => Promise<unknown>): Promise<Recorded[]> {
  await settle()
  await app.context.pool.query('delete from events')
  await calls()
  await settle()
  return await stored()
}

let markers = 0
async function settle(): Promise<void> {
  // events that query the database arrive shortly after the answer
  await new Promise((resolve) => setTimeout(resolve, 50))
  const object_id = `marker ${++markers}`
  await member.post('/api/events', [{ action: 'marker', object_type: 'test', object_id }])
  await expect
    .poll(async () => {
      const { rowCount } = await app.context.pool.query('select from events where object_id = $1', [
        object_id,
      ])
      return rowCount
    })
    .toBe(1)
}

const short = (events: Recorded[]) =>
  events.map(({ action, object_type, object_id }) => `${action} ${object_type} ${object_id}`)

async function ok(reply: ReturnType<Caller['get']>): Promise<Record<string, unknown>> {
  const { statusCode, body, headers } = await reply
  expect(statusCode, body).toBeLessThan(400)
  return String(headers['content-type']).includes('json') ? JSON.parse(body) : {}
}

it('every recorded event belongs to a route', () => {
  const routes = app.app.routeList.map(routeKey)
  expect(recordedEvents.map(({ route }) => route).filter((route) => !routes.includes(route))).toEqual([])
})

describe('the life of', () => {
  it('a query', async () => {
    let id: unknown
    const events = await recorded(async () => {
      const body = { data_source_id: source.id, query: 'select 1', name: 'New' }
      id = (await ok(member.post('/api/queries', body)))['id']
      await ok(member.get(`/api/queries/${id}`))
      await ok(member.post(`/api/queries/${id}`, { name: 'Renamed' }))
      await ok(member.get('/api/queries?q=sales'))
      await ok(member.get('/api/queries/my'))
      await ok(member.get('/api/queries/favorites?tags=a&tags=b'))
      await ok(member.post(`/api/queries/${id}/favorite`))
      await ok(member.delete(`/api/queries/${id}/favorite`))
      await ok(member.post(`/api/queries/${id}/regenerate_api_key`))
      await ok(member.post(`/api/queries/${id}/fork`))
      const grant = { access_type: 'modify', user_id: app.viewer.id }
      await ok(member.post(`/api/queries/${id}/acl`, grant))
      await ok(member.request('DELETE', `/api/queries/${id}/acl`, grant))
      await ok(member.delete(`/api/queries/${id}`))
    })
    expect(short(events)).toEqual([
      `create query ${id}`,
      `view query ${id}`,
      `edit query ${id}`,
      'search query null',
      'list query null',
      'load_favorites query null',
      `favorite query ${id}`,
      `unfavorite query ${id}`,
      `regnerate_api_key query ${id}`,
      `fork query ${id}`,
      `grant_permission queries ${id}`,
      `revoke_permission queries ${id}`,
      `archive query ${id}`,
    ])
    expect(events[3]?.additional_properties).toEqual({ term: 'sales' })
    expect(events[5]?.additional_properties).toEqual({ params: { q: null, page: null, tags: ['a', 'b'] } })
    expect(events[10]?.additional_properties).toEqual({ grantee: app.viewer.id, access_type: 'modify' })
    for (const { user_id, actor_name, is_reported } of events) {
      expect([user_id, actor_name, is_reported]).toEqual([app.member.id, app.member.email, false])
    }
  })

  it('a dashboard, its widgets and its public address', async () => {
    const dashboard = await createDashboard(app.context, { user_id: app.member.id })
    const chart = await createVisualization(app.context, {
      query_id: (await createQuery(app.context, { data_source_id: source.id, user_id: app.member.id })).id,
    })
    const widget = await createWidget(app.context, {
      dashboard_id: dashboard.id,
      visualization_id: chart.id,
    })
    const path = `/api/dashboards/${dashboard.id}`
    const events = await recorded(async () => {
      await ok(member.get(`/api/dashboards/${dashboard.slug}?legacy`))
      await ok(member.post(path, { name: 'Renamed' }))
      await ok(member.get('/api/dashboards?q=x'))
      await ok(member.post(`${path}/favorite`))
      await ok(member.post(`${path}/share`))
      await ok(member.delete(`${path}/share`))
      await ok(member.delete(`/api/widgets/${widget.id}`))
      await ok(member.delete(`/api/visualizations/${chart.id}`))
      await ok(member.delete(path))
    })
    expect(short(events)).toEqual([
      `view dashboard ${dashboard.id}`,
      `edit dashboard ${dashboard.id}`,
      'search dashboard null',
      `favorite dashboard ${dashboard.id}`,
      `activate_api_key dashboard ${dashboard.id}`,
      `deactivate_api_key dashboard ${dashboard.id}`,
      `delete widget ${widget.id}`,
      `delete Visualization ${chart.id}`,
      `archive dashboard ${dashboard.id}`,
    ])
  })

  it('a data source, without its options', async () => {
    const body = { name: 'New', type: 'pg', options: { dbname: 'canary-db', password: 'canary-password' } }
    let id: unknown
    const events = await recorded(async () => {
      id = (await ok(admin.post('/api/data_sources', body)))['id']
      await ok(admin.get('/api/data_sources'))
      await ok(admin.get(`/api/data_sources/${id}`))
      await ok(admin.post(`/api/data_sources/${id}`, body))
      await ok(admin.post(`/api/data_sources/${id}/pause`))
      await ok(admin.delete(`/api/data_sources/${id}/pause`))
      await ok(admin.delete(`/api/data_sources/${id}`))
    })
    expect(short(events)).toEqual([
      `create datasource ${id}`,
      'list datasource admin/data_sources',
      `view datasource ${id}`,
      `edit datasource ${id}`,
      `pause datasource ${id}`,
      `resume datasource ${id}`,
      `delete datasource ${id}`,
    ])
    expect(JSON.stringify(events)).not.toContain('canary')
  })

  it('messages that are sent again: the alert and the destination', async () => {
    const { id } = await createDestination(app.context)
    const alert = await createAlert(app.context, { state: 'triggered' })
    const told = { alert_id: alert.id, user_id: app.admin.id, destination_id: id }
    await createSubscription(app.context, told)
    const delivery = await createDelivery(app.context, { ...told, last_error: 'down' })
    const events = await recorded(async () => {
      expect((await member.post(`/api/deliveries/${delivery.id}/send_again`)).statusCode).toBe(403)
      expect((await admin.post(`/api/deliveries/${delivery.id}/send_again`)).statusCode).toBe(200)
    })
    expect(events).toMatchObject([
      {
        action: 'send_again',
        object_type: 'alert',
        object_id: String(alert.id),
        user_id: app.admin.id,
        additional_properties: { delivery: delivery.id, destination: id },
      },
    ])
  })

  it('people, groups, snippets and settings', async () => {
    const snippet = await createSnippet(app.context, { user_id: app.admin.id })
    const events = await recorded(async () => {
      await ok(admin.get('/api/users?pending=yes'))
      await ok(admin.get('/api/users?q=ann'))
      await ok(admin.get(`/api/users/${app.viewer.id}`))
      await ok(admin.post(`/api/users/${app.viewer.id}/regenerate_api_key`))
      await ok(admin.get('/api/groups'))
      await ok(admin.get('/api/query_snippets'))
      await ok(admin.post(`/api/query_snippets/${snippet.id}`, { description: 'x' }))
      await ok(admin.delete(`/api/query_snippets/${snippet.id}`))
      await ok(admin.get('/api/admin/queries/outdated'))
      await ok(admin.get('/api/admin/queries/rq_status'))
      await ok(admin.post('/api/settings/organization', { date_format: 'DD/MM/YY' }))
    })
    expect(short(events)).toEqual([
      'list user null',
      'search user null',
      `view user ${app.viewer.id}`,
      `regnerate_api_key user ${app.viewer.id}`,
      'list group null',
      'list query_snippet null',
      `edit query_snippet ${snippet.id}`,
      `delete query_snippet ${snippet.id}`,
      'list outdated_queries null',
      'list rq_status null',
      `edit settings ${app.organization.id}`,
    ])
    expect(events.at(-1)?.additional_properties).toEqual({
      new_values: { date_format: 'DD/MM/YY' },
      previous_values: { date_format: 'YYYY-MM-DD' },
    })
    expect(events[0]?.additional_properties).toEqual({ pending: 'yes' })
  })

  it('not as changed a setting that the server has forced back', async () => {
    const events = await recorded(async () => {
      // the only login method stays on
      await ok(
        admin.post('/api/settings/organization', { auth_password_login_enabled: false, null_value: '–' }),
      )
    })
    expect(events).toMatchObject([{ action: 'edit', object_type: 'settings' }])
    expect(events[0]?.additional_properties).toEqual({
      new_values: { null_value: '–' },
      previous_values: { null_value: expect.any(String) },
    })
  })
})

describe('runs and downloads', () => {
  it('runs record the text, the values and whether a stored result was used', async () => {
    const query = await createQuery(app.context, { data_source_id: source.id, query: 'select 7' })
    await createResult(app.context, { query_id: query.id })
    const events = await recorded(async () => {
      await ok(member.post(`/api/queries/${query.id}/results`, { max_age: -1 }))
      await ok(member.post(`/api/queries/${query.id}/results`, { max_age: 0 }))
      await ok(member.post(`/api/queries/${query.id}/refresh`))
      await ok(
        member.post('/api/query_results', {
          data_source_id: source.id,
          query: `select '{{x}}', '${'y'.repeat(6000)}'`,
          max_age: 0,
          parameters: { x: 5 },
        }),
      )
    })
    expect(short(events)).toEqual(Array(4).fill(`execute_query data_source ${source.id}`))
    const [hit, miss, refresh, text] = events.map((event) => event.additional_properties)
    expect(hit).toEqual({ cache: 'hit', query: 'select 7', query_id: query.id, parameters: {} })
    expect(miss).toMatchObject({ cache: 'miss', query_id: query.id })
    expect(refresh).toMatchObject({ cache: 'miss', query_id: query.id })
    expect(text).toMatchObject({ cache: 'miss', query_id: 'adhoc', parameters: { x: 5 } })
    expect(String(text?.['query'])).toHaveLength(5001)
  })

  it('downloads of files and by programs, with the name of the key', async () => {
    const query = await createQuery(app.context, { data_source_id: source.id })
    const result = await createResult(app.context, { query_id: query.id })
    const key = app.withKey(query.api_key)
    const events = await recorded(async () => {
      await ok(member.get(`/api/query_results/${result.id}`))
      await ok(member.get(`/api/query_results/${result.id}.csv`))
      await ok(key.get(`/api/queries/${query.id}/results.json`))
      await ok(key.get(`/api/queries/${query.id}/results/${result.id}.xlsx`))
      await ok(app.withKey(app.member.api_key).get(`/api/queries/${query.id}/results`))
    })
    expect(short(events)).toEqual([
      `api_get query_result ${result.id}`,
      `api_get query ${query.id}`,
      `api_get query ${query.id}`,
      `api_get query ${query.id}`,
    ])
    const name = `ApiKey: Query ${query.id}`
    expect(events.map((event) => event.additional_properties)).toEqual([
      { file_type: 'csv' },
      { file_type: 'json', api_key: name },
      { file_type: 'xlsx', api_key: name },
      { file_type: 'json', api_key: app.member.email },
    ])
    expect(events[1]).toMatchObject({ user_id: null, actor_name: name })
    expect(JSON.stringify(events)).not.toContain(query.api_key)
  })
})

describe('without a session', () => {
  it('views of a shared dashboard and of an embed, by id', async () => {
    const dashboard = await createDashboard(app.context)
    const token = 'canary-token-of-the-dashboard'
    await shareBy(app.context, dashboard, token)
    const query = await createQuery(app.context, { data_source_id: source.id })
    const chart = await createVisualization(app.context, { query_id: query.id })
    const from = (referer: string) => ({ headers: { referer } })
    const events = await recorded(async () => {
      const site = from(`https://wiki.example.com/public/dashboards/${token}?api_key=canary`)
      await ok(app.anonymous.get(`/public/dashboards/${token}?embed`, site))
      await ok(
        app.anonymous.get(
          `/embed/query/${query.id}/visualization/${chart.id}?api_key=${query.api_key}`,
          from('https://wiki.example.com/page#canary'),
        ),
      )
      await app.anonymous.get('/public/dashboards/nothing')
    })
    expect(short(events)).toEqual([`view dashboard ${dashboard.id}`, `view visualization ${chart.id}`])
    expect(events.map((event) => event.additional_properties)).toEqual([
      { public: true, headless: true, referer: 'https://wiki.example.com/public/dashboards/…' },
      { query_id: query.id, embed: true, referer: 'https://wiki.example.com/page' },
    ])
    expect(events.map(({ actor_name }) => actor_name)).toEqual([null, `ApiKey: Query ${query.id}`])
    expect(JSON.stringify(events)).not.toMatch(/canary/)
  })

  it('successful logins, by programs and by the page', async () => {
    const { email, password } = app.viewer
    const form = (secret: string) =>
      app.app.inject({
        method: 'POST',
        url: '/login',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ email, password: secret }).toString(),
      })
    const events = await recorded(async () => {
      await ok(app.anonymous.post('/login', { email, password }))
      expect((await form(password)).statusCode).toBe(302)
      expect((await form('canary-password')).statusCode).toBe(200)
      expect((await app.anonymous.post('/login', { email, password: 'wrong' })).statusCode).toBe(400)
    })
    expect(short(events)).toEqual(['login redash null', 'login redash null'])
    for (const { user_id, actor_name } of events) {
      expect([user_id, actor_name]).toEqual([app.viewer.id, email])
    }
    expect(JSON.stringify(events)).not.toContain(password)
  })
})

it('refused requests and HEAD are not recorded', async () => {
  const query = await createQuery(app.context, { data_source_id: source.id })
  const events = await recorded(async () => {
    expect((await (await app.as(app.outsider)).get(`/api/queries/${query.id}`)).statusCode).toBe(403)
    expect((await member.get('/api/queries/2147483647')).statusCode).toBe(404)
    expect((await app.anonymous.get('/api/queries')).statusCode).toBe(401)
    const { headers } = member
    await app.app.inject({ method: 'HEAD', url: `/api/queries/${query.id}`, headers })
  })
  // logs in the outsider
  expect(short(events)).toEqual(['login redash null'])
})
