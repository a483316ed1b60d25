import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, browserWith, type Caller } from '#test/app-under-test.ts'
import { clockUnderTest, minute } from '#test/clock-under-test.ts'
import { createUser } from '#test/factories.ts'
import { startSamlLogin } from '#test/saml-login.ts'
import type { SamlProviderUnderTest } from '#test/saml-provider.ts'
import { setUpSecondFactor } from '#test/set-up-second-factor.ts'

const home = 'http://sextant.test'

let provider: SamlProviderUnderTest
let app: AppUnderTest
const clock = clockUnderTest()
beforeAll(async () => {
  app = await appUnderTest({ clock, config: { publicUrl: home } })
  provider = await startSamlLogin(app)
})
afterAll(async () => {
  await app?.close()
  await provider?.close()
})

const cookiesOf = (reply: LightMyRequestResponse) =>
  Object.fromEntries(reply.cookies.map(({ name, value }) => [name, value]))

async function logIn(email: string): Promise<LightMyRequestResponse> {
  const begun = await app.app.inject({ url: '/saml/login?next=%2Fqueries' })
  const { SAMLResponse, RelayState } = await provider.answer(String(begun.headers.location), {
    name_id: email,
    // the clock of the app runs ahead of the provider's
    not_on_or_after: new Date(Date.now() + 6 * 3600_000),
  })
  const received = await app.app.inject({
    method: 'POST',
    url: '/saml/callback',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ SAMLResponse, RelayState }).toString(),
  })
  expect(received.statusCode, received.body).toBe(303)
  return await app.app.inject({ url: String(received.headers.location), cookies: cookiesOf(begun) })
}

/** A user without a password who signs in by SAML and has set up a second factor, and their browser. */
async function enrolled(): Promise<{ id: number; email: string; browser: Caller; code(): string }> {
  const { id, email } = await createUser(app.context, { password: null })
  const browser = browserWith(app.app, await logIn(email))
  const { nextCode: code } = await setUpSecondFactor(browser, { id, password: null }, clock)
  return { id, email, browser, code }
}

it('asks for the code of a second factor before the session begins, and records it after that', async () => {
  const { id, email, code } = await enrolled()
  const asked = await logIn(email)
  expect([asked.statusCode, asked.headers.location]).toEqual([302, '/login/code'])
  expect(Object.keys(cookiesOf(asked)).sort()).toEqual(['pending_sign_in', 'sign_in'])
  const waiting = browserWith(app.app, asked)
  expect((await waiting.get('/api/session')).statusCode).toBe(401)
  expect((await waiting.post('/login/code', { code: '000000' })).json().code).toBe('auth.wrong_code')
  const entered = await waiting.post('/login/code', { code: code() })
  expect(entered.json()).toMatchObject({ user: { id }, next: '/queries' })
  expect(cookiesOf(entered)).toHaveProperty('remember_token')
  expect((await browserWith(app.app, entered).get('/api/session')).json().user.id).toBe(id)
  const logins = () =>
    app.context.db
      .selectFrom('events')
      .select('additional_properties')
      .where('action', '=', 'login')
      .where('user_id', '=', id)
      .execute()
  const bySaml = { additional_properties: { provider: 'saml' } }
  await expect.poll(logins).toMatchObject([bySaml, bySaml])
})

it('accepts the code only in the same browser, and not from disabled users', async () => {
  const { id, email, code } = await enrolled()
  expect((await app.anonymous.post('/login/code', { code: code() })).json().code).toBe('auth.code_expired')
  const waiting = browserWith(app.app, await logIn(email))
  await (await app.as(app.admin)).post(`/api/users/${id}/disable`)
  expect((await waiting.post('/login/code', { code: code() })).json().code).toBe('auth.code_expired')
})

it('removes a second factor only soon after a login with its code', async () => {
  const { id, email, browser, code } = await enrolled()
  const off = `/api/users/${id}/second_factor/switch_off`
  clock.pass(11 * minute)
  expect((await browser.post(off, {})).json().code).toBe('auth.prove_again')
  const waiting = browserWith(app.app, await logIn(email))
  expect((await waiting.post(off, {})).statusCode).toBe(401)
  const again = browserWith(app.app, await waiting.post('/login/code', { code: code() }))
  expect((await again.post(off, {})).json()).toMatchObject({ is_on: false })
  expect((await logIn(email)).headers.location).toBe('/queries')
})
