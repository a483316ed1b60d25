import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { replacePassword } from '#server/identity/account-links/use-account-link.ts'
import type { Db } from '#server/kernel/index.ts'
import { type AppUnderTest, appUnderTest, browserWith } from '#test/app-under-test.ts'
import { authenticatorCode } from '#test/authenticator.ts'
import { clockUnderTest, second } from '#test/clock-under-test.ts'
import { duringChange } from '#test/during-change.ts'
import { createUser, type TestUser } from '#test/factories.ts'
import { setUpSecondFactor } from '#test/set-up-second-factor.ts'
import { holdSession } from './session-store.ts'
import { holdUser, holdUserAlone } from './user-sessions.ts'

let app: AppUnderTest
const clock = clockUnderTest()
beforeAll(async () => {
  app = await appUnderTest({
    clock,
    config: { remoteUserProxies: ['10.1.2.3'], loginsPerHour: 1000 },
  })
})
afterAll(() => app?.close())

const countSessions = async ({ id }: TestUser) => {
  const rows = await app.context.db
    .selectFrom('sessions')
    .where('user_id', '=', id)
    .select('user_id')
    .execute()
  return rows.length
}

const during = <T>(change: (tx: Db) => Promise<unknown>, request: () => Promise<T>): Promise<T> =>
  duringChange(app, change, request)

const duringNewPassword = <T>(user: TestUser, request: () => Promise<T>): Promise<T> =>
  during((tx) => replacePassword(tx, user.id, 'another hash', clock()), request)

const comeByProxy = ({ email }: TestUser) =>
  app.app.inject({
    url: '/remote_user/login',
    remoteAddress: '10.1.2.3',
    headers: { 'x-forwarded-remote-user': email },
  })

/** What a login does at its end. */
async function beginSession(tx: Db, { id }: TestUser, login_id: string): Promise<void> {
  await holdUser(tx, id)
  await tx
    .insertInto('sessions')
    .values({
      ...{ token_hash: randomBytes(32), user_id: id, kind: 'session', login_id, proved_at: null },
      ...{ expires_at: new Date(clock().getTime() + 60_000), used_at: clock(), user_agent: null, ip: null },
    })
    .execute()
}

/** A user with a second factor, in the browser that set it up. */
async function enrolled() {
  const user = await createUser(app.context)
  const { email, password } = user
  const browser = browserWith(app.app, await app.anonymous.post('/login', { email, password }))
  const path = `/api/users/${user.id}/second_factor`
  const { secret } = (await browser.post(path, { password })).json()
  const confirm = () => browser.post(`${path}/confirm`, { code: authenticatorCode(secret, clock()) })
  return { user, browser, path, secret, confirm }
}

it('a login with a password that is being replaced starts no session', async () => {
  const user = await createUser(app.context)
  const { email, password } = user
  const reply = await duringNewPassword(user, () => app.anonymous.post('/login', { email, password }))
  expect([reply.statusCode, reply.json().code]).toEqual([400, 'auth.wrong_credentials'])
  expect(await countSessions(user)).toBe(0)
})

it('nor does the code entered after such a login', async () => {
  const user = await createUser(app.context)
  const { email, password } = user
  const { nextCode } = await setUpSecondFactor(await app.as(user), user, clock)
  const waiting = browserWith(app.app, await app.anonymous.post('/login', { email, password }))
  const code = nextCode()
  const reply = await duringNewPassword(user, () => waiting.post('/login/code', { code }))
  expect([reply.statusCode, reply.json().code]).toEqual([400, 'auth.code_expired'])
  expect(await countSessions(user)).toBe(0)
})

it('a remembered login opens no session while the password is being replaced', async () => {
  const user = await createUser(app.context)
  const { email, password } = user
  const login = await app.anonymous.post('/login', { email, password, remember: true })
  const remembered = login.cookies.find(({ name }) => name === 'remember_token')?.value ?? ''
  const restore = () => app.app.inject({ url: '/api/session', cookies: { remember_token: remembered } })
  expect((await restore()).statusCode).toBe(200)
  const reply = await duringNewPassword(user, restore)
  expect(reply.statusCode).toBe(401)
  expect(await countSessions(user)).toBe(0)
})

