import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '#server/kernel/index.ts'
import { type AppUnderTest, appUnderTest, browserWith, type Caller } from '#test/app-under-test.ts'
import { authenticatorCode } from '#test/authenticator.ts'
import { duringChange } from '#test/during-change.ts'
import { createUser, type TestUser } from '#test/factories.ts'
import { renewKey } from '../users/api-key.ts'
import { endSessions } from './user-sessions.ts'

let app: AppUnderTest
let port = 0
beforeAll(async () => {
  app = await appUnderTest({ config: { loginsPerHour: 1000 } })
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  const { port: ownPort } = app.app.server.address() as AddressInfo
  port = ownPort
})
afterAll(() => app?.close())

const endAll =
  ({ id }: TestUser) =>
  (db: Db) =>
    db.transaction().execute((tx) => endSessions({ db: tx }, id))

const disable =
  ({ id }: TestUser) =>
  (db: Db) =>
    db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', id).execute()

const newKey =
  ({ id }: TestUser) =>
  (db: Db) =>
    renewKey(db, app.context.secrets, id, new Date())

const createAdmin = () =>
  createUser(app.context, { groups: [app.organization.adminGroup, app.organization.defaultGroup] })

async function browserOf({ email, password }: TestUser): Promise<Caller> {
  return browserWith(app.app, await app.anonymous.post('/login', { email, password }))
}

/** Sends one byte of the body, lets `between` happen, and sends the rest. */
async function postSlowly(
  caller: Caller,
  path: string,
  body: unknown,
  between: () => Promise<unknown>,
): Promise<{ status: number; code: string | undefined }> {
  const text = JSON.stringify(body)
  const headers = { ...caller.headers, 'content-type': 'application/json', 'content-length': text.length }
  const request = httpRequest({ host: '127.0.0.1', port, path, method: 'POST', headers })
  const arrival = once(app.app.server, 'request')
  const replied = once(request, 'response')
  request.write(text.slice(0, 1))
  await arrival
  // until the caller is identified
  await sleep(100)
  await between()
  request.end(text.slice(1))
  const [response] = await replied
  let reply = ''
  for await (const part of response) reply += part
  return { status: response.statusCode, code: JSON.parse(reply).code }
}

describe('a request whose body comes after its session has ended', () => {
  const acts: [string, (user: TestUser) => [path: string, body: unknown]][] = [
    ['an invitation', () => ['/api/users?no_invite=1', { name: 'Way in', email: 'way-in@example.com' }]],
    ['a name', ({ id }) => [`/api/users/${id}`, { name: 'Late' }]],
    [
      'a password',
      ({ id, password }) => [`/api/users/${id}`, { password: 'another one', old_password: password }],
    ],
    ['a second factor', ({ id, password }) => [`/api/users/${id}/second_factor`, { password }]],
    ['a snippet', () => ['/api/query_snippets', { trigger: 'late', snippet: 'select 1', description: '' }]],
    ['a dashboard', () => ['/api/dashboards', { name: 'Late' }]],
    ['a group', () => ['/api/groups', { name: 'Late' }]],
  ]
  const contents = async () => {
    const { rows } = await app.context.pool.query(
      `select (select json_agg(u order by id) from (select id, name, password_hash, email from users) u) as users,
        (select count(*) from second_factors) as factors, (select count(*) from query_snippets) as snippets,
        (select count(*) from dashboards) as dashboards, (select count(*) from groups) as groups`,
    )
    return rows[0]
  }

  it.each(acts)('changes nothing: %s', async (_, act) => {
    for (const end of [endAll, disable]) {
      const admin = await createAdmin()
      const browser = await browserOf(admin)
      const before = await contents()
      const [path, body] = act(admin)
      const reply = await postSlowly(browser, path, body, () => end(admin)(app.context.db))
      expect(reply).toEqual({ status: 401, code: 'auth.required' })
      expect(await contents()).toEqual(before)
    }
  })

  it('changes nothing with a key that was renewed in between', async () => {
    const user = await createUser(app.context)
    const before = await contents()
    const reply = await postSlowly(app.withKey(user.api_key), `/api/users/${user.id}`, { name: 'Late' }, () =>
      newKey(user)(app.context.db),
    )
    expect(reply).toEqual({ status: 401, code: 'auth.required' })
    expect(await contents()).toEqual(before)
  })

  it('still logs a user in: login needs no caller', async () => {
    const user = await createUser(app.context)
    const browser = await browserOf(user)
    const { email, password } = user
    const reply = await postSlowly(browser, '/login', { email, password }, () => endAll(user)(app.context.db))
    expect(reply.status).toBe(200)
  })
})

