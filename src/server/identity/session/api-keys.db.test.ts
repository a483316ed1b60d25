import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, callerWith } from '#test/app-under-test.ts'
import { createDataSource, createQuery, createResult, createUser, type TestQuery } from '#test/factories.ts'

let app: AppUnderTest
let query: TestQuery
let other: TestQuery
let logged = ''

beforeAll(async () => {
  const destination = new Writable({
    write(chunk, _encoding, done) {
      logged += chunk
      done()
    },
  })
  app = await appUnderTest({ log: pino({ level: 'debug' }, destination) })
  query = await createQuery(app.context)
  other = await createQuery(app.context)
})
afterAll(() => app.close())

describe("a user's key", () => {
  it.each([
    ['?api_key=', (key: string) => ({ url: `/api/session?api_key=${key}` })],
    [
      'Authorization: Key',
      (key: string) => ({ url: '/api/session', headers: { authorization: `Key ${key}` } }),
    ],
    ['a bare Authorization', (key: string) => ({ url: '/api/session', headers: { authorization: key } })],
  ])('is accepted as %s', async (_, request) => {
    const reply = await app.app.inject(request(app.member.api_key))
    expect(reply.statusCode).toBe(200)
    expect(reply.json().user.id).toBe(app.member.id)
    expect(reply.cookies).toEqual([])
  })

  it.each([
    ['Bearer', { authorization: 'Bearer {key}' }],
    ['Basic', { authorization: 'Basic {key}' }],
    ['NUL', { authorization: 'Key {key}%00' }],
    ['nothing', { authorization: 'Key ' }],
  ])('is not accepted as %s', async (_, headers) => {
    const authorization = headers.authorization.replace('{key}', app.member.api_key)
    const reply = await app.app.inject({ url: '/api/session', headers: { authorization } })
    expect(reply.statusCode).toBe(401)
  })

  it('takes precedence over the session and needs no CSRF token', async () => {
    const browser = await app.as(app.admin)
    const { cookie } = browser.headers
    const asKey = callerWith(app.app, { cookie: cookie ?? '', authorization: `Key ${app.member.api_key}` })
    expect((await asKey.get('/api/session')).json().user.id).toBe(app.member.id)
    const reply = await asKey.post('/api/queries/format', { query: 'select 1' })
    expect(reply.statusCode).toBe(200)
  })

  it('that is wrong leaves the session in force, with its CSRF check', async () => {
    const { cookie } = (await app.as(app.admin)).headers
    const browser = callerWith(app.app, { cookie: cookie ?? '', authorization: 'Key nonsense' })
    expect((await browser.get('/api/session')).json().user.id).toBe(app.admin.id)
    expect((await browser.post('/api/queries/format', {})).statusCode).toBe(400)
  })

  it('stops working when the user is disabled', async () => {
    const user = await createUser(app.context, { disabled_at: new Date() })
    expect((await app.withKey(user.api_key).get('/api/session')).statusCode).toBe(401)
  })
})

describe("a query's key", () => {
  it('opens that query and nothing else', async () => {
    const key = app.withKey(query.api_key)
    expect((await key.get(`/api/queries/${query.id}`)).statusCode).toBe(200)
    expect((await app.anonymous.get(`/api/queries/${query.id}?api_key=${query.api_key}`)).statusCode).toBe(
      200,
    )
    expect((await key.get(`/api/queries/${other.id}`)).statusCode).toBe(401)
    for (const path of [
      '/api/session',
      '/api/queries',
      '/api/groups',
      '/api/organization/status',
      '/api/users/1',
    ]) {
      expect((await key.get(path)).statusCode, path).toBe(401)
    }
    expect((await key.post(`/api/queries/${query.id}`, { name: 'mine' })).statusCode).toBe(401)
    expect((await key.delete(`/api/queries/${query.id}`)).statusCode).toBe(401)
  })

  it('opens no data of a data source without groups', async () => {
    const source = await createDataSource(app.context, { groups: {} })
    const closed = await createQuery(app.context, { data_source_id: source.id })
    const { id } = await createResult(app.context, { query_id: closed.id })
    const key = app.withKey(closed.api_key)
    const path = `/api/queries/${closed.id}`
    const reads = [`${path}/results`, `${path}/results.csv`, `${path}/results/${id}.csv`, `${path}/dropdown`]
    const asked = async () => [
      ...(await Promise.all(reads.map(async (address) => (await key.get(address)).statusCode))),
      (await key.post(`${path}/results`, {})).statusCode,
      (await key.post(`${path}/dropdown`, {})).statusCode,
    ]
    expect(await asked()).toEqual(Array(6).fill(403))
    await app.context.db
      .insertInto('data_source_groups')
      .values({ data_source_id: source.id, group_id: app.viewerGroup, view_only: true })
      .execute()
    expect(await asked()).toEqual(Array(6).fill(200))
  })

  it('reads results also while public links are switched off: programs that read with a key are not pages', async () => {
    const set = (settings: object) =>
      app.context.db
        .updateTable('organizations')
        .set({ settings: JSON.stringify(settings) })
        .where('id', '=', app.organization.id)
        .execute()
    const { id } = await createResult(app.context, { query_id: query.id })
    const path = `/api/queries/${query.id}`
    const addresses = [path, `${path}/results.csv`, `${path}/results/${id}.json`, `${path}/dropdown`]
    const asked = async (key: string) =>
      await Promise.all(addresses.map(async (address) => (await app.withKey(key).get(address)).statusCode))
    expect(await asked(query.api_key)).toEqual([200, 200, 200, 200])
    await set({ disable_public_urls: true })
    expect(await asked(query.api_key)).toEqual([200, 200, 200, 200])
    expect((await app.withKey(query.api_key).post(`${path}/results`, {})).statusCode).toBe(200)
    expect(await asked(app.member.api_key)).toEqual([200, 200, 200, 200])
    await set({})
  })

  it('does not show the key again', async () => {
    const reply = await app.withKey(query.api_key).get(`/api/queries/${query.id}`)
    expect(reply.body).not.toContain(query.api_key)
  })
})

it('keys, passwords, cookies and bodies are never logged', async () => {
  logged = ''
  const browser = await app.as(app.viewer)
  await app.anonymous.get(`/api/session?api_key=${app.member.api_key}`)
  await app.anonymous.get(`/api/nothing?x=1&api_key=${app.member.api_key}`)
  await app.withKey(app.member.api_key).get('/api/session')
  await app.withKey(query.api_key).get(`/api/queries/${query.id}?api_key=${query.api_key}`)
  await browser.post('/api/queries/format', { query: 'canary-body' })
  await app.anonymous.post('/login', { email: app.member.email, password: 'canary-password' })
  await app.app.inject({ url: '/api/%zz', headers: { authorization: `Key ${app.member.api_key}` } })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(logged).toMatch('"url":"/api/session?api_key=…"')
  const token = /session=([^;]+)/.exec(browser.headers['cookie'] ?? '')?.[1] ?? 'none'
  for (const secret of [
    app.member.api_key,
    query.api_key,
    'canary-body',
    'canary-password',
    app.viewer.password,
    token,
  ]) {
    expect(logged).not.toContain(secret)
  }
})
