import { createHmac, randomUUID } from 'node:crypto'
import { generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { followRedirects } from '#test/follow-redirects.ts'
import { type HostileProvider, startHostileProvider, type TokenMaker } from '#test/hostile-openid-provider.ts'

const home = 'http://sextant.test'

let provider: HostileProvider
let app: AppUnderTest
beforeAll(async () => {
  provider = await startHostileProvider('sextant')
  app = await appUnderTest({
    config: {
      publicUrl: home,
      loginsPerHour: 1000,
      openidIssuer: provider.issuer,
      openidClientId: 'sextant',
    },
  })
})
afterAll(async () => {
  await app?.close()
  await provider?.close()
})

async function logIn(make: (maker: TokenMaker) => Promise<string> | string) {
  provider.forge(make)
  const begun = await app.app.inject({ url: '/oauth/openid' })
  const returned = await followRedirects(String(begun.headers.location), home)
  const cookies = Object.fromEntries(begun.cookies.map(({ name, value }) => [name, value]))
  return await app.app.inject({ url: returned.slice(home.length), cookies })
}

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const { privateKey: otherKey } = await generateKeyPair('RS256')

const forgeries: Record<string, (maker: TokenMaker) => Promise<string> | string> = {
  'no signature (alg none)': ({ claims }) => `${base64({ alg: 'none' })}.${base64(claims)}.`,
  'the published key as a shared secret (HS256)': ({ claims, publicKey }) => {
    const head = `${base64({ alg: 'HS256', kid: 'one' })}.${base64(claims)}`
    return `${head}.${createHmac('sha256', publicKey).update(head).digest('base64url')}`
  },
  'the signature of another key': ({ claims }) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(otherKey),
  'a key that is not published': ({ claims, sign }) => sign(claims, { alg: 'RS256', kid: 'two' }),
  'claims changed after they were signed': async ({ claims, sign }) => {
    const [head, , signature] = (await sign(claims)).split('.')
    return `${head}.${base64({ ...claims, email: 'admin@example.com' })}.${signature}`
  },
  'another audience': ({ claims, sign }) => sign({ ...claims, aud: 'another user' }),
  'us among several audiences, but meant for another (azp)': ({ claims, sign }) =>
    sign({ ...claims, aud: ['sextant', 'other'], azp: 'other' }),
  'another issuer': ({ claims, sign }) => sign({ ...claims, iss: 'https://accounts.google.com' }),
  'a time in the past': ({ claims, sign }) => sign({ ...claims, exp: Math.floor(Date.now() / 1000) - 600 }),
  'no expiry': ({ claims: { exp: _, ...claims }, sign }) => sign(claims),
  'another nonce': ({ claims, sign }) => sign({ ...claims, nonce: 'of an earlier login' }),
  'no nonce': ({ claims: { nonce: _, ...claims }, sign }) => sign(claims),
  'no token at all': () => '',
}

describe('an ID token with', () => {
  it('valid content is accepted', async () => {
    const reply = await logIn(({ claims, sign }) => sign(claims))
    expect(reply.statusCode, reply.body).toBe(302)
    expect(reply.cookies.map(({ name }) => name)).toContain('session')
  })

  it.each(Object.keys(forgeries))('%s is refused', async (name) => {
    const reply = await logIn(forgeries[name] ?? (() => ''))
    expect(reply.statusCode).toBe(400)
    expect(reply.body).toContain('Validation error. Please retry.')
    expect(reply.cookies.map((cookie) => cookie.name)).not.toContain('session')
  })
})

describe('an address in both documents', () => {
  type Claims = Record<string, unknown>
  /** What the ID token and userinfo say about the address; the token has no name, so userinfo is fetched. */
  async function come(token: Claims, told: Claims) {
    const sub = randomUUID()
    provider.tell({ sub, name: 'Mallory', ...told })
    return await logIn(({ claims: { email, email_verified, name, ...claims }, sign }) =>
      sign({ ...claims, sub, ...token }),
    )
  }
  const email = 'mallory@example.com'
  const other = 'admin@example.com'

  it.each<[string, Claims, Claims]>([
    [
      'is the same in both',
      { email, email_verified: true },
      { email: 'Mallory@Example.com', email_verified: 'true' },
    ],
    ['is only in the token', { email, email_verified: true }, {}],
    ['is only in userinfo', {}, { email, email_verified: true }],
    ['is known as verified by userinfo alone, which names it', { email }, { email, email_verified: true }],
  ])('%s: is accepted', async (_, token, told) => {
    const reply = await come(token, told)
    expect(reply.statusCode, reply.body).toBe(302)
  })

  it.each<[string, Claims, Claims]>([
    ['differs', { email, email_verified: true }, { email: other }],
    ['differs the other way round', { email }, { email: other, email_verified: true }],
    [
      'is verified in one and not in the other',
      { email, email_verified: true },
      { email, email_verified: false },
    ],
    ['is unverified, and userinfo says verified of none', { email }, { email_verified: true }],
    ['is in userinfo, and the token says verified of none', { email_verified: true }, { email }],
    ['looks like ours by the Kelvin sign', { email: '\u212aate@example.com', email_verified: true }, {}],
    ['holds an invisible character', { email: 'ad\u200bmin@example.com', email_verified: true }, {}],
  ])('%s: is refused', async (_, token, told) => {
    const reply = await come(token, told)
    expect([400, 403]).toContain(reply.statusCode)
    expect(reply.cookies.map(({ name }) => name)).not.toContain('session')
  })
})
