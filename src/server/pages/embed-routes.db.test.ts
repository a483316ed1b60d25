import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiKeyColumns } from '#server/kernel/net/secrets.ts'
import { type AppUnderTest, appUnderTest, callerWith } from '#test/app-under-test.ts'
import {
  createDataSource,
  createQuery,
  createUser,
  createVisualization,
  type TestQuery,
} from '#test/factories.ts'

let app: AppUnderTest
let folder: string
let query: TestQuery
let visualization: { id: number }
let logged = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sextant-embed-'))
  await writeFile(join(folder, 'index.html'), 'the application')
  await writeFile(join(folder, 'embed.html'), 'the embed')
  const destination = new Writable({
    write(chunk, _encoding, done) {
      logged += chunk
      done()
    },
  })
  app = await appUnderTest({ webFolder: folder, log: pino({ level: 'debug' }, destination) })
  query = await createQuery(app.context)
  visualization = await createVisualization(app.context, { query_id: query.id, type: 'CHART' })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const noKey = 'The API key in this address is missing, or does not open this query any more.'

function address(
  of: { query?: string | number; visualization?: string | number; key?: string } = {},
): string {
  const path = `/embed/query/${of.query ?? query.id}/visualization/${of.visualization ?? visualization.id}`
  const key = of.key ?? query.api_key
  return key === '' ? path : `${path}?api_key=${key}`
}

async function expectError(url: string, status: number, message: string, caller = app.anonymous) {
  const reply = await caller.get(url)
  expect(reply.statusCode, url).toBe(status)
  expect(reply.headers['content-type']).toMatch('text/html')
  expect(reply.headers['content-security-policy']).toMatch('frame-ancestors *')
  expect(reply.headers['cache-control']).toBe('no-store')
  expect(reply.body).toContain(`role="alert">Error: ${message}</div>`)
  expect(reply.body).not.toContain('the embed')
}

describe('the embed page', () => {
  it("opens with the query's key", async () => {
    const reply = await app.anonymous.get(address())
    expect([reply.statusCode, reply.body]).toEqual([200, 'the embed'])
    // revalidated each time, so that a revoked key takes effect
    expect(reply.headers['cache-control']).toBe('no-cache')
  })

  it("opens with a user's key what that user may see", async () => {
    expect((await app.anonymous.get(address({ key: app.member.api_key }))).statusCode).toBe(200)
    const forbidden = await app.anonymous.get(address({ key: app.outsider.api_key }))
    expect(forbidden.statusCode).toBe(403)
    expect(forbidden.body).toMatch(/role="alert">Error: You don&#39;t have the permission/)
    const unknown = address({ query: 2_000_000_000, key: app.member.api_key })
    expect((await app.anonymous.get(unknown)).statusCode).toBe(404)
  })

  it('opens only with a key: a session is neither used nor changed', async () => {
    const browser = await app.as(app.admin)
    await expectError(address({ key: '' }), 401, noKey, browser)
    await expectError(address({ key: 'wrong' }), 401, noKey, browser)
    for (const url of [address(), address({ key: '' })]) {
      expect((await browser.get(url)).cookies).toEqual([])
    }
    const other = await createUser(app.context)
    const withSession = callerWith(app.app, { cookie: (await app.as(other)).headers['cookie'] ?? '' })
    expect((await withSession.get(address({ key: app.outsider.api_key }))).statusCode).toBe(403)
  })

  it('refuses other keys', async () => {
    const stranger = await createQuery(app.context)
    const disabled = await createUser(app.context, { disabled_at: new Date() })
    for (const key of [
      '',
      'nonsense',
      stranger.api_key,
      disabled.api_key,
      `${query.api_key}x`,
      '%00',
      '__proto__',
    ]) {
      await expectError(address({ key }), 401, noKey)
    }
  })

  it('refuses invalid ids', async () => {
    for (const id of ['x', '-1', '1.5', '99999999999', '%00', '__proto__', 'null', 'constructor']) {
      await expectError(address({ query: id }), 401, noKey)
      await expectError(address({ visualization: id }), 404, 'Visualization does not exist')
      expect((await app.anonymous.get(address({ query: id, key: app.member.api_key }))).statusCode).toBe(404)
    }
  })

  it('shows only visualizations of its own query', async () => {
    const foreign = await createVisualization(app.context)
    await expectError(address({ visualization: foreign.id }), 404, 'Visualization does not exist')
    const byUser = address({ visualization: foreign.id, key: app.admin.api_key })
    await expectError(byUser, 404, 'Visualization does not exist')
  })

  it('is refused for queries with unsafe text parameters', async () => {
    const unsafe = await createQuery(app.context, {
      query: 'select * from {{ place }}',
      options: { parameters: [{ name: 'place', title: 'Place', type: 'text', value: 'here' }] },
    })
    const { id } = await createVisualization(app.context, { query_id: unsafe.id })
    for (const key of [unsafe.api_key, app.member.api_key]) {
      const url = address({ query: unsafe.id, visualization: id, key })
      const message = 'Currently it is not possible to embed queries that contain text parameters.'
      await expectError(url, 403, message)
    }
  })

  it('still works when the query is archived or a draft, or its owner is disabled', async () => {
    const owner = await createUser(app.context)
    for (const change of [{ is_archived: true }, { is_draft: true }]) {
      const one = await createQuery(app.context, { user_id: owner.id, ...change })
      const { id } = await createVisualization(app.context, { query_id: one.id })
      const url = address({ query: one.id, visualization: id, key: one.api_key })
      expect((await app.anonymous.get(url)).statusCode).toBe(200)
      await app.context.db
        .updateTable('users')
        .set({ disabled_at: new Date() })
        .where('id', '=', owner.id)
        .execute()
      expect((await app.anonymous.get(url)).statusCode).toBe(200)
    }
  })

  it('stops at once when the key is replaced', async () => {
    const one = await createQuery(app.context)
    const { id } = await createVisualization(app.context, { query_id: one.id })
    const url = address({ query: one.id, visualization: id, key: one.api_key })
    const first = await app.anonymous.get(url)
    expect(first.statusCode).toBe(200)
    await app.context.db
      .updateTable('queries')
      .set(apiKeyColumns(app.context.secrets, 'another0123456789012345678901234567890'))
      .where('id', '=', one.id)
      .execute()
    await expectError(url, 401, noKey)
    // a cached copy does not help
    const again = await app.anonymous.get(url, { headers: { 'if-none-match': String(first.headers.etag) } })
    expect(again.statusCode).toBe(401)
  })

  it('is refused with a message when public links are switched off', async () => {
    const { id } = app.organization
    const set = (settings: object) =>
      app.context.db
        .updateTable('organizations')
        .set({ settings: JSON.stringify(settings) })
        .where('id', '=', id)
        .execute()
    await set({ disable_public_urls: true })
    await expectError(address(), 403, 'Public links and embeds are switched off here.')
    await expectError(address({ key: '' }), 401, noKey)
    await set({})
    expect((await app.anonymous.get(address())).statusCode).toBe(200)
  })

  it('may be framed by any site, runs only its own scripts, and does not reveal its address', async () => {
    for (const url of [address(), address({ key: 'wrong' })]) {
      const { headers } = await app.anonymous.get(url)
      const policy = String(headers['content-security-policy'])
      expect(policy).toMatch(/; frame-ancestors \*$/)
      expect(policy).toMatch("script-src 'self';")
      expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/)
      expect(headers).not.toHaveProperty('x-frame-options')
      expect(headers).toMatchObject({
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
      })
    }
  })

  it('is the only page that may be framed', async () => {
    for (const path of [
      '/embed',
      `/embed/query/${query.id}`,
      '/embed.html',
      '/login',
      `/queries/${query.id}`,
    ]) {
      const { headers, body } = await app.anonymous.get(path)
      expect(headers['content-security-policy'], path).toMatch("frame-ancestors 'none'")
      expect(headers['x-frame-options'], path).toBe('DENY')
      expect(body).not.toBe('the embed')
    }
  })

  it('only accepts GET', async () => {
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      expect((await app.anonymous.request(method, address())).statusCode).toBe(405)
    }
  })

  it('leaves no key in the log', async () => {
    logged = ''
    await app.anonymous.get(`${address()}&hide_header`)
    await app.anonymous.get(address({ key: 'wrong-key-0123456789' }))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(logged).toContain(
      `/embed/query/${query.id}/visualization/${visualization.id}?api_key=…&hide_header`,
    )
    expect(logged).not.toContain(query.api_key)
    expect(logged).not.toContain('wrong-key')
  })
})

