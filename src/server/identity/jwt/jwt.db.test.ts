import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { issueLinkToken } from '#server/identity/link-tokens/link-tokens.ts'
import {
  type AppUnderTest,
  appUnderTest,
  browserWith,
  type Caller,
  callerWith,
} from '#test/app-under-test.ts'
import { clockUnderTest, hour, minute, second } from '#test/clock-under-test.ts'
import { duringChange } from '#test/during-change.ts'
import { createUser } from '#test/factories.ts'
import { setUpSecondFactor } from '#test/set-up-second-factor.ts'
import { replacePassword } from '../account-links/use-account-link.ts'

let app: AppUnderTest
const clock = clockUnderTest('2026-05-01T12:00:00Z')
/** what the gateway publishes, and how many requests it got */
let published: unknown
let status = 200
let asked = 0
let gateway: Server

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pemOf = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString()
const shared = Buffer.alloc(32, 'shared secret of both')
const jwkOf = (key: KeyObject, more: object) => ({ ...key.export({ format: 'jwk' }), ...more })
const ourKeys = () => ({
  keys: [
    jwkOf(rsa.publicKey, { kid: 'rsa', use: 'sig', alg: 'RS256' }),
    jwkOf(ec.publicKey, { kid: 'ec' }),
    { kty: 'oct', kid: 'shared', alg: 'HS256', k: shared.toString('base64url') },
    { kty: 'oct', kid: 'short', alg: 'HS256', k: Buffer.from('too short').toString('base64url') },
    jwkOf(stranger.publicKey, { kid: 'for encryption', use: 'enc' }),
    { kty: 'unheard of', kid: 'odd' },
  ],
})
const settings = () => ({
  jwtKeysUrl: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/keys`,
  jwtIssuer: 'https://gateway.example',
  jwtAudience: 'sextant',
  jwtCookieName: 'gate',
  jwtHeaderName: 'X-Gate-Token',
})

beforeAll(async () => {
  gateway = createServer((_, reply) => {
    asked++
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(published))
  })
  await new Promise<void>((done) => gateway.listen(0, '127.0.0.1', done))
  published = ourKeys()
  app = await appUnderTest({ config: settings(), clock })
})
afterAll(async () => {
  await app.close()
  gateway.closeAllConnections()
  await new Promise((done) => gateway.close(done))
})
// each test starts without cached keys
beforeEach(() => {
  published = ourKeys()
  status = 200
  clock.pass(hour)
})

interface Signing {
  alg?: string
  kid?: string | undefined
  key?: KeyObject | Uint8Array
}

const claims = (more: JWTPayload = {}): JWTPayload => ({
  iss: 'https://gateway.example',
  aud: 'sextant',
  sub: 'u-1',
  email: app.member.email,
  exp: Math.floor(clock().getTime() / 1000) + 300,
  ...more,
})
const sign = (payload: JWTPayload, { alg = 'RS256', kid = 'rsa', key = rsa.privateKey }: Signing = {}) =>
  new SignJWT(payload).setProtectedHeader({ alg, ...(kid === '' ? {} : { kid }) }).sign(key)
const withToken = (token: string) => callerWith(app.app, { 'x-gate-token': token })
const sessionOf = (token: string) => withToken(token).get('/api/session')
/** not signed */
const unsigned = (payload: JWTPayload) =>
  [{ alg: 'none', kid: 'rsa' }, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')

describe('a good token', () => {
  it.each([
    ['RS256', { kid: 'rsa', alg: 'RS256', key: rsa.privateKey }],
    ['ES256', { kid: 'ec', alg: 'ES256', key: ec.privateKey }],
    ['HS256', { kid: 'shared', alg: 'HS256', key: shared }],
    ['the only key of its kind, unnamed', { kid: '', alg: 'ES256', key: ec.privateKey }],
  ])('of %s identifies a user', async (_, signing) => {
    const reply = await sessionOf(await sign(claims(), signing))
    expect([reply.statusCode, reply.json().user?.id]).toEqual([200, app.member.id])
    expect(reply.cookies.map(({ name }) => name)).not.toContain('session')
  })

  it('comes in a cookie or in a header, the cookie first, and after `Bearer` too', async () => {
    const [mine, other] = [await sign(claims()), await sign(claims({ email: app.viewer.email, sub: 'u-2' }))]
    const as = async (headers: Record<string, string>) =>
      (await callerWith(app.app, headers).get('/api/session')).json().user?.id
    expect(await as({ cookie: `gate=${mine}`, 'x-gate-token': other })).toBe(app.member.id)
    expect(await as({ 'x-gate-token': `Bearer ${other}` })).toBe(app.viewer.id)
  })

  it('is read last: API keys and sessions take precedence', async () => {
    const token = await sign(claims())
    const key = callerWith(app.app, { authorization: `Key ${app.admin.api_key}`, 'x-gate-token': token })
    expect((await key.get('/api/session')).json().user.id).toBe(app.admin.id)
    const { cookie = '' } = (await app.as(app.outsider)).headers
    const browser = callerWith(app.app, { cookie: `${cookie}; gate=${token}` })
    expect((await browser.get('/api/session')).json().user.id).toBe(app.outsider.id)
  })

  it('creates a new user, once, and keeps the names of existing users', async () => {
    const token = await sign(claims({ email: 'Fresh@Example.com', sub: 'u-3', name: 'Fresh One' }))
    const replies = await Promise.all([sessionOf(token), sessionOf(token), sessionOf(token)])
    expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200, 200])
    expect((await sessionOf(token)).json().user).toMatchObject({
      email: 'fresh@example.com',
      name: 'Fresh One',
      groups: [app.organization.defaultGroup],
    })
    expect((await sessionOf(await sign(claims()))).json().user.name).toBe('member')
    // identified by the subject, whatever the address
    const moved = await sign(claims({ email: 'moved@example.com', sub: 'u-3', name: 'Fresh One' }))
    expect((await sessionOf(moved)).json().user.email).toBe('fresh@example.com')
  })

  it('changes things only from our own pages, or from programs', async () => {
    const token = await sign(claims())
    const save = (headers: Record<string, string>) =>
      callerWith(app.app, { cookie: `gate=${token}`, ...headers }).post('/api/queries/format', {
        query: 'select 1',
      })
    expect((await save({})).statusCode).toBe(200)
    expect((await save({ origin: 'http://localhost:80', 'sec-fetch-site': 'same-origin' })).statusCode).toBe(
      200,
    )
    const forged: Record<string, string>[] = [
      { origin: 'https://elsewhere.example' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'null' },
    ]
    for (const foreign of forged) {
      const reply = await save(foreign)
      expect([reply.statusCode, reply.json().code]).toEqual([400, 'request.csrf'])
    }
  })

  it('needs no code of a second factor, which is up to the gateway, and does not switch it off', async () => {
    const user = await createUser(app.context, { password: null })
    const token = await sign(claims({ email: user.email, sub: 'u-5' }))
    await app.context.db
      .insertInto('second_factors')
      .values({
        user_id: user.id,
        encrypted_secret: app.context.secrets.seal({ secret: 'x' }),
        begun_at: clock(),
        confirmed_at: clock(),
      })
      .execute()
    expect((await sessionOf(token)).json().user.id).toBe(user.id)
    const path = `/api/users/${user.id}/second_factor`
    expect((await withToken(token).get(path)).json()).toMatchObject({ is_on: true })
    const off = await withToken(token).post(`${path}/switch_off`, {})
    expect(off.json().code).toBe('auth.prove_again')
  })

  it('is no proof, but with the password it begins a session that is one', async () => {
    const user = await createUser(app.context)
    const browser = withToken(await sign(claims({ email: user.email, sub: 'u-6' })))
    const renew = (caller: Caller) => caller.post(`/api/users/${user.id}/regenerate_api_key`)
    const refused = await renew(browser)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'auth.prove_again'])
    expect((await browser.get('/api/session/proof')).json()).toMatchObject({
      fresh_until: null,
      asks_password: true,
    })
    const wrong = await browser.post('/api/session/proof', { password: 'wrong' })
    expect([wrong.statusCode, wrong.cookies]).toEqual([403, []])
    const given = await browser.post('/api/session/proof', { password: user.password })
    expect(given.json().fresh_until).toBe(new Date(clock().getTime() + 600_000).toISOString())
    expect((await renew(browserWith(app.app, given))).statusCode).toBe(200)
    clock.pass(601 * second)
    expect((await renew(browserWith(app.app, given))).json().code).toBe('auth.prove_again')
  })

  it('begins no session with a password that is being replaced', async () => {
    const user = await createUser(app.context)
    const browser = withToken(await sign(claims({ email: user.email, sub: 'u-9' })))
    expect((await browser.get('/api/session')).statusCode).toBe(200)
    const { underWay } = await app.context.db.transaction().execute(async (tx) => {
      await replacePassword(tx, user.id, 'another hash', clock())
      const proof = browser.post('/api/session/proof', { password: user.password })
      await expect
        .poll(async () => {
          const waiting = await app.context.pool.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
          return waiting.rows.length
        })
        .toBe(1)
      return { underWay: proof }
    })
    const reply = await underWay
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'auth.required'])
    expect(reply.cookies.filter(({ name }) => name === 'session')).toEqual([])
  })

  it('proves nothing to a key, even beside it', async () => {
    const token = await sign(claims({ email: app.admin.email, sub: 'u-7' }))
    const headers = { 'x-gate-token': token, authorization: `Key ${app.admin.api_key}` }
    const body = { password: app.admin.password }
    const reply = await callerWith(app.app, headers).post('/api/session/proof', body)
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'auth.session_needed'])
  })

  it('is a proof if the operator says so', async () => {
    const trusting = await appUnderTest({
      config: { ...settings(), provingLogins: ['jwt'] },
      clock,
    })
    const { email, id } = trusting.member
    const token = await sign(claims({ email, sub: 'u-8' }))
    const renewed = await callerWith(trusting.app, { 'x-gate-token': token }).post(
      `/api/users/${id}/regenerate_api_key`,
    )
    await trusting.close()
    expect(renewed.statusCode).toBe(200)
  })

  it('is refused for disabled users, even right after it was accepted', async () => {
    const user = await createUser(app.context)
    const token = await sign(claims({ email: user.email, sub: 'u-4' }))
    expect((await sessionOf(token)).statusCode).toBe(200)
    await (await app.as(app.admin)).post(`/api/users/${user.id}/disable`)
    expect((await sessionOf(token)).statusCode).toBe(401)
    clock.pass(61 * second)
    expect((await sessionOf(token)).statusCode).toBe(401)
  })
})

describe('a token of a person from whom the owner takes the account back', () => {
  /** This person has given the account their own address, and logs in with it. */
  const taken = async () => {
    const user = await createUser(app.context)
    const email = `taker-${user.id}@example.com`
    await app.context.db.updateTable('users').set({ email }).where('id', '=', user.id).execute()
    const token = await sign(claims({ email, sub: `taker ${user.id}` }))
    expect((await sessionOf(token)).json().user.id).toBe(user.id)
    return { user, email, token }
  }

  it('is no longer theirs, even right after it was accepted', async () => {
    const { user, email, token } = await taken()
    const link = { purpose: 'restore_email', user_id: user.id, email: user.email } as const
    const restored = await app.anonymous.post(
      `/restore/${await issueLinkToken(app.context.db, link, clock())}`,
    )
    expect(restored.statusCode).toBe(200)
    // the person gets an account of their own
    expect((await sessionOf(token)).json().user).toMatchObject({ email })
    expect((await withToken(token).get(`/api/users/${user.id}`)).json()).not.toHaveProperty('api_key')
  })

  it('is no longer theirs when an admin enters the former address again', async () => {
    const { user, email, token } = await taken()
    const before = new Date(clock().getTime() - 1000)
    const link = { purpose: 'restore_email', user_id: user.id, email: user.email } as const
    await issueLinkToken(app.context.db, link, before)
    const { email: admin, password } = app.admin
    const browser = browserWith(app.app, await app.anonymous.post('/login', { email: admin, password }))
    const back = await browser.post(`/api/users/${user.id}`, { email: user.email })
    expect(back.json()).toMatchObject({ is_email_verified: true })
    expect((await sessionOf(token)).json().user).toMatchObject({ email })
  })

  it('leaves them no way in when they come for the first time at the same moment', async () => {
    const { user, email } = await taken()
    const token = await sign(claims({ email, sub: `taker again ${user.id}` }))
    const reply = await duringChange(
      app,
      async (tx) => {
        await tx.updateTable('users').set({ email: user.email }).where('id', '=', user.id).execute()
        await tx.deleteFrom('identities').where('user_id', '=', user.id).execute()
      },
      () => sessionOf(token),
    )
    expect(reply.json().user.id).not.toBe(user.id)
    expect((await sessionOf(token)).json().user).toMatchObject({ email })
  })

  it('begins no session with a code of their second factor at the same moment', async () => {
    const { user, token } = await taken()
    const browser = withToken(token)
    const given = browserWith(app.app, await browser.post('/api/session/proof', { password: user.password }))
    const code = (await setUpSecondFactor(given, user, clock)).nextCode()
    // the token is still known
    await sessionOf(token)
    const reply = await duringChange(
      app,
      async (tx) => {
        await tx.updateTable('users').set({ email: user.email }).where('id', '=', user.id).execute()
        await tx.deleteFrom('identities').where('user_id', '=', user.id).execute()
      },
      () => browser.post('/api/session/proof', { code }),
    )
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'auth.required'])
  })

  it('changes nothing at the same moment', async () => {
    const { user, token } = await taken()
    const reply = await duringChange(
      app,
      async (tx) => {
        await tx.updateTable('users').set({ email: user.email }).where('id', '=', user.id).execute()
        await tx.deleteFrom('identities').where('user_id', '=', user.id).execute()
      },
      () => withToken(token).post(`/api/users/${user.id}`, { name: 'Late' }),
    )
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'auth.required'])
  })
})

describe('a token is refused', () => {
  const publicPem = Buffer.from(pemOf(rsa.publicKey))
  it.each<[string, () => Promise<string> | string]>([
    ['signed by nobody', () => `${unsigned(claims())}.`],
    ['HS256 with the public key as its secret', () => sign(claims(), { alg: 'HS256', key: publicPem })],
    [
      'HS256 with that, for a key of no name',
      () => sign(claims(), { alg: 'HS256', kid: '', key: publicPem }),
    ],
    ['by another algorithm of the same key', () => sign(claims(), { alg: 'RS512' })],
    ['PS256 with a key for RS256', () => sign(claims(), { alg: 'PS256' })],
    ['by a key of another user', () => sign(claims(), { key: stranger.privateKey })],
    [
      'by a key that is for encryption',
      () => sign(claims(), { kid: 'for encryption', key: stranger.privateKey }),
    ],
    ['by a key that nobody knows', () => sign(claims(), { kid: 'unknown', key: stranger.privateKey })],
    [
      'by a secret that is too short',
      () => sign(claims(), { kid: 'short', alg: 'HS256', key: Buffer.from('too short') }),
    ],
    ['of another issuer', () => sign(claims({ iss: 'https://elsewhere.example' }))],
    ['without an issuer', () => sign(without('iss'))],
    ['for another audience', () => sign(claims({ aud: 'another' }))],
    ['without an audience', () => sign(without('aud'))],
    ['that has expired', () => sign(claims({ exp: Math.floor(clock().getTime() / 1000) - 31 }))],
    ['that never expires', () => sign(without('exp'))],
    ['that is not good yet', () => sign(claims({ nbf: Math.floor(clock().getTime() / 1000) + 60 }))],
    ['with a number for its subject', () => sign({ ...claims(), sub: 5 } as unknown as JWTPayload)],
    ['with a subject that nobody can keep', () => sign(claims({ sub: 'a\0b' }))],
    ['without an address', () => sign(without('email'))],
    ['with no address', () => sign(claims({ email: 'nobody' }))],
    ['with several addresses', () => sign(claims({ email: [app.admin.email] }))],
    ['with an address that is not verified', () => sign(claims({ email_verified: false }))],
    [
      'that was changed',
      async () => {
        const [head, , signature] = (await sign(claims())).split('.')
        const payload = Buffer.from(JSON.stringify(claims({ email: app.admin.email }))).toString('base64url')
        return `${head}.${payload}.${signature}`
      },
    ],
    ['that is none', () => 'a.b.c'],
  ])('%s', async (_, make) => {
    const token = await make()
    const reply = await sessionOf(token)
    expect([reply.statusCode, reply.json()]).toEqual([
      401,
      { message: 'Invalid JWT token', code: 'sign_in.invalid_jwt' },
    ])
    // users can still log in
    expect((await withToken(token).get('/login')).statusCode).toBe(200)
    expect((await withToken(token).get('/api/config')).statusCode).toBe(200)
  })

  const without = (claim: string) => {
    const { [claim]: _, ...rest } = claims()
    return rest
  }

  it('and the audit log tells why, at most once per minute', async () => {
    const count = async () =>
      (
        await app.context.pool.query(
          `select from events where additional_properties ->> 'reason' like 'There is no key audited%'`,
        )
      ).rowCount
    for (let time = 0; time < 5; time++)
      await sessionOf(await sign(claims(), { kid: `audited ${time}`, key: stranger.privateKey }))
    await expect.poll(count).toBe(1)
  })
})

describe('keys', () => {
  it('are fetched once for many tokens, and again after ten minutes', async () => {
    await sessionOf(await sign(claims()))
    const before = asked
    const tokens = await Promise.all(
      Array.from({ length: 20 }, (_, place) => sign(claims({ jti: String(place) }))),
    )
    await Promise.all(tokens.map(sessionOf))
    expect(asked).toBe(before)
    clock.pass(11 * minute)
    const later = await Promise.all(
      Array.from({ length: 20 }, (_, place) => sign(claims({ jti: `later ${place}` }))),
    )
    const replies = await Promise.all(later.map(sessionOf))
    expect(replies.map((reply) => reply.statusCode)).toEqual(Array(20).fill(200))
    expect(asked).toBe(before + 1)
  })

  it('with unknown ids are fetched, at most twice per minute', async () => {
    await sessionOf(await sign(claims()))
    const fresh = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    published = { keys: [jwkOf(fresh.publicKey, { kid: 'fresh' })] }
    const token = await sign(claims(), { kid: 'fresh', alg: 'ES256', key: fresh.privateKey })
    // the key set was just fetched
    expect((await sessionOf(token)).statusCode).toBe(401)
    clock.pass(30 * second)
    expect((await sessionOf(token)).statusCode).toBe(200)
    const before = asked
    for (let time = 0; time < 10; time++)
      await sessionOf(await sign(claims({ jti: String(time) }), { kid: `made up ${time}` }))
    expect(asked).toBe(before)
    // the old key is no longer accepted
    expect((await sessionOf(await sign(claims({ jti: 'old' })))).statusCode).toBe(401)
  })

  it('stay valid for an hour while the gateway is unreachable', async () => {
    await sessionOf(await sign(claims()))
    status = 500
    clock.pass(59 * minute)
    expect((await sessionOf(await sign(claims()))).statusCode).toBe(200)
    clock.pass(2 * minute)
    expect((await sessionOf(await sign(claims()))).statusCode).toBe(401)
    status = 200
    clock.pass(30 * second)
    expect((await sessionOf(await sign(claims()))).statusCode).toBe(200)
  })

  it('may be PEM texts by key id', async () => {
    published = { pem: pemOf(rsa.publicKey), curve: pemOf(ec.publicKey), junk: 'no PEM', more: 5 }
    expect((await sessionOf(await sign(claims(), { kid: 'pem' }))).statusCode).toBe(200)
    const byCurve = await sign(claims(), { kid: 'curve', alg: 'ES256', key: ec.privateKey })
    expect((await sessionOf(byCurve)).statusCode).toBe(200)
    const confused = await sign(claims(), {
      kid: 'pem',
      alg: 'HS256',
      key: Buffer.from(pemOf(rsa.publicKey)),
    })
    expect((await sessionOf(confused)).statusCode).toBe(401)
  })
})

it('is off until issuer, audience, keys and a place for the token are known', async () => {
  const token = await sign(claims())
  for (const missing of ['jwtKeysUrl', 'jwtIssuer', 'jwtAudience', 'jwtHeaderName'] as const) {
    const other = await appUnderTest({
      config: { ...settings(), jwtCookieName: null, [missing]: null },
      clock,
    })
    const reply = await callerWith(other.app, { 'x-gate-token': token, cookie: `gate=${token}` }).get(
      '/api/session',
    )
    expect([missing, reply.statusCode, reply.json().code]).toEqual([missing, 401, 'auth.required'])
    await other.close()
  }
})
