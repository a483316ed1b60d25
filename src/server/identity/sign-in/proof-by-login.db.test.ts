import { inflateRawSync } from 'node:zlib'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, browserWith, type Caller } from '#test/app-under-test.ts'
import { createUser, type TestUser } from '#test/factories.ts'
import { followRedirects } from '#test/follow-redirects.ts'
import { type HostileProvider, startHostileProvider } from '#test/hostile-openid-provider.ts'
import { startSamlLogin } from '#test/saml-login.ts'
import type { SamlProviderUnderTest } from '#test/saml-provider.ts'

const home = 'http://sextant.test'
const minute = 60_000

let openid: HostileProvider
let saml: SamlProviderUnderTest
let app: AppUnderTest
let trusting: AppUnderTest
let user: TestUser
beforeAll(async () => {
  openid = await startHostileProvider('sextant')
  const config = {
    publicUrl: home,
    loginsPerHour: 1000,
    openidIssuer: openid.issuer,
    openidClientId: 'sextant',
    remoteUserProxies: ['127.0.0.1'],
  }
  app = await appUnderTest({ config })
  trusting = await appUnderTest({ config: { ...config, provingLogins: ['remote_user', 'openid'] } })
  saml = await startSamlLogin(app)
})
afterAll(async () => {
  for (const each of [app, trusting, openid, saml]) await each?.close()
})
beforeEach(async () => {
  await app.context.db.deleteFrom('identities').execute()
  user = await createUser(app.context, { password: null })
})

const cookiesOf = (reply: LightMyRequestResponse) =>
  Object.fromEntries(reply.cookies.map(({ name, value }) => [name, value]))
const cookie = (reply: LightMyRequestResponse, browser?: Caller) =>
  [
    ...(browser === undefined ? [] : [browser.headers['cookie']]),
    ...Object.entries(cookiesOf(reply)).map(([name, value]) => `${name}=${value}`),
  ].join('; ')

interface Login {
  /** the browser that logs in again */
  browser?: Caller
  /** when the provider says that the person entered their password, in milliseconds before now; null: it is silent */
  age: number | null
  email?: string
}

async function byOpenid({ browser, age, email = user.email }: Login, to = app) {
  const auth_time = age === null ? {} : { auth_time: Math.floor((Date.now() - age) / 1000) }
  openid.forge(({ sign, claims }) => sign({ ...claims, sub: email, email, ...auth_time }))
  const url = `/oauth/openid?next=%2Fqueries${browser === undefined ? '' : '&again'}`
  const begun = await to.app.inject({ url, headers: browser?.headers ?? {} })
  const returned = await followRedirects(String(begun.headers.location), home)
  return await to.app.inject({
    url: returned.slice(home.length),
    headers: { cookie: cookie(begun, browser) },
  })
}

async function bySaml({ browser, age, email = user.email }: Login) {
  const url = `/saml/login?next=%2Fqueries${browser === undefined ? '' : '&again'}`
  const begun = await app.app.inject({ url, headers: browser?.headers ?? {} })
  forced = isForced(String(begun.headers.location))
  const authn_instant = age === null ? null : new Date(Date.now() - age)
  const { SAMLResponse, RelayState } = await saml.answer(String(begun.headers.location), {
    name_id: email,
    authn_instant,
  })
  const received = await app.app.inject({
    method: 'POST',
    url: '/saml/callback',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ SAMLResponse, RelayState }).toString(),
  })
  expect(received.statusCode, received.body).toBe(303)
  return await app.app.inject({
    url: String(received.headers.location),
    headers: { cookie: cookie(begun, browser) },
  })
}

/** Did the last SAML request demand that the provider asks? */
let forced = false
function isForced(location: string): boolean {
  const request = new URL(location).searchParams.get('SAMLRequest') ?? ''
  return inflateRawSync(Buffer.from(request, 'base64')).toString().includes('ForceAuthn="true"')
}

const freshOf = async (reply: LightMyRequestResponse, to = app) =>
  (await browserWith(to.app, reply).get('/api/session/proof')).json().fresh_until as string | null
const changed = async (browser: Caller, id: number) => {
  const reply = await browser.post(`/api/users/${id}/regenerate_api_key`)
  return reply.statusCode === 200 ? 200 : reply.json().code
}