it('says so when the web has not been built', async () => {
  const bare = await appUnderTest({ webFolder: '/nonexistent/sextant-web' })
  const one = await createQuery(bare.context)
  const { id } = await createVisualization(bare.context, { query_id: one.id })
  const reply = await bare.anonymous.get(`/embed/query/${one.id}/visualization/${id}?api_key=${one.api_key}`)
  expect(reply.statusCode).toBe(503)
  expect(reply.body).toContain('Error: The web application has not been built')
  await bare.close()
})

it('a query on a data source without groups can still be embedded by its key', async () => {
  const source = await createDataSource(app.context, { groups: {} })
  const one = await createQuery(app.context, { data_source_id: source.id })
  const { id } = await createVisualization(app.context, { query_id: one.id })
  const reply = await app.anonymous.get(address({ query: one.id, visualization: id, key: one.api_key }))
  expect(reply.statusCode).toBe(200)
})

it('the API requests of the page reveal nothing about users and other queries', async () => {
  const { member, organization, viewerGroup, context } = app
  const source = await createDataSource(context, {
    name: 'canary source',
    groups: { [organization.defaultGroup]: false, [viewerGroup]: true },
  })
  const one = await createQuery(context, { user_id: member.id, data_source_id: source.id })
  const visitor = app.withKey(one.api_key)
  const shown = await visitor.get(`/api/queries/${one.id}`)
  const started = await visitor.post(`/api/queries/${one.id}/results`, { max_age: 0 })
  const job = await visitor.get(`/api/queries/${one.id}/jobs/${started.json().job.id}`)
  expect([shown.statusCode, started.statusCode, job.statusCode]).toEqual([200, 200, 200])
  expect(shown.json()).toMatchObject({ name: expect.any(String), user: { id: member.id, name: member.name } })
  for (const { body } of [shown, started, job]) {
    for (const secret of [one.api_key, member.email, 'gravatar', 'canary source']) {
      expect(body).not.toContain(secret)
    }
  }
  expect(shown.json().user.groups).toEqual([])
  expect((await app.withKey(member.api_key).get(`/api/queries/${one.id}`)).json().user.email).toBe(
    member.email,
  )
})
