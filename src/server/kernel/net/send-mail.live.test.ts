import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Config } from '#server/kernel/config/config.ts'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { type MailServer, startMailServer } from '#test/live/mail-server.ts'
import { freePort } from '#test/test-postgres.ts'
import { sendMail } from './send-mail.ts'
import { sendDueMails } from './send-mails-job.ts'

let app: AppUnderTest
let server: MailServer | null = null
const sender = 'Sextant <sextant@example.com>'
const mail = { to: 'anna@example.com', subject: 'Good news', text: 'It works.', html: '<p>It works.</p>' }

beforeAll(async () => {
  app = await appUnderTest()
})
afterAll(() => app?.close())
afterEach(async () => {
  await server?.close()
  server = null
  await app.context.db.deleteFrom('mails').execute()
})

const needs = (config: Partial<Config>, now = new Date()) => ({
  ...app.context,
  config: { ...app.context.config, mailDefaultSender: sender, ...config },
  clock: () => now,
})
const waiting = () => app.context.db.selectFrom('mails').selectAll().orderBy('id').execute()
const dueAgain = () =>
  app.context.db
    .updateTable('mails')
    .set({ due_at: new Date(0) })
    .execute()

describe('a mail', () => {
  it('is handed to the mail server as text and HTML, and forgotten', async () => {
    server = await startMailServer()
    await sendMail(app.context.db, mail)
    await sendDueMails(needs({ mailPort: server.port }))
    expect(await waiting()).toEqual([])
    const [received, ...others] = server.mails
    expect(others).toEqual([])
    expect(received).toMatchObject({ from: 'sextant@example.com', to: ['anna@example.com'], user: null })
    const source = received?.source ?? ''
    expect(source).toContain('From: Sextant <sextant@example.com>')
    expect(source).toContain('Subject: Good news')
    expect(source).toContain('Auto-Submitted: auto-generated')
    expect(source).toContain('text/plain')
    expect(source).toContain('<p>It works.</p>')
  })

  it('goes only when the transaction that sends it holds, and calls for the job', async () => {
    const { db, pool } = app.context
    await expect(
      db.transaction().execute(async (tx) => {
        await sendMail(tx, mail)
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect(await waiting()).toEqual([])
    await sendMail(db, mail)
    const { rows } = await pool.query(`select from graphile_worker.jobs where key = 'send_mails'`)
    expect(rows).toHaveLength(1)
  })

  it('can put nothing into the headers', async () => {
    server = await startMailServer()
    await sendMail(app.context.db, {
      ...mail,
      to: 'anna@example.com\r\nBcc: eve@example.com',
      subject: 'Hello\r\nBcc: eve@example.com\r\n\r\n<script>',
    })
    await sendMail(app.context.db, { ...mail, to: 'anna@example.com, eve@example.com' })
    await sendMail(app.context.db, { ...mail, subject: 'Grüße\u2028\u0000an alle' })
    await sendDueMails(needs({ mailPort: server.port }))
    expect(server.mails.flatMap((received) => received.to)).not.toContain('eve@example.com')
    for (const received of server.mails) expect(received.source).not.toMatch(/^Bcc:/im)
  })

  it('is sent once, whatever the number of workers', async () => {
    server = await startMailServer()
    for (let index = 0; index < 20; index++)
      await sendMail(app.context.db, { ...mail, subject: `Mail ${index}` })
    const config = { mailPort: server.port }
    await Promise.all([1, 2, 3].map(() => sendDueMails(needs(config))))
    const subjects = server.mails.map(({ source }) => /Subject: (Mail \d+)/.exec(source)?.[1])
    expect(new Set(subjects).size).toBe(20)
    expect(subjects).toHaveLength(20)
  })

  it('is claimed while the server talks: no transaction stays open, and no other worker sends it', async () => {
    const silent = createServer()
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    await sendMail(app.context.db, mail)
    const connected = once(silent, 'connection')
    const sending = sendDueMails(needs({ mailPort: port }))
    const [connection] = await connected
    expect(await waiting()).toMatchObject([{ attempts: 1, last_error: null }])
    const { rows } = await app.context.pool.query(
      `select state, query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    )
    expect(rows).toEqual([])
    server = await startMailServer()
    await sendDueMails(needs({ mailPort: server.port }))
    expect(server.mails).toEqual([])
    // as if that worker had died: the mail is due again when its claim has ended, and belongs to the worker that claims it then
    await dueAgain()
    await sendDueMails(needs({ mailPort: server.port }))
    expect(server.mails).toHaveLength(1)
    connection.destroy()
    await sending
    expect(await waiting()).toEqual([])
    await new Promise((resolve) => silent.close(resolve))
  })

  it('waits while the mail server is down, for longer each time, and goes when it is back', async () => {
    const port = await freePort()
    await sendMail(app.context.db, mail)
    await sendMail(app.context.db, { ...mail, subject: 'Second' })
    await sendDueMails(needs({ mailPort: port }))
    const [first, second] = await waiting()
    expect(first).toMatchObject({
      attempts: 1,
      given_up_at: null,
      last_error: expect.stringContaining('ECONNREFUSED'),
    })
    // one attempt tells enough of a server that is down
    expect(second).toMatchObject({ attempts: 0, last_error: null })
    const pause = (stored: typeof first) => ((stored?.due_at.getTime() ?? 0) - Date.now()) / 60_000
    expect(pause(first)).toBeGreaterThan(0.5)
    await dueAgain()
    await sendDueMails(needs({ mailPort: port }))
    expect(pause((await waiting())[0])).toBeGreaterThan(1.5)

    server = await startMailServer({ port })
    await sendDueMails(needs({ mailPort: port }))
    expect(server.mails).toHaveLength(1)
    await dueAgain()
    await sendDueMails(needs({ mailPort: port }))
    expect(server.mails).toHaveLength(2)
    expect(await waiting()).toEqual([])
  })

  it('is given up after three days, and kept a week for who wants to look', async () => {
    const port = await freePort()
    await sendMail(app.context.db, mail)
    await sendDueMails(needs({ mailPort: port }, new Date(Date.now() + 4 * 86_400_000)))
    expect((await waiting())[0]?.given_up_at).toBeInstanceOf(Date)
    await app.context.db
      .updateTable('mails')
      .set({ given_up_at: new Date(Date.now() - 8 * 86_400_000) })
      .execute()
    await sendDueMails(needs({ mailPort: port }))
    expect(await waiting()).toEqual([])
  })

  it('to a recipient whom the server does not know is given up at once, and holds up no other', async () => {
    server = await startMailServer({ unknown: ['nobody@example.com'] })
    await sendMail(app.context.db, { ...mail, to: 'nobody@example.com' })
    await sendMail(app.context.db, mail)
    await sendDueMails(needs({ mailPort: server.port }))
    expect(server.mails.map((received) => received.to)).toEqual([['anna@example.com']])
    expect(await waiting()).toMatchObject([
      { recipient: 'nobody@example.com', given_up_at: expect.any(Date) },
    ])
  })
})

describe('the mail server of the settings', () => {
  it('may want a login', async () => {
    server = await startMailServer({ login: { user: 'sextant', password: 'secret' } })
    const config = { mailPort: server.port, mailUsername: 'sextant' }
    await sendMail(app.context.db, mail)
    await sendDueMails(needs({ ...config, mailPassword: 'wrong' }))
    expect(server.mails).toEqual([])
    expect(await waiting()).toMatchObject([{ attempts: 1, given_up_at: null }])
    await dueAgain()
    await sendDueMails(needs({ ...config, mailPassword: 'secret' }))
    expect(server.mails).toMatchObject([{ user: 'sextant' }])
  })

  it('gets nothing without TLS when TLS is required', async () => {
    server = await startMailServer()
    await sendMail(app.context.db, mail)
    await sendDueMails(needs({ mailPort: server.port, mailUseTls: true }))
    expect(server.mails).toEqual([])
    expect(await waiting()).toMatchObject([{ attempts: 1, given_up_at: null }])
  })

  it('is not asked without a sender', async () => {
    server = await startMailServer()
    await sendMail(app.context.db, mail)
    await sendDueMails(needs({ mailPort: server.port, mailDefaultSender: null }))
    expect(server.mails).toEqual([])
    expect(await waiting()).toHaveLength(1)
  })
})
