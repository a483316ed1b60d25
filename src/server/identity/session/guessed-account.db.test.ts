import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { issueLinkToken } from '#server/identity/link-tokens/link-tokens.ts'
import { hashPassword } from '#server/identity/users/password.ts'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { clockUnderTest, hour } from '#test/clock-under-test.ts'
import { createUser, type TestUser } from '#test/factories.ts'

/** wrong passwords allowed per network; twice as many per account */
const ofNetwork = 3
const ofAccount = 6

let app: AppUnderTest
const clock = clockUnderTest('2024-05-01T12:10:00Z')
let networks = 0
beforeAll(async () => {
  app = await appUnderTest({ clock, config: { loginsPerHour: ofNetwork, trustedProxies: 1 } })
})
afterAll(() => app.close())

let owner: TestUser
beforeEach(async () => {
  owner = await createUser(app.context)
})

const network = () => `10.${Math.floor(++networks / 250)}.${networks % 250}.1`
/** from a different network each time */
const logIn = (email: string, password: string, cookies: Record<string, string> = {}, from = network()) =>
  app.app.inject({
    method: 'POST',
    url: '/login',
    payload: { email, password },
    cookies,
    headers: { 'x-forwarded-for': from },
  })
const known = (reply: LightMyRequestResponse) => {
  const cookie = reply.cookies.find(({ name }) => name === 'known_browser')
  expect(cookie).toMatchObject({ path: '/', httpOnly: true, sameSite: 'Lax' })
  return { known_browser: cookie?.value ?? '' }
}
const guess = async (email: string, times: number, cookies = {}) => {
  const replies = await Promise.all(Array.from({ length: times }, () => logIn(email, 'wrong', cookies)))
  return replies.map(({ statusCode }) => statusCode).sort((a, b) => a - b)
}
const guessed = (good: number, refused: number) => [...Array(good).fill(400), ...Array(refused).fill(429)]

describe('guesses at one account from many networks', () => {
  it('are limited, also when they come at once, and even the right password is refused then', async () => {
    expect(await guess(owner.email, 20)).toEqual(guessed(ofAccount, 20 - ofAccount))
    const right = await logIn(` ${owner.email.toUpperCase()}`, owner.password)
    expect([right.statusCode, right.cookies]).toEqual([429, []])
    expect(right.json()).toMatchObject({ message: `${ofAccount} per 1 hour`, code: 'request.rate_limited' })
    // other accounts are not affected
    expect((await logIn(app.member.email, app.member.password)).statusCode).toBe(200)
    clock.pass(hour)
    expect((await logIn(owner.email, owner.password)).statusCode).toBe(200)
  })

  it('do not tell whether the account exists or is disabled', async () => {
    const closed = await createUser(app.context, { disabled_at: clock() })
    const external = await createUser(app.context, { password: null })
    for (const email of ['nobody@example.com', closed.email, external.email, 'x'.repeat(250)])
      expect(await guess(email, 10)).toEqual(guessed(ofAccount, 10 - ofAccount))
  })

  it('are counted separately from the limit of a network', async () => {
    const from = network()
    const post = (email: string) =>
      app.app.inject({
        method: 'POST',
        url: '/login',
        payload: { email, password: 'wrong' },
        headers: { 'x-forwarded-for': from },
      })
    for (let time = 0; time < 20; time++) await post(owner.email)
    expect((await logIn(owner.email, owner.password)).statusCode).toBe(200)
  })

  it('do not count when they are right', async () => {
    for (let time = 0; time < 2 * ofAccount; time++)
      expect((await logIn(owner.email, owner.password)).statusCode).toBe(200)
    expect(await guess(owner.email, 10)).toEqual(guessed(ofAccount, 10 - ofAccount))
  })
})

