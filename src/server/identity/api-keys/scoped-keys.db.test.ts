import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, browserWith, type Caller } from '#test/app-under-test.ts'
import { clockUnderTest, minute } from '#test/clock-under-test.ts'
import { createApiKey } from '#test/create-api-key.ts'
import { createDataSource, createUser, type TestUser } from '#test/factories.ts'

let app: AppUnderTest
const clock = clockUnderTest()
beforeAll(async () => {
  app = await appUnderTest({ config: { loginsPerHour: 1000 }, clock })
})
afterAll(() => app.close())

let user: TestUser
let browser: Caller
let path: string
beforeEach(async () => {
  clock.set('2030-01-01T12:00:00Z')
  user = await createUser(app.context)
  browser = await logIn(user)
  path = `/api/users/${user.id}/keys`
})

async function logIn({ email, password }: TestUser): Promise<Caller> {
  return browserWith(app.app, await app.anonymous.post('/login', { email, password }))
}
const body = (more: object = {}) => ({ name: 'Nightly report', scopes: ['run'], ...more })
const create = async (more: object = {}) => (await browser.post(path, body(more))).json()
const statusOf = async (key: string, address = '/api/session') =>
  (await app.withKey(key).get(address)).statusCode

describe('the keys of a user', () => {
  it('are shown once, and listed with their last letters', async () => {
    const { api_key, ...made } = await create()
    expect(made).toEqual({
      id: made.id,
      name: 'Nightly report',
      ending: api_key.slice(-4),
      scopes: ['read', 'run'],
      data_source_ids: null,
      expires_at: null,
      used_at: null,
      created_at: '2030-01-01T12:00:00.000Z',
    })
    expect(await statusOf(api_key)).toBe(200)
    const listed = await browser.get(path)
    expect(listed.json()).toEqual({
      keys: [{ ...made, used_at: '2030-01-01T12:00:00.000Z' }],
      max_days: null,
    })
    expect(listed.body).not.toContain(api_key)
    const stored = await app.context.db.selectFrom('api_keys').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(api_key)
  })

  it('are accepted wherever the one key of a user is, and after Bearer', async () => {
    const { api_key } = await create()
    for (const request of [
      { url: `/api/session?api_key=${api_key}` },
      { url: '/api/session', headers: { authorization: api_key } },
      { url: '/api/session', headers: { authorization: `Bearer ${api_key}` } },
    ]) {
      const reply = await app.app.inject(request)
      expect([reply.statusCode, reply.json().user?.id]).toEqual([200, user.id])
    }
  })

  it('end when they are revoked, when they expire, and with their user', async () => {
    const first = await create()
    expect((await browser.delete(`${path}/${first.id}`)).json().id).toBe(first.id)
    expect(await statusOf(first.api_key)).toBe(401)
    expect((await browser.delete(`${path}/${first.id}`)).statusCode).toBe(404)

    const second = await create({ expires_at: '2030-01-01T12:05:00Z' })
    clock.pass(4 * minute)
    expect(await statusOf(second.api_key)).toBe(200)
    clock.pass(minute)
    expect(await statusOf(second.api_key)).toBe(401)

    const third = await create()
    await app.context.db
      .updateTable('users')
      .set({ disabled_at: clock() })
      .where('id', '=', user.id)
      .execute()
    expect(await statusOf(third.api_key)).toBe(401)
  })

  it('all end when a new password renews the key, and stay otherwise', async () => {
    const { api_key } = await create()
    const change = (password: string, old_password: string, renew_api_key: boolean) =>
      browser.post(`/api/users/${user.id}`, { password, old_password, renew_api_key })
    const other = 'a good new password'
    expect((await change(other, user.password, false)).statusCode).toBe(200)
    expect(await statusOf(api_key)).toBe(200)
    browser = await logIn({ ...user, password: other })
    expect((await change(user.password, other, true)).statusCode).toBe(200)
    expect(await statusOf(api_key)).toBe(401)
  })

  it('note a use at most once a minute', async () => {
    const { api_key, id } = await create()
    const usedAt = async () =>
      (
        await app.context.db
          .selectFrom('api_keys')
          .select('used_at')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).used_at?.toISOString()
    await statusOf(api_key)
    clock.pass(minute / 2)
    await statusOf(api_key)
    expect(await usedAt()).toBe('2030-01-01T12:00:00.000Z')
    clock.pass(minute)
    await statusOf(api_key)
    expect(await usedAt()).toBe('2030-01-01T12:01:30.000Z')
  })

  it('are in the audit log when they are made and revoked', async () => {
    const { id } = await create()
    await browser.delete(`${path}/${id}`)
    const actions = async () =>
      (
        await app.context.db
          .selectFrom('events')
          .select(['action', 'additional_properties'])
          .where('object_id', '=', String(user.id))
          .where('action', 'like', '%api_key')
          .orderBy('id')
          .execute()
      ).map(({ action, additional_properties }) => [action, JSON.stringify(additional_properties)])
    await expect.poll(actions).toHaveLength(2)
    const [made, revoked] = await actions()
    expect(made).toEqual(['create_api_key', expect.stringContaining('Nightly report')])
    expect(revoked).toEqual(['revoke_api_key', expect.stringContaining('Nightly report')])
    expect(made?.[1]).not.toContain('sxt_')
  })
})

