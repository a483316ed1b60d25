import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, browserWith, type Caller } from '#test/app-under-test.ts'
import { authenticatorCode } from '#test/authenticator.ts'
import { clockUnderTest, minute } from '#test/clock-under-test.ts'
import { createUser, type TestUser } from '#test/factories.ts'
import { mailedLink } from '#test/mailed-link.ts'

let app: AppUnderTest
const clock = clockUnderTest()
beforeAll(async () => {
  app = await appUnderTest({
    config: {
      mailDefaultSender: 'sextant@example.com',
      publicUrl: 'https://sextant.example.com',
      loginsPerHour: 1000,
      passwordResetsPerHour: 1000,
    },
    clock,
  })
})
afterAll(() => app?.close())
beforeEach(() => {
  clock.set('2030-01-01T12:00:00Z')
})

const logIn = ({ email, password }: TestUser, more = {}) =>
  app.anonymous.post('/login', { email, password, ...more })
const freshUntil = async (browser: Caller) =>
  (await browser.get('/api/session/proof')).json().fresh_until as string | null
const cookieOf = (reply: LightMyRequestResponse, name: string) =>
  reply.cookies.find((cookie) => cookie.name === name)?.value ?? ''

/** A user with a second factor, their codes, and the browser that set it up. */
async function enrolled() {
  const user = await createUser(app.context)
  const browser = browserWith(app.app, await logIn(user))
  const path = `/api/users/${user.id}/second_factor`
  const { secret } = (await browser.post(path, { password: user.password })).json()
  const code = () => {
    clock.pass(minute)
    return authenticatorCode(secret, clock())
  }
  return { user, browser, path, secret, code }
}

async function resetLink(user: TestUser): Promise<string> {
  await app.anonymous.post('/forgot', { email: user.email })
  return await mailedLink(app, user.email, 'reset')
}

describe('a remembered login', () => {
  it('restores the session without a proof: only the session that gave it is fresh', async () => {
    const user = await createUser(app.context)
    const remembered = cookieOf(await logIn(user, { remember: true }), 'remember_token')
    const restored = await app.app.inject({ url: '/api/session', cookies: { remember_token: remembered } })
    expect([restored.statusCode, await freshUntil(browserWith(app.app, restored))]).toEqual([200, null])
  })

  it('does not take over a proof of another login of the same user', async () => {
    const user = await createUser(app.context)
    const old = cookieOf(await logIn(user, { remember: true }), 'remember_token')
    clock.pass(11 * minute)
    expect(await freshUntil(browserWith(app.app, await logIn(user)))).not.toBe(null)
    const restored = await app.app.inject({ url: '/api/session', cookies: { remember_token: old } })
    expect(await freshUntil(browserWith(app.app, restored))).toBe(null)
  })

  it('ends with the logout', async () => {
    const reply = await logIn(await createUser(app.context), { remember: true })
    await app.app.inject({ url: '/logout', headers: browserWith(app.app, reply).headers })
    const cookies = { remember_token: cookieOf(reply, 'remember_token') }
    expect((await app.app.inject({ url: '/api/session', cookies })).statusCode).toBe(401)
  })
})

describe('setting up a second factor', () => {
  it('is no proof: it was proved when it began', async () => {
    const { browser, path, code } = await enrolled()
    clock.pass(11 * minute)
    expect((await browser.post(`${path}/confirm`, { code: code() })).statusCode).toBe(200)
    expect(await freshUntil(browser)).toBe(null)
    expect((await browser.post('/api/session/proof', { code: code() })).statusCode).toBe(200)
    expect(await freshUntil(browser)).not.toBe(null)
  })

  it('that has only begun gives no codes that prove anything', async () => {
    const { browser, secret } = await enrolled()
    clock.pass(11 * minute)
    const reply = await browser.post('/api/session/proof', { code: authenticatorCode(secret, clock()) })
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'auth.password_again'])
  })
})

describe('a link for a new password', () => {
  it('opened in the browser of another user ends their session, and proves only who used it', async () => {
    const [host, guest] = [await createUser(app.context), await createUser(app.context)]
    const browser = browserWith(app.app, await logIn(host))
    clock.pass(11 * minute)
    const link = await resetLink(guest)
    expect((await browser.get(link)).statusCode).toBe(200)
    expect([await freshUntil(browser), (await browser.get('/api/session')).json().user.id]).toEqual([
      ...[null, host.id],
    ])
    const { cookie = '' } = browser.headers
    const used = await app.anonymous.post(link, { password: 'a new password' }, { headers: { cookie } })
    expect(used.json().user.id).toBe(guest.id)
    expect((await browser.get('/api/session')).statusCode).toBe(401)
    const renewed = await browserWith(app.app, used).post(`/api/users/${host.id}/regenerate_api_key`)
    expect([renewed.statusCode, renewed.json().code]).toEqual([403, 'auth.forbidden'])
  })

  it('of a user with a second factor leaves the session of another as old as it was', async () => {
    const { user, browser, path, code } = await enrolled()
    expect((await browser.post(`${path}/confirm`, { code: code() })).statusCode).toBe(200)
    const host = await createUser(app.context)
    const other = browserWith(app.app, await logIn(host))
    clock.pass(11 * minute)
    const { cookie = '' } = other.headers
    const link = await resetLink(user)
    const used = await app.anonymous.post(link, { password: 'a new password' }, { headers: { cookie } })
    expect(used.json().code).toBe('auth.code_needed')
    expect([await freshUntil(other), (await other.get('/api/session')).json().user.id]).toEqual([
      ...[null, host.id],
    ])
    const entered = await browserWith(app.app, used).post('/login/code', { code: code() })
    expect(entered.json().user.id).toBe(user.id)
    expect(await freshUntil(browserWith(app.app, entered))).not.toBe(null)
    // of the same browser
    expect((await other.get('/api/session')).statusCode).toBe(401)
  })
})

it('an invitation proves who accepts it, and nothing about the browser it is opened in', async () => {
  const admin = browserWith(app.app, await logIn(app.admin))
  const invited = await admin.post('/api/users?no_invite', { name: 'Eve', email: 'eve@example.com' })
  clock.pass(11 * minute)
  const link = new URL(invited.json().invite_link).pathname
  expect((await admin.get(link)).statusCode).toBe(200)
  expect(await freshUntil(admin)).toBe(null)
  const { cookie = '' } = admin.headers
  const accepted = await app.anonymous.post(link, { password: 'a new password' }, { headers: { cookie } })
  expect(accepted.json().user.id).toBe(invited.json().id)
  expect(await freshUntil(browserWith(app.app, accepted))).not.toBe(null)
  expect((await admin.get('/api/session')).statusCode).toBe(401)
})
