import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { checkVersion } from '#server/kernel/version-check/version-check-job.ts'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { samlIsOpen } from '#test/saml-is-open.ts'

const megabyte = 1_000_000
/** what nobody may ask for; the largest that is read are 5 MB of metadata */
const maxSent = 100 * megabyte
const maxRead = 20 * megabyte

let server: Server
let app: AppUnderTest
let sent = 0
beforeAll(async () => {
  const part = Buffer.alloc(megabyte, ' ')
  server = createServer(async (_, reply) => {
    reply.writeHead(200, { 'content-type': 'application/json' })
    while (sent < maxSent && !reply.destroyed) {
      sent += part.length
      if (!reply.write(part)) await Promise.race([once(reply, 'drain'), once(reply, 'close')])
    }
    reply.end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  app = await appUnderTest({
    config: {
      ...{ publicUrl: 'http://sextant.test', allowedPrivateHosts: ['127.0.0.1'] },
      ...{ openidIssuer: url, openidClientId: 'sextant', versionCheckUrl: url },
      ...{ jwtKeysUrl: url, jwtIssuer: url, jwtAudience: 'sextant', jwtHeaderName: 'X-Gate-Token' },
    },
  })
  await app.context.db
    .updateTable('organizations')
    .set({ settings: JSON.stringify({ ...samlIsOpen, auth_saml_metadata_url: url }) })
    .execute()
})
afterAll(async () => {
  await app?.close()
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})
beforeEach(() => {
  sent = 0
})

const asks: Record<string, () => Promise<number>> = {
  async 'the keys of tokens'() {
    const token = await new SignJWT({ email: 'a@example.com' })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.alloc(32))
    const headers = { 'x-gate-token': token }
    return (await app.anonymous.get('/api/session', { headers })).statusCode
  },
  async 'OpenID discovery'() {
    return (await app.anonymous.get('/oauth/openid')).statusCode
  },
  async 'SAML metadata'() {
    return (await app.anonymous.get('/saml/login')).statusCode
  },
  async 'the newest version'() {
    await checkVersion(app.context)
    return 0
  },
}

it.each([
  ['the keys of tokens', 401],
  ['OpenID discovery', 400],
  ['SAML metadata', 400],
  ['the newest version', 0],
] as const)('%s: a server that goes on and on is not listened to', async (name, status) => {
  expect(await asks[name]?.()).toBe(status)
  expect(sent).toBeGreaterThan(0)
  expect(sent).toBeLessThan(maxRead)
})

it('admins are told', async () => {
  await asks['OpenID discovery']?.()
  const reasons = async () =>
    (
      await app.context.pool.query(
        `select additional_properties ->> 'reason' as reason from events where action = 'login_failed'`,
      )
    ).rows.map(({ reason }) => reason)
  await expect.poll(reasons).toContainEqual(expect.stringMatching('longer than 1 MB'))
})