describe('who may make keys', () => {
  it('the user and admins, in a browser, with a recent proof', async () => {
    expect((await app.anonymous.post(path, body())).statusCode).toBe(401)
    const stranger = await logIn(await createUser(app.context))
    expect((await stranger.post(path, body())).statusCode).toBe(403)
    expect((await stranger.get(path)).statusCode).toBe(403)
    expect((await (await logIn(app.admin)).post(path, body())).statusCode).toBe(200)
    clock.pass(11 * minute)
    const stale = await browser.post(path, body())
    expect([stale.statusCode, stale.json().code]).toEqual([403, 'auth.prove_again'])
  })

  it('no key, whatever its scopes', async () => {
    const { api_key, id } = await create({ scopes: ['read', 'run', 'edit', 'admin'] })
    for (const key of [api_key, user.api_key, app.admin.api_key]) {
      const caller = app.withKey(key)
      for (const reply of [
        await caller.get(path),
        await caller.post(path, body()),
        await caller.delete(`${path}/${id}`),
      ])
        expect([reply.statusCode, reply.json().code]).toEqual([403, 'auth.session_needed'])
    }
  })

  it.each([
    ['an empty name', { name: ' ' }, 'name'],
    ['no scope', { scopes: [] }, 'scopes'],
    ['an unknown scope', { scopes: ['everything'] }, 'scopes.0'],
    ['an unknown field', { scope: 'read' }, 'scope'],
    ['a data source that does not exist', { data_source_ids: [999_999] }, 'data_source_ids'],
    ['no data source', { data_source_ids: [] }, 'data_source_ids'],
    ['the scope admin for some data sources', { scopes: ['admin'], data_source_ids: [1] }, 'scopes'],
    ['an end in the past', { expires_at: '2030-01-01T11:59:59Z' }, 'expires_at'],
    ['an end that is no time', { expires_at: 'tomorrow' }, 'expires_at'],
    ['an end on a day that does not exist', { expires_at: '2031-13-01T00:00:00Z' }, 'expires_at'],
  ])('refuses %s', async (_, more, field) => {
    const reply = await browser.post(path, body(more))
    expect([reply.statusCode, reply.json().field]).toEqual([400, field])
    expect((await browser.get(path)).json().keys).toEqual([])
  })

  it('refuses a data source that reads the results of others', async () => {
    const { id } = await createDataSource(app.context, { type: 'results' })
    const reply = await browser.post(path, body({ data_source_ids: [id] }))
    expect([reply.statusCode, reply.json().field]).toEqual([400, 'data_source_ids'])
  })

  it('refuses an end later than the organization allows, and none', async () => {
    const admin = await logIn(app.admin)
    const set = (api_key_max_days: number | null) =>
      admin.post('/api/settings/organization', { api_key_max_days })
    expect((await set(30)).json().settings.api_key_max_days).toBe(30)
    expect((await browser.get(path)).json().max_days).toBe(30)
    expect((await browser.post(path, body())).json().field).toBe('expires_at')
    expect((await browser.post(path, body({ expires_at: '2030-02-01T12:00:00Z' }))).statusCode).toBe(400)
    expect((await browser.post(path, body({ expires_at: '2030-01-31T12:00:00Z' }))).statusCode).toBe(200)
    expect((await set(0)).statusCode).toBe(400)
    expect((await set(null)).json().settings.api_key_max_days).toBe(null)
  })
})

describe('what a key may not become', () => {
  it('the one key of its user, which has all scopes', async () => {
    for (const scopes of [['read'], ['admin']] as const) {
      const { api_key } = await createApiKey(app.context, { user_id: user.id, scopes: [...scopes] })
      const reply = await app.withKey(api_key).get(`/api/users/${user.id}`)
      expect([reply.statusCode, reply.json().api_key]).toEqual([200, undefined])
    }
    expect((await app.withKey(user.api_key).get(`/api/users/${user.id}`)).json().api_key).toBe(user.api_key)
  })

  it("an admin's key without the scope admin is that of an ordinary member", async () => {
    const { api_key } = await createApiKey(app.context, { user_id: app.admin.id, scopes: ['run', 'edit'] })
    const key = app.withKey(api_key)
    const refused = await key.get('/api/settings/organization')
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'auth.scope_missing'])
    const { id } = await createDataSource(app.context, { groups: {} })
    expect((await key.get(`/api/data_sources/${id}`)).statusCode).toBe(403)
    const whole = await createApiKey(app.context, { user_id: app.admin.id, scopes: ['admin'] })
    expect((await app.withKey(whole.api_key).get(`/api/data_sources/${id}`)).statusCode).toBe(200)
  })
})
