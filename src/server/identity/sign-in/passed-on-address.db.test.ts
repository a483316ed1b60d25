import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { LightMyRequestResponse } from 'fastify'
import { type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, browserWith, callerWith } from '#test/app-under-test.ts'
import { createUser, next, type TestUser } from '#test/factories.ts'
import { startSamlLogin } from '#test/saml-login.ts'
import type { SamlProviderUnderTest } from '#test/saml-provider.ts'

const gateway = 'https://gateway.example'
const keys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })

let app: AppUnderTest
let provider: SamlProviderUnderTest
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sextant-keys-'))
  const file = join(folder, 'keys.json')
  await writeFile(file, JSON.stringify({ gate: keys.publicKey.export({ type: 'spki', format: 'pem' }) }))
  app = await appUnderTest({
    config: {
      publicUrl: 'http://sextant.test',
      remoteUserProxies: ['10.0.0.5'],
      jwtKeysUrl: pathToFileURL(file).href,
      jwtIssuer: gateway,
      jwtAudience: 'sextant',
      jwtHeaderName: 'X-Gate-Token',
    },
  })
  provider = await startSamlLogin(app)
})
afterAll(async () => {
  await app?.close()
  await provider?.close()
  await rm(folder, { recursive: true })
})

const idOf = async (reply: LightMyRequestResponse): Promise<number | null> =>
  (await browserWith(app.app, reply).get('/api/session')).json().user?.id ?? null

const byProxy = async (email: string) =>
  idOf(
    await app.app.inject({
      url: '/remote_user/login',
      remoteAddress: '10.0.0.5',
      headers: { 'x-forwarded-remote-user': email },
    }),
  )

async function bySaml(name_id: string): Promise<number | null> {
  const begun = await app.app.inject({ url: '/saml/login' })
  const { SAMLResponse, RelayState } = await provider.answer(String(begun.headers.location), { name_id })
  const received = await app.app.inject({
    method: 'POST',
    url: '/saml/callback',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ SAMLResponse, RelayState }).toString(),
  })
  const cookies = Object.fromEntries(begun.cookies.map(({ name, value }) => [name, value]))
  return idOf(await app.app.inject({ url: String(received.headers.location), cookies }))
}

async function byJwt(email: string, more: JWTPayload = {}): Promise<number | null> {
  const token = await new SignJWT({ iss: gateway, aud: 'sextant', email, jti: String(next()), ...more })
    .setProtectedHeader({ alg: 'ES256', kid: 'gate' })
    .setExpirationTime('5m')
    .sign(keys.privateKey)
  return (await callerWith(app.app, { 'x-gate-token': token }).get('/api/session')).json().user?.id ?? null
}

const save = async (by: TestUser, { id }: TestUser, email: string) =>
  expect((await (await app.as(by)).post(`/api/users/${id}`, { email })).statusCode).toBe(200)

const ways = [
  { provider: 'remote_user', issuer: 'X-Forwarded-Remote-User', come: byProxy },
  { provider: 'saml', issuer: () => provider.entityId, come: bySaml },
  { provider: 'jwt', issuer: gateway, come: (email: string) => byJwt(email) },
  { provider: 'jwt', issuer: gateway, come: (email: string) => byJwt(email, { sub: email }) },
] as const

describe.each(ways)('a user whom $provider knows only by address', ({ provider: name, issuer, come }) => {
  it('does not pass on their account with that address', async () => {
    const user = await createUser(app.context)
    expect(await come(user.email)).toBe(user.id)
    await save(app.admin, user, `moved-${user.email}`)
    const newcomer = await come(user.email)
    expect(newcomer).not.toBe(user.id)
    expect(newcomer).not.toBeNull()
    // each user keeps their own account
    expect(await come(user.email.toUpperCase())).toBe(newcomer)
    expect(await come(`moved-${user.email}`)).toBe(user.id)
  })

  it('cannot return to it with an address that is restored but not verified', async () => {
    const user = await createUser(app.context)
    expect(await come(user.email)).toBe(user.id)
    await save(user, user, `away-${user.email}`)
    await save(user, user, user.email)
    expect(await come(user.email)).toBeNull()
  })

  it('is not found by identities that earlier versions stored', async () => {
    const user = await createUser(app.context)
    const kept = {
      provider: name,
      issuer: typeof issuer === 'string' ? issuer : issuer(),
      subject: user.email,
    }
    await app.context.db
      .insertInto('identities')
      .values({ ...kept, org_id: app.organization.id, user_id: user.id })
      .execute()
    await save(app.admin, user, `moved-${user.email}`)
    expect(await come(user.email)).not.toBe(user.id)
  })

  it('is refused when disabled, and so is a later owner of the address', async () => {
    const user = await createUser(app.context)
    expect(await come(user.email)).toBe(user.id)
    await (await app.as(app.admin)).post(`/api/users/${user.id}/disable`)
    expect(await come(user.email)).toBeNull()
  })
})

it('a user with a subject at the provider stays known by it', async () => {
  const user = await createUser(app.context)
  expect(await byJwt(user.email, { sub: `u-${user.id}` })).toBe(user.id)
  await save(app.admin, user, `moved-${user.email}`)
  expect(await byJwt(user.email, { sub: `u-${user.id}` })).toBe(user.id)
})
