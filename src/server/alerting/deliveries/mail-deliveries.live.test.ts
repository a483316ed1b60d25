import { setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sampleMessage } from '#destinations/sample-messages.ts'
import type { Config } from '#server/kernel/config/config.ts'
import { createAlert, createDelivery, createDestination } from '#test/alert-factories.ts'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { createUser } from '#test/factories.ts'
import { makeTestCertificate, type TestCertificate } from '#test/live/certificates.ts'
import { deliverer } from '#test/live/deliverer.ts'
import { type MailServer, type MailServerRules, startMailServer } from '#test/live/mail-server.ts'
import { freePort } from '#test/test-postgres.ts'

const sender = 'Sextant <sextant@example.com>'
const login = { user: 'sextant', password: 'canary of the mail server' }
let app: AppUnderTest
let certificate: TestCertificate
let server: MailServer | null = null
let running: Awaited<ReturnType<typeof deliverer>> | null = null

beforeAll(async () => {
  app = await appUnderTest()
  certificate = await makeTestCertificate()
})
afterAll(async () => {
  await certificate?.remove()
  await app?.close()
})
afterEach(async () => {
  await running?.stop(0)
  await server?.close()
  running = server = null
  await app.context.db.deleteFrom('alert_deliveries').execute()
})

async function serve(rules: MailServerRules = {}): Promise<MailServer> {
  server = await startMailServer(rules)
  return server
}

async function send(config: Partial<Config>): Promise<void> {
  running = await deliverer(app, { config: { mailDefaultSender: sender, ...config } })
}

async function mailTo(addresses: string): Promise<void> {
  const { id } = await createDestination(app.context, { type: 'email', options: { addresses } })
  await createDelivery(app.context, { destination_id: id, alert_id: (await createAlert(app.context)).id })
}

const ended = async () => {
  const { state, attempts, claimed_by, last_error } = await app.context.db
    .selectFrom('alert_deliveries')
    .selectAll()
    .executeTakeFirstOrThrow()
  const log = await app.context.db.selectFrom('alert_delivery_attempts').selectAll().execute()
  return { state, attempts, claimed_by, last_error, detail: log.at(-1)?.detail }
}
const tried = { attempts: 1, claimed_by: null }

describe('a mail about an alert', () => {
  it('goes to all addresses of a destination at once', async () => {
    const { port, mails } = await serve()
    await mailTo('ops@example.com, anna@example.com')
    await send({ mailPort: port })
    await expect.poll(ended).toMatchObject({ state: 'sent', ...tried, detail: null })
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({
      to: ['ops@example.com', 'anna@example.com'],
      user: null,
      isSecure: false,
    })
    const source = mails[0]?.source ?? ''
    expect(source).toContain('From: Sextant <sextant@example.com>')
    expect(source).toContain('Subject: Alert: Orders per hour changed status to TRIGGERED')
    expect(source).toContain('Auto-Submitted: auto-generated')
    expect(source).toMatch(/^Message-ID: <delivery-\d+-\d+@example\.com>/m)
    expect(source).toContain('text/plain')
    expect(source).toContain('text/html')
  })

  it('goes to a subscriber without a destination', async () => {
    const { port, mails } = await serve()
    const user = await createUser(app.context)
    const alert_id = (await createAlert(app.context)).id
    await createDelivery(app.context, { user_id: user.id, alert_id, message: sampleMessage('unknown') })
    await send({ mailPort: port })
    await expect.poll(ended).toMatchObject({ state: 'sent', ...tried })
    expect(mails.map(({ to }) => to)).toEqual([[user.email]])
    expect(mails[0]?.source).toContain('UNKNOWN')
  })

  it('waits while the mail server is down', async () => {
    await mailTo('ops@example.com')
    await send({ mailPort: await freePort() })
    await expect
      .poll(ended)
      .toMatchObject({ state: 'queued', ...tried, last_error: expect.stringContaining('ECONNREFUSED') })
  })

  it('names recipients that the server rejects, and ends when it rejects all', async () => {
    const { port, mails } = await serve({ unknown: ['nobody@example.com'] })
    await mailTo('nobody@example.com, anna@example.com')
    await send({ mailPort: port })
    await expect.poll(ended).toMatchObject({
      ...{ state: 'sent', detail: 'The mail server does not take nobody@example.com.' },
    })
    expect(mails.map(({ to }) => to)).toEqual([['anna@example.com']])
    await app.context.db.deleteFrom('alert_deliveries').execute()
    await mailTo('nobody@example.com')
    running?.wake()
    await expect
      .poll(ended)
      .toMatchObject({ state: 'failed', ...tried, last_error: expect.stringContaining('550') })
  })

  it('is not even tried if no mail server is configured', async () => {
    await mailTo('ops@example.com')
    await send({ mailDefaultSender: null })
    await expect
      .poll(ended)
      .toMatchObject({ state: 'failed', last_error: expect.stringContaining('SEXTANT_MAIL_DEFAULT_SENDER') })
  })
})

describe('the mail server of the settings', () => {
  it('may require a login', async () => {
    const { port, mails } = await serve({ login })
    await mailTo('ops@example.com')
    await send({ mailPort: port, mailUsername: login.user, mailPassword: login.password })
    await expect.poll(ended).toMatchObject({ state: 'sent' })
    expect(mails).toMatchObject([{ user: 'sextant', isSecure: false }])
  })

  it('that refuses the login is tried again, and the password appears nowhere', async () => {
    const { port, mails } = await serve({ login: { ...login, password: 'another' } })
    await mailTo('ops@example.com')
    await send({ mailPort: port, mailUsername: login.user, mailPassword: login.password })
    await expect.poll(ended).toMatchObject({ state: 'queued', ...tried })
    expect((await ended()).last_error).toMatch(/^The mail server: .*535/)
    expect(JSON.stringify(await ended())).not.toContain('canary')
    expect(mails).toEqual([])
  })

  it.each([
    ['greeting', { mailUseTls: true }],
    ['first byte', { mailUseSsl: true }],
  ] as const)('may require TLS from the %s on, with a login', async (from, config) => {
    setDefaultCACertificates([certificate.certificate])
    const { port, mails } = await serve({ login, tls: { ...certificate, from } })
    await mailTo('ops@example.com')
    const credentials = { mailUsername: login.user, mailPassword: login.password }
    await send({ mailServer: 'localhost', mailPort: port, ...config, ...credentials })
    await expect.poll(ended).toMatchObject({ state: 'sent' })
    expect(mails).toMatchObject([{ user: 'sextant', isSecure: true }])
  })

  it('with an untrusted certificate gets nothing', async () => {
    setDefaultCACertificates([])
    const { port, mails } = await serve({ tls: { ...certificate, from: 'greeting' } })
    await mailTo('ops@example.com')
    await send({ mailServer: 'localhost', mailPort: port, mailUseTls: true })
    await expect
      .poll(ended)
      .toMatchObject({ state: 'queued', ...tried, last_error: expect.stringContaining('certificate') })
    expect(mails).toEqual([])
  })

  it('without TLS gets nothing if TLS is required', async () => {
    const { port, mails } = await serve()
    await mailTo('ops@example.com')
    await send({ mailPort: port, mailUseTls: true })
    await expect.poll(ended).toMatchObject({ state: 'queued', ...tried })
    expect(mails).toEqual([])
  })
})
