import { createHmac } from 'node:crypto'
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
      ...{ publicUrl: home, loginsPerHour: 1000, openidIssuer: provider.issuer, openidClientId: 'sextant' },
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
  'another audience': ({ claims, sign }) => sign({ ...claims, aud: 'somebody else' }),
  'us among several audiences, but meant for another (azp)': ({ claims, sign }) =>
    sign({ ...claims, aud: ['sextant', 'other'], azp: 'other' }),
  'another issuer': ({ claims, sign }) => sign({ ...claims, iss: 'https://accounts.google.com' }),
  'a time that is over': ({ claims, sign }) => sign({ ...claims, exp: Math.floor(Date.now() / 1000) - 600 }),
  'no end at all': ({ claims: { exp: _, ...claims }, sign }) => sign(claims),
  'another nonce': ({ claims, sign }) => sign({ ...claims, nonce: 'of an earlier login' }),
  'no nonce': ({ claims: { nonce: _, ...claims }, sign }) => sign(claims),
  'no token at all': () => '',
}

describe('an ID token with', () => {
  it('everything in order lets in', async () => {
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
