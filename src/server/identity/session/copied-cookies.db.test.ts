import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  type AppUnderTest,
  appUnderTest,
  browserWith,
  type Caller,
  callerWith,
} from '#test/app-under-test.ts'
import { clockUnderTest, minute } from '#test/clock-under-test.ts'
import { createUser, next, type TestUser } from '#test/factories.ts'
import { setUpSecondFactor } from '#test/set-up-second-factor.ts'
import { cleanSessions } from './clean-sessions-job.ts'

let app: AppUnderTest
const clock = clockUnderTest('2030-01-01T12:00:00Z')
beforeAll(async () => {
  app = await appUnderTest({ clock, config: { loginsPerHour: 10_000 } })
})
afterAll(() => app.close())

const logIn = async ({ email, password }: TestUser, remember = true) =>
  browserWith(app.app, await app.anonymous.post('/login', { email, password, remember }))
const status = async (browser: Caller) => (await browser.get('/api/session')).statusCode
const freshUntil = async (browser: Caller) =>
  (await browser.get('/api/session/proof')).json().fresh_until as string | null

const usedAt = async ({ id }: TestUser) =>
  (
    await app.context.db
      .selectFrom('sessions')
      .select('used_at')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
  ).used_at

/** The cookies that a browser has now, in other hands: all of them, or those with these names. */
function copyOf({ headers }: Caller, ...names: string[]): Caller {
  const cookies = (headers['cookie'] ?? '').split('; ')
  const taken = cookies.filter((each) => names.length === 0 || names.includes(each.split('=')[0] ?? ''))
  return callerWith(app.app, { ...headers, cookie: taken.join('; ') })
}

/** What a user does because of a copy, or while there is one. */
const acts: [string, (browser: Caller, user: TestUser) => Promise<{ statusCode: number }>][] = [
  ['a proof', (browser, { password }) => browser.post('/api/session/proof', { password })],
  [
    'a new password',
    (browser, { id, password }) =>
      browser.post(`/api/users/${id}`, { password: 'quite another one', old_password: password }),
  ],
  [
    'a new address',
    (browser, { id, password }) =>
      browser.post(`/api/users/${id}`, { email: `person-${next()}@example.com`, old_password: password }),
  ],
  ['the end of all other sessions', (browser, { id }) => browser.delete(`/api/users/${id}/sessions`)],
  [
    'a second factor',
    async (browser, user) => {
      await setUpSecondFactor(browser, user, clock)
      return { statusCode: 200 }
    },
  ],
]

describe('a copy of the cookies', () => {
  it.each(acts)('ends with %s, and the browser goes on', async (_, act) => {
    const user = await createUser(app.context)
    const browser = await logIn(user)
    const [all, session, remember] = [
      copyOf(browser),
      copyOf(browser, 'session'),
      copyOf(browser, 'remember_token'),
    ]
    expect((await act(browser, user)).statusCode).toBe(200)
    for (const copy of [all, session, remember]) {
      expect(await status(copy)).toBe(401)
      expect((await copy.get(`/api/users/${user.id}`)).statusCode).toBe(401)
    }
    expect(await status(browser)).toBe(200)
    // it may change things as before, and is still remembered
    expect((await browser.post(`/api/users/${user.id}`, { name: 'New Name' })).statusCode).toBe(200)
    expect(await status(copyOf(browser, 'remember_token'))).toBe(200)
  })

  it('ends with a proof, also the session that it has opened with the remembered login', async () => {
    const user = await createUser(app.context)
    const browser = await logIn(user)
    const remembered = copyOf(browser, 'remember_token')
    const opened = browserWith(app.app, await remembered.get('/api/session'))
    expect(await status(opened)).toBe(200)
    await browser.post('/api/session/proof', { password: user.password })
    expect(await status(opened)).toBe(401)
    expect(await status(browser)).toBe(200)
  })

  it('keeps the facts of the login, and leaves logins elsewhere alone after a proof', async () => {
    const user = await createUser(app.context)
    const elsewhere = await logIn(user)
    const browser = await logIn(user)
    const sessions = async () => (await browser.get(`/api/users/${user.id}/sessions`)).json()
    const before = await sessions()
    await browser.post('/api/session/proof', { password: user.password })
    expect(await sessions()).toEqual(before)
    expect(before).toHaveLength(2)
    expect(await status(elsewhere)).toBe(200)
  })

  it('is not ended by what was refused', async () => {
    const user = await createUser(app.context)
    const browser = await logIn(user)
    const copy = copyOf(browser)
    const wrong = await browser.post('/api/session/proof', { password: 'wrong' })
    expect([wrong.statusCode, wrong.cookies]).toEqual([403, []])
    const taken = { email: app.admin.email, old_password: user.password }
    const refused = await browser.post(`/api/users/${user.id}`, taken)
    expect([refused.statusCode, refused.cookies]).toEqual([400, []])
    expect([await status(browser), await status(copy)]).toEqual([200, 200])
  })

  it('keeps an admin logged in who changes another user', async () => {
    const other = await createUser(app.context)
    const admin = await logIn(app.admin)
    const change = { email: `person-${next()}@example.com` }
    const reply = await admin.post(`/api/users/${other.id}`, change)
    expect([reply.statusCode, reply.cookies.map(({ name }) => name)]).toEqual([200, []])
    expect((await admin.delete(`/api/users/${other.id}/sessions`)).statusCode).toBe(200)
    expect(await status(admin)).toBe(200)
  })
})

