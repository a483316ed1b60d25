import { afterEach, describe, expect, it } from 'vitest'
import type { Config } from '#server/kernel/config/config.ts'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { samlIsOpen } from '#test/saml-is-open.ts'

/** Nothing listens there, so requests fail at once. */
const nobody = 'http://127.0.0.1:9'

let app: AppUnderTest
afterEach(() => app.close())

async function start(config: Partial<Config>): Promise<void> {
  app = await appUnderTest({
    config: { publicUrl: 'http://sextant.test', openidIssuer: nobody, openidClientId: 'x', ...config },
  })
  await app.context.db
    .updateTable('organizations')
    .set({ settings: JSON.stringify({ ...samlIsOpen, auth_saml_metadata_url: `${nobody}/metadata` }) })
    .execute()
}
const logIn = () => app.anonymous.post('/login', { email: app.member.email, password: app.member.password })

describe('opening a page', () => {
  it('does not count against the failed logins of the network', async () => {
    await start({ loginsPerHour: 2 })
    const state = 'x'.repeat(43)
    for (let time = 0; time < 4; time++) {
      await app.anonymous.get(`/oauth/openid_callback?state=${state}&code=x`)
      await app.anonymous.get(`/saml/complete?token=${state}`)
      await app.anonymous.post('/saml/callback', { SAMLResponse: 'x', RelayState: state })
    }
    expect((await logIn()).statusCode).toBe(200)
  })

  it.each(['/oauth/openid', '/saml/login'])('does not count against the logins begun at %s', async (url) => {
    await start({ loginsPerHour: 1 })
    for (const destination of ['image', 'iframe', 'empty', 'script'])
      for (let time = 0; time < 6; time++) {
        const reply = await app.anonymous.get(url, { headers: { 'sec-fetch-dest': destination } })
        expect([reply.statusCode, reply.cookies]).toEqual([400, []])
        expect(reply.body).toContain('CSRF')
      }
    const visit = await app.anonymous.get(url, { headers: { 'sec-fetch-dest': 'document' } })
    // the attempt fails: the provider is unreachable
    expect(visit.cookies.map(({ name }) => name)).toEqual(['sign_in'])
  })
})

it('anonymous callers cannot fill the audit log with failed logins', async () => {
  await start({ loginsPerHour: 3, remoteUserProxies: ['10.0.0.5'] })
  for (let time = 0; time < 5; time++) {
    await app.anonymous.get('/saml/complete?token=x')
    await app.anonymous.get('/oauth/openid_callback?state=x')
    await app.anonymous.get('/remote_user/login', {
      headers: { 'x-forwarded-remote-user': app.admin.email },
    })
  }
  // wait until events are written
  await app.app.close()
  const { rows } = await app.context.pool.query(
    `select additional_properties ->> 'provider' as provider from events where action = 'login_failed'`,
  )
  // each event is described after its answer, so their order differs from that of the requests
  expect(rows.map(({ provider }) => provider).sort()).toEqual(['openid', 'remote_user', 'saml'])
})