describe.each([
  { name: 'OpenID Connect', logIn: byOpenid },
  { name: 'SAML', logIn: bySaml },
])('a login with $name', ({ logIn }) => {
  it('is a proof from the moment that the provider signs, for ten minutes', async () => {
    const reply = await logIn({ age: 2 * minute })
    const fresh = Date.parse((await freshOf(reply)) ?? '')
    expect(Math.abs(fresh - (Date.now() + 8 * minute))).toBeLessThan(30_000)
    expect(await changed(browserWith(app.app, reply), user.id)).toBe(200)
  })

  it.each([
    { what: 'knows the browser from before', age: 11 * minute },
    { what: 'does not say when', age: null },
    { what: 'names a time to come', age: -3600_000 },
  ])('is no proof if the provider $what', async ({ age }) => {
    const reply = await logIn({ age })
    expect([reply.statusCode, await freshOf(reply)]).toEqual([302, null])
    const browser = browserWith(app.app, reply)
    expect(await changed(browser, user.id)).toBe('auth.prove_again')
    // nor can it set up the second factor that would prove it
    const factor = await browser.post(`/api/users/${user.id}/second_factor`, {})
    expect(factor.json().code).toBe('auth.prove_again')
  })

  it('to prove it again is refused unless the provider asked, and leaves the session as it was', async () => {
    const browser = browserWith(app.app, await logIn({ age: 11 * minute }))
    for (const [age, words] of [
      [null, 'does not say when you entered your password'],
      [5 * minute, 'did not ask for your password again'],
      [-3600_000, 'does not say when you entered your password'],
    ] as const) {
      const reply = await logIn({ browser, age })
      expect([reply.statusCode, reply.body.includes(words)]).toEqual([403, true])
      expect(reply.cookies.map(({ name }) => name)).not.toContain('session')
      // the page asks again, too
      expect(reply.body).toContain('?again&amp;next=%2Fqueries')
    }
    expect((await browser.get('/api/session')).statusCode).toBe(200)
    expect(await changed(browser, user.id)).toBe('auth.prove_again')
    const reply = await logIn({ browser, age: 0 })
    expect([reply.statusCode, reply.headers.location]).toEqual([302, '/queries'])
    expect(await changed(browserWith(app.app, reply), user.id)).toBe(200)
  })

  it('stays no proof after a logout, without the cookie, and when it is remembered', async () => {
    const reply = await logIn({ age: 0 })
    await app.context.db
      .updateTable('sessions')
      .set({ proved_at: new Date(Date.now() - 11 * minute) })
      .where('user_id', '=', user.id)
      .execute()
    const remembered = { remember_token: cookiesOf(reply)['remember_token'] ?? '' }
    const restored = await app.app.inject({ url: '/api/session', cookies: remembered })
    expect([restored.statusCode, await freshOf(restored)]).toEqual([200, null])
    await app.app.inject({ url: '/logout', headers: browserWith(app.app, reply).headers })
    const gone = await app.app.inject({ url: '/api/session', cookies: remembered })
    expect(gone.statusCode).toBe(401)
    expect(await freshOf(await logIn({ age: 11 * minute }))).toBe(null)
  })

  it('to prove it again as another user gives the session of that user, and nothing else', async () => {
    const other = await createUser(app.context, { password: null })
    const browser = browserWith(app.app, await logIn({ age: 11 * minute }))
    const reply = await logIn({ browser, age: 0, email: other.email })
    expect((await browser.get('/api/session')).statusCode).toBe(401)
    expect(await changed(browserWith(app.app, reply), user.id)).not.toBe(200)
  })
})

it('the provider is asked to ask only for a proof', async () => {
  const browser = browserWith(app.app, await byOpenid({ age: 0 }))
  expect(openid.asked().has('prompt') || openid.asked().has('max_age')).toBe(false)
  await byOpenid({ browser, age: 0 })
  expect([openid.asked().get('prompt'), openid.asked().get('max_age')]).toEqual(['login', '0'])
  await bySaml({ age: 0 })
  expect(forced).toBe(false)
  await bySaml({ browser, age: 0 })
  expect(forced).toBe(true)
})

it('userinfo, which nobody signs, is no proof', async () => {
  openid.tell({ sub: user.email, auth_time: Math.floor(Date.now() / 1000), name: 'Ada' })
  // without a name, userinfo is read
  openid.forge(({ sign, claims: { name: _, ...claims } }) =>
    sign({ ...claims, sub: user.email, email: user.email }),
  )
  const begun = await app.app.inject({ url: '/oauth/openid' })
  const returned = await followRedirects(String(begun.headers.location), home)
  const url = returned.slice(home.length)
  const reply = await app.app.inject({ url, cookies: cookiesOf(begun) })
  openid.tell({})
  expect([reply.statusCode, await freshOf(reply)]).toEqual([302, null])
})

describe('a login by header', () => {
  const come = (to: AppUnderTest, email: string, more = '', headers = {}) =>
    to.app.inject({
      url: `/remote_user/login?next=%2Fqueries${more}`,
      headers: { ...headers, 'x-forwarded-remote-user': email },
    })

  it('is no proof, so the password or a code is; who has neither reads what to do', async () => {
    const reply = await come(app, user.email)
    expect([reply.statusCode, await freshOf(reply)]).toEqual([302, null])
    const browser = browserWith(app.app, reply)
    expect(await changed(browser, user.id)).toBe('auth.prove_again')
    const again = await come(app, user.email, '&again', browser.headers)
    expect([again.statusCode, again.body.includes('Forgot your password?')]).toEqual([403, true])
    const known = await createUser(app.context)
    const withPassword = browserWith(app.app, await come(app, known.email))
    expect(await changed(withPassword, known.id)).toBe('auth.prove_again')
    await withPassword.post('/api/session/proof', { password: known.password })
    expect(await changed(withPassword, known.id)).toBe(200)
  })

  it('is a proof if the operator says so, and so is the one of a silent provider', async () => {
    const { id, email } = await createUser(trusting.context, { password: null })
    const reply = await come(trusting, email)
    expect(await changed(browserWith(trusting.app, reply), id)).toBe(200)
    expect(await freshOf(await byOpenid({ age: null, email }, trusting), trusting)).not.toBe(null)
  })
})