describe('logging out with cookies that a proof has replaced', () => {
  it.each([
    ['all of them', []],
    ['the session', ['session']],
    ['the remembered login', ['remember_token']],
  ])('ends the login, with %s', async (_, names) => {
    const user = await createUser(app.context)
    const elsewhere = await logIn(user)
    const browser = await logIn(user)
    const copy = copyOf(browser, ...names)
    for (let time = 0; time < 2; time++) await browser.post('/api/session/proof', { password: user.password })
    expect(await status(browser)).toBe(200)
    expect((await copy.get('/logout')).statusCode).toBe(302)
    expect([await status(browser), await status(elsewhere)]).toEqual([401, 200])
  })

  it('so does another login in that browser', async () => {
    const user = await createUser(app.context)
    const browser = await logIn(user)
    const { headers } = copyOf(browser)
    await browser.post('/api/session/proof', { password: user.password })
    const { email, password } = await createUser(app.context)
    expect((await app.anonymous.post('/login', { email, password }, { headers })).statusCode).toBe(200)
    expect(await status(browser)).toBe(401)
  })

  it('forgets the former tokens once the login has ended', async () => {
    const user = await createUser(app.context)
    const browser = await logIn(user)
    await browser.post('/api/session/proof', { password: user.password })
    const kept = async () =>
      await app.context.db
        .selectFrom('replaced_tokens')
        .where('user_id', '=', user.id)
        .select('login_id')
        .execute()
    await cleanSessions(app.context)
    expect(await kept()).toHaveLength(2)
    await browser.get('/logout')
    await cleanSessions(app.context)
    expect(await kept()).toEqual([])
  })
})

describe('a request that was under way while the token was replaced', () => {
  it('does not give the browser its former token back', async () => {
    const user = await createUser(app.context)
    const browser = await logIn(user, false)
    clock.pass(5 * minute)
    const body = new PassThrough()
    const headers = { ...browser.headers, 'content-type': 'application/json' }
    const url = `/api/users/${user.id}`
    const underWay = app.app.inject({ method: 'POST', url, headers, payload: body })
    await vi.waitFor(async () => expect(await usedAt(user)).toEqual(clock()))
    await browser.post('/api/session/proof', { password: user.password })
    body.end('{}')
    const late = await underWay
    expect(late.statusCode).toBe(401)
    expect(late.cookies.map(({ name }) => name)).not.toContain('session')
    expect(await status(browser)).toBe(200)
  })

  it('prolongs the cookie otherwise', async () => {
    const browser = await logIn(await createUser(app.context), false)
    clock.pass(5 * minute)
    const { cookies } = await browser.get('/api/session')
    expect(cookies.find(({ name }) => name === 'session')).toMatchObject({ maxAge: expect.any(Number) })
  })
})

describe('a remembered login', () => {
  it('is not fresh while the session that has just logged in is', async () => {
    const browser = await logIn(await createUser(app.context))
    expect(await freshUntil(browser)).not.toBeNull()
    expect(await freshUntil(copyOf(browser, 'remember_token'))).toBeNull()
    expect(await freshUntil(browser)).not.toBeNull()
  })
})