describe('the owner of an account under attack', () => {
  const siege = () => guess(owner.email, 2 * ofAccount)

  it('logs in from a known browser, whose guesses are limited as well', async () => {
    const browser = known(await logIn(owner.email, owner.password))
    await siege()
    for (let time = 0; time < 5; time++)
      expect((await logIn(owner.email, owner.password, browser)).statusCode).toBe(200)
    expect(await guess(owner.email, 10, browser)).toEqual(guessed(ofNetwork, 10 - ofNetwork))
    expect((await logIn(owner.email, owner.password, browser)).statusCode).toBe(429)
  })

  it('logs in where they last logged in, despite guesses elsewhere with a copy of the cookie', async () => {
    const home = network()
    const browser = known(await logIn(owner.email, owner.password, {}, home))
    await siege()
    // the copy adds one allowance, from however many networks
    expect(await guess(owner.email, 10, browser)).toEqual(guessed(ofNetwork, 10 - ofNetwork))
    const again = await logIn(owner.email, owner.password, browser, home)
    expect(again.statusCode).toBe(200)
    // the new cookie is not affected by guesses with the copy, in any network
    expect(await guess(owner.email, 10, browser)).toEqual(guessed(0, 10))
    expect((await logIn(owner.email, owner.password, known(again))).statusCode).toBe(200)
  })

  it('has that allowance with the cookie as it was given only', async () => {
    const [home, elsewhere] = [network(), network()]
    const browser = known(await logIn(owner.email, owner.password, {}, home))
    const other = known(await logIn(owner.email, owner.password, {}, elsewhere)).known_browser
    await siege()
    const [nonce = '', signature = ''] = browser.known_browser.split('.')
    const mixed = `${nonce}.${signature}.${other.split('.')[2]}`
    await guess(owner.email, 10, browser)
    for (const known_browser of [mixed, `${nonce}.${signature}`, `${browser.known_browser}x`])
      expect((await logIn(owner.email, owner.password, { known_browser }, home)).statusCode).toBe(429)
  })

  it('has an own allowance: neither another account nor a forged cookie can use it', async () => {
    const mine = known(await logIn(owner.email, owner.password)).known_browser
    const other = known(await logIn(app.member.email, app.member.password)).known_browser
    await siege()
    const [nonce = '', signature = ''] = mine.split('.')
    const forged = [
      ...[other, `${nonce}x.${signature}`, `${other.split('.')[0]}.${signature}`, nonce, `${nonce}.`],
      ...['.', 'x', 'x'.repeat(5000), `${mine}.x`, `${nonce}.${signature.slice(1)}`],
    ]
    for (const known_browser of forged)
      expect((await logIn(owner.email, owner.password, { known_browser })).statusCode).toBe(429)
  })

  it('logs in through a link for a new password, which makes this browser known and all others unknown', async () => {
    const before = known(await logIn(owner.email, owner.password))
    await siege()
    const { id: user_id, email } = owner
    const token = await issueLinkToken(app.context.db, { purpose: 'password_reset', user_id, email }, clock())
    const password = 'a new password'
    const reset = await app.anonymous.post(`/reset/${token}`, { password })
    expect(reset.statusCode).toBe(200)
    await siege()
    expect((await logIn(email, password, known(reset))).statusCode).toBe(200)
    expect((await logIn(email, password, before)).statusCode).toBe(429)
  })

  it('logs in with a new password set by the operator, despite guesses at the old one', async () => {
    await siege()
    const password_hash = await hashPassword('by the operator')
    await app.context.db.updateTable('users').set({ password_hash }).where('id', '=', owner.id).execute()
    expect((await logIn(owner.email, 'by the operator')).statusCode).toBe(200)
  })

  it('stays known in the browser where they change their address; an admin who changes it does not become known', async () => {
    const email = `moved-${owner.email}`
    const moved = await (await app.as(owner)).post(`/api/users/${owner.id}`, { email })
    owner = { ...owner, email }
    await siege()
    expect((await logIn(email, owner.password, known(moved))).statusCode).toBe(200)
    const byAdmin = await (await app.as(app.admin)).post(`/api/users/${owner.id}`, { email: `x-${email}` })
    expect([byAdmin.statusCode, byAdmin.cookies]).toEqual([200, []])
  })

  it('gives no allowance to a key or a session that sends the unchanged address', async () => {
    const cookies = {
      session: (await logIn(owner.email, owner.password)).cookies.find(({ name }) => name === 'session')
        ?.value,
    }
    const session = cookies.session ?? ''
    const csrf = (await app.app.inject({ url: '/ping', cookies: { session } })).cookies[0]?.value ?? ''
    for (const headers of [
      { authorization: `Key ${owner.api_key}` },
      { cookie: `session=${session}`, 'x-csrf-token': decodeURIComponent(csrf) },
    ]) {
      const saved = await app.app.inject({
        method: 'POST',
        url: `/api/users/${owner.id}`,
        payload: { email: ` ${owner.email.toUpperCase()}` },
        headers,
      })
      expect(saved.statusCode).toBe(200)
      expect(saved.cookies.map(({ name }) => name)).not.toContain('known_browser')
    }
  })

  it('stays known in the browser where they change their password', async () => {
    await logIn(owner.email, owner.password)
    const password = 'chosen by the user'
    const change = { password, old_password: owner.password }
    const changed = await (await app.as(owner)).post(`/api/users/${owner.id}`, change)
    expect(changed.statusCode).toBe(200)
    await siege()
    expect((await logIn(owner.email, password, known(changed))).statusCode).toBe(200)
  })
})