describe('a remembered login that opens a session at the same moment', () => {
  /** A browser that stays logged in, another with a remembered login, and the id of that login. */
  async function remembered() {
    const user = await createUser(app.context)
    const { email, password } = user
    const browser = await app.as(user)
    const other = browserWith(
      app.app,
      await app.anonymous.post('/login', { email, password, remember: true }),
    )
    // the first visit is recorded, which would wait too
    await browser.get('/api/session')
    const { login_id } = await app.context.db
      .selectFrom('sessions')
      .where('user_id', '=', user.id)
      .where('kind', '=', 'remember')
      .select('login_id')
      .executeTakeFirstOrThrow()
    return { user, browser, other, login_id }
  }

  it('ends when the user logs out everywhere else, or an admin ends their sessions', async () => {
    const admin = await app.as(app.admin)
    await admin.get('/api/session')
    for (const isByAdmin of [false, true]) {
      const { user, browser, login_id } = await remembered()
      const reply = await during(
        (tx) => beginSession(tx, user, login_id),
        () => (isByAdmin ? admin : browser).delete(`/api/users/${user.id}/sessions`),
      )
      expect([reply.statusCode, await countSessions(user)]).toEqual([200, isByAdmin ? 0 : 1])
    }
  })

  it('ends when its login is ended', async () => {
    const { user, browser, login_id } = await remembered()
    const reply = await during(
      (tx) => beginSession(tx, user, login_id),
      () => browser.delete(`/api/users/${user.id}/sessions/${login_id}`),
    )
    expect([reply.statusCode, await countSessions(user)]).toEqual([200, 1])
  })

  it('ends when the user logs in again in its browser', async () => {
    const { user, other, login_id } = await remembered()
    const { email, password } = user
    const reply = await during(
      async (tx) => {
        const { rows } = await sql<{ token_hash: Buffer }>`
          select token_hash from sessions where login_id = ${login_id} and kind = 'remember'`.execute(tx)
        for (const { token_hash } of rows) await holdSession(tx, token_hash)
        await beginSession(tx, user, login_id)
      },
      () => other.post('/login', { email, password }),
    )
    expect([reply.statusCode, await countSessions(user)]).toEqual([200, 2])
  })

  it('ends when its browser logs out', async () => {
    const { user, other, login_id } = await remembered()
    const reply = await during(
      (tx) => beginSession(tx, user, login_id),
      () => other.get('/logout'),
    )
    expect([reply.statusCode, await countSessions(user)]).toEqual([302, 1])
  })
})

it('a logout ends a login whose tokens a proof is replacing', async () => {
  const user = await createUser(app.context)
  const { email, password } = user
  const browser = browserWith(app.app, await app.anonymous.post('/login', { email, password }))
  await browser.get('/api/session')
  const reply = await during(
    async (tx) => {
      await holdUserAlone(tx, user.id)
      const token_hash = randomBytes(32)
      await tx.updateTable('sessions').set({ token_hash }).where('user_id', '=', user.id).execute()
    },
    () => browser.get('/logout'),
  )
  expect([reply.statusCode, await countSessions(user)]).toEqual([302, 0])
})

describe('a provider that logs a person in', () => {
  it('opens no account whose owner is taking their address back', async () => {
    const user = await createUser(app.context)
    const restored = (tx: Db) =>
      tx
        .updateTable('users')
        .set({ email: `former-${user.email}` })
        .where('id', '=', user.id)
        .execute()
    const reply = await during(restored, () => comeByProxy(user))
    expect(await countSessions(user)).toBe(0)
    // the person gets an account of their own
    const session = await browserWith(app.app, reply).get('/api/session')
    expect(session.json().user.id).not.toBe(user.id)
  })

  it('opens no account that is being disabled', async () => {
    const user = await createUser(app.context)
    const disabled = (tx: Db) =>
      tx.updateTable('users').set({ disabled_at: clock() }).where('id', '=', user.id).execute()
    const reply = await during(disabled, () => comeByProxy(user))
    expect([reply.statusCode, reply.cookies]).toEqual([403, []])
    expect(await countSessions(user)).toBe(0)
  })
})

describe('a second factor', () => {
  it('is asked for by a login under way when it is confirmed', async () => {
    const { user, confirm } = await enrolled()
    const { email, password } = user
    const reply = await during(
      async (tx) => {
        await holdUserAlone(tx, user.id)
        await tx
          .updateTable('second_factors')
          .set({ confirmed_at: clock() })
          .where('user_id', '=', user.id)
          .execute()
      },
      () => app.anonymous.post('/login', { email, password }),
    )
    expect(reply.json().code).toBe('auth.code_needed')
    expect((await confirm()).json().code).toBe('second_factor.is_on')
  })

  it('ends the session of a login that was under way', async () => {
    const { user, confirm } = await enrolled()
    const reply = await during((tx) => beginSession(tx, user, randomUUID()), confirm)
    expect(reply.statusCode, reply.body).toBe(200)
    expect(await countSessions(user)).toBe(1)
  })

  it('has ten recovery codes, however many requests renew them at once', async () => {
    const { user, browser, path, confirm } = await enrolled()
    await confirm()
    const { password } = user
    const renewals = await Promise.all(
      Array.from({ length: 6 }, () => browser.post(`${path}/recovery_codes`, { password })),
    )
    expect(renewals.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200))
    const left = await app.context.db
      .selectFrom('recovery_codes')
      .where('user_id', '=', user.id)
      .select('user_id')
      .execute()
    expect(left).toHaveLength(10)
  })

  it('lets its owner log in when another session has entered too many wrong codes', async () => {
    const { user, browser, secret, confirm } = await enrolled()
    await confirm()
    const codes = []
    for (let attempt = 0; attempt < 21; attempt++)
      codes.push((await browser.post('/api/session/proof', { code: '000000' })).statusCode)
    expect([codes[0], codes[19], codes[20]]).toEqual([400, 400, 429])
    const { email, password } = user
    clock.pass(30 * second)
    const code = authenticatorCode(secret, clock())
    expect((await app.anonymous.post('/login', { email, password, code })).statusCode).toBe(200)
  })
})
