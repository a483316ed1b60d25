import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendDueMails } from '#server/kernel/net/send-mails-job.ts'
import type { CommandContext } from '#server/operator/commands/command.ts'
import { commandTree } from '#server/operator/commands/command-tree.ts'
import { readCommand } from '#server/operator/commands/read-command.ts'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { createUser, next } from '#test/factories.ts'
import { type MailServer, startMailServer } from '#test/live/mail-server.ts'

let server: MailServer
let app: AppUnderTest
const sender = 'Sextant <sextant@example.com>'
const publicUrl = 'https://sextant.example.com'

beforeAll(async () => {
  server = await startMailServer({ unknown: ['nobody@example.com'] })
  app = await appUnderTest({
    config: { mailDefaultSender: sender, mailServer: '127.0.0.1', mailPort: server.port, publicUrl },
  })
})
afterAll(async () => {
  await app?.close()
  await server?.close()
})
beforeEach(() => {
  server.mails.length = 0
})

/** The source of the only mail that was sent, with its line breaks undone. */
async function arrived(to: string): Promise<string> {
  await sendDueMails(app.context)
  expect(server.mails.map((mail) => mail.to)).toEqual([[to]])
  return (server.mails[0]?.source ?? '').replaceAll(/=\r\n/g, '').replaceAll('=3D', '=')
}

/** Both parts of a mail hold the link that opens the account; the password chosen there logs in. */
async function opensAccount(source: string, kind: 'invite' | 'reset', email: string): Promise<void> {
  const links = [...source.matchAll(new RegExp(`${publicUrl}(/${kind}/[\\w-]{43})(?![\\w-])`, 'g'))]
  expect(links.length).toBeGreaterThanOrEqual(2)
  const [[, link = ''] = []] = links
  expect(new Set(links.map((found) => found[1]))).toEqual(new Set([link]))
  const password = `a password of ${kind}`
  expect((await app.anonymous.post(link, { password })).statusCode).toBe(200)
  expect((await app.anonymous.post('/login', { email, password })).statusCode).toBe(200)
}

it('an invitation arrives, and its link opens the account', async () => {
  const email = `invited-${next()}@example.com`
  await app.withKey(app.admin.api_key).post('/api/users', { name: 'Grace Hopper', email })
  const source = await arrived(email)
  expect(source).toContain('From: Sextant <sextant@example.com>')
  expect(source).toMatch(/^Subject: .*invited you to join/m)
  await opensAccount(source, 'invite', email)
})

it('a link for a new password arrives, and opens the account', async () => {
  const { email } = await createUser(app.context)
  expect((await app.anonymous.post('/forgot', { email })).statusCode).toBe(200)
  const source = await arrived(email)
  expect(source).toMatch(/^Subject: Reset your password/m)
  await opensAccount(source, 'reset', email)
})

describe('send-test-mail', () => {
  async function sendTestMail(words: string[], config = {}): Promise<string> {
    const lines: string[] = []
    const context: CommandContext = {
      config: { ...app.context.config, ...config },
      clock: () => new Date(),
      out: (line) => lines.push(line),
      say: (line) => lines.push(line),
      onInstance: () => Promise.reject(new Error('It needs no database.')),
      readSecret: () => Promise.reject(new Error('It asks for nothing.')),
    }
    const asked = readCommand(commandTree, ['send-test-mail', ...words])
    if (asked.kind === 'help' || asked.command.on !== 'nothing') throw new Error('no free command')
    expect(await asked.command.run(context, asked.given)).toBe(0)
    return lines.join('\n')
  }

  it('sends one mail, by default to the sender', async () => {
    expect(await sendTestMail(['anna@example.com'])).toBe('Sent to anna@example.com.')
    expect(await sendTestMail([])).toBe('Sent to sextant@example.com.')
    expect(server.mails.map((mail) => mail.to)).toEqual([['anna@example.com'], ['sextant@example.com']])
  })

  it('says what the mail server says', async () => {
    await expect(sendTestMail(['nobody@example.com'])).rejects.toThrow(/^127\.0\.0\.1:\d+: .*no such user/)
    await expect(sendTestMail(['nobody'])).rejects.toThrow('EMAIL: "nobody" is not an email address.')
    await expect(sendTestMail([], { mailDefaultSender: null })).rejects.toThrow(
      'No mails are sent: SEXTANT_MAIL_DEFAULT_SENDER is not set.',
    )
    expect(server.mails).toEqual([])
  })
})