/** The first request of a caller records the visit, which waits for a change of the user: after it was identified. */
describe('a request that was identified before its key or session ended', () => {
  it.each([
    ['the key that is being replaced', async ({ api_key }: TestUser) => app.withKey(api_key)],
    ['a session that is being ended', browserOf],
  ])('does not read the new key: %s', async (_, callerOf) => {
    const user = await createUser(app.context)
    const caller = await callerOf(user)
    const reply = await duringChange(
      app,
      async (tx) => {
        await newKey(user)(tx)
        await endSessions({ db: tx }, user.id)
      },
      () => caller.get(`/api/users/${user.id}`),
    )
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'auth.required'])
  })

  it('reads the profile of another user no more either', async () => {
    const admin = await createAdmin()
    const user = await createUser(app.context)
    const reply = await duringChange(
      app,
      (tx) => newKey(admin)(tx),
      () => app.withKey(admin.api_key).get(`/api/users/${user.id}`),
    )
    expect(reply.statusCode).toBe(401)
  })
})

describe('a second factor whose user ends all sessions at the same moment', () => {
  async function withFactor() {
    const user = await createUser(app.context)
    const browser = await browserOf(user)
    const path = `/api/users/${user.id}/second_factor`
    const { password } = user
    const { secret } = (await browser.post(path, { password })).json()
    const confirmed = await browser.post(`${path}/confirm`, { code: authenticatorCode(secret, new Date()) })
    expect(confirmed.statusCode, confirmed.body).toBe(200)
    return { user, browser, path, password }
  }
  const ending = (user: TestUser) => (tx: Db) => endSessions({ db: tx }, user.id)
  const codesOf = async ({ id }: TestUser) => {
    const { rows } = await app.context.pool.query(
      'select code_hash from recovery_codes where user_id = $1 order by 1',
      [id],
    )
    return rows
  }

  it('keeps its recovery codes', async () => {
    const { user, browser, path, password } = await withFactor()
    const before = await codesOf(user)
    expect(before).toHaveLength(10)
    const reply = await duringChange(app, ending(user), () =>
      browser.post(`${path}/recovery_codes`, { password }),
    )
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'auth.required'])
    expect(await codesOf(user)).toEqual(before)
  })

  it('stays on', async () => {
    const { user, browser, path, password } = await withFactor()
    const reply = await duringChange(app, ending(user), () =>
      browser.post(`${path}/switch_off`, { password }),
    )
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'auth.required'])
    expect(await codesOf(user)).toHaveLength(10)
  })

  it('is not begun, nor with a password that is being replaced', async () => {
    const changes: ((user: TestUser) => (tx: Db) => Promise<unknown>)[] = [
      ending,
      (user) => (tx) =>
        tx.updateTable('users').set({ password_hash: 'another' }).where('id', '=', user.id).execute(),
    ]
    for (const change of changes) {
      const user = await createUser(app.context)
      const browser = await browserOf(user)
      await browser.get('/api/session')
      const { password } = user
      const reply = await duringChange(app, change(user), () =>
        browser.post(`/api/users/${user.id}/second_factor`, { password }),
      )
      expect([reply.statusCode, reply.json().code]).toEqual([401, 'auth.required'])
      const { rows } = await app.context.pool.query('select from second_factors where user_id = $1', [
        user.id,
      ])
      expect(rows).toHaveLength(0)
    }
  })
})
