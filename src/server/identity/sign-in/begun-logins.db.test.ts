import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { createUser } from '#test/factories.ts'
import { followRedirects } from '#test/follow-redirects.ts'
import { type OpenidProviderUnderTest, startOpenidProvider } from '#test/openid-provider.ts'
import { startSamlLogin } from '#test/saml-login.ts'
import type { SamlProviderUnderTest } from '#test/saml-provider.ts'

const home = 'http://sextant.test'
/** logins that one network may begin without completing them, per allowed failure */
const beginnings = 20

let app: AppUnderTest
let openid: OpenidProviderUnderTest
let saml: SamlProviderUnderTest
beforeAll(async () => {
  openid = await startOpenidProvider({ instances: [home] })
  openid.account = { sub: 'ada-1815', email: 'ada@example.com', email_verified: true, name: 'Ada' }
  const { issuer: openidIssuer, clientId: openidClientId, clientSecret: openidClientSecret } = openid
  app = await appUnderTest({
    config: {
      openidIssuer,
      openidClientId,
      openidClientSecret,
      publicUrl: home,
      loginsPerHour: 1,
      trustedProxies: 1,
    },
  })
  saml = await startSamlLogin(app)
})
afterAll(async () => {
  await app?.close()
  await openid?.close()
  await saml?.close()
})

const cookiesOf = (reply: LightMyRequestResponse) =>
  Object.fromEntries(reply.cookies.map(({ name, value }) => [name, value]))
const begin = (url: string, from: string) => app.app.inject({ url, headers: { 'x-forwarded-for': from } })

/** A round trip to the provider; the way back comes from another network, as people move. */
const ways = {
  async openid(from: string) {
    const begun = await begin('/oauth/openid', from)
    const returned = await followRedirects(String(begun.headers.location), home)
    return await app.app.inject({ url: returned.slice(home.length), cookies: cookiesOf(begun) })
  },
  async saml(from: string) {
    const begun = await begin('/saml/login', from)
    const answer = await saml.answer(String(begun.headers.location), { name_id: 'ada@example.com' })
    const received = await app.app.inject({
      method: 'POST',
      url: '/saml/callback',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ ...answer }).toString(),
    })
    return await app.app.inject({ url: String(received.headers.location), cookies: cookiesOf(begun) })
  },
}

it.each([
  ['openid', '/oauth/openid', '10.0.0.1'],
  ['saml', '/saml/login', '10.0.0.2'],
] as const)(
  'logins by %s that succeed are not counted, those that come to nothing are',
  async (way, url, from) => {
    for (let time = 0; time < beginnings + 3; time++) {
      const reply = await ways[way](from)
      expect([time, reply.statusCode, reply.headers.location]).toEqual([time, 302, '/'])
      expect(cookiesOf(reply)).toHaveProperty('session')
    }
    for (let time = 0; time < beginnings; time++) expect((await begin(url, from)).statusCode).toBe(302)
    expect((await begin(url, from)).statusCode).toBe(429)
  },
)

it('logins that a disabled user completes are counted', async () => {
  const { email } = await createUser(app.context, { disabled_at: new Date() })
  openid.account = { sub: 'closed', email, email_verified: true }
  const from = '10.0.0.3'
  expect((await ways.openid(from)).statusCode).toBe(403)
  for (let time = 1; time < beginnings; time++)
    expect((await begin('/oauth/openid', from)).statusCode).toBe(302)
  expect((await begin('/oauth/openid', from)).statusCode).toBe(429)
})
