import { once } from 'node:events'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { freePort } from '#test/test-postgres.ts'

export interface ReceivedMail {
  from: string
  to: string[]
  /** headers and body as they came over the wire */
  source: string
  /** the logged-in user; null: none */
  user: string | null
  /** whether it arrived over TLS */
  isSecure: boolean
}

export interface MailServer {
  port: number
  mails: ReceivedMail[]
  close(): Promise<void>
}

export interface MailServerRules {
  port?: number
  /** credentials required to send */
  login?: { user: string; password: string }
  /** offered after the greeting, or spoken from the first byte */
  tls?: { certificate: string; key: string; from: 'greeting' | 'first byte' }
  /** recipients that the server refuses with 550 */
  unknown?: readonly string[]
}

/** A real local SMTP server that keeps the mails it gets. */
export async function startMailServer(rules: MailServerRules = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer(optionsOf(rules, mails))
  const port = rules.port ?? (await freePort())
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    port,
    mails,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

function optionsOf({ login, tls, unknown = [] }: MailServerRules, mails: ReceivedMail[]): SMTPServerOptions {
  return {
    ...(tls === undefined
      ? { disabledCommands: ['STARTTLS'], hideSTARTTLS: true, allowInsecureAuth: true }
      : { cert: tls.certificate, key: tls.key, secure: tls.from === 'first byte' }),
    authOptional: login === undefined,
    onAuth(given, _session, done) {
      const fits = given.username === login?.user && given.password === login?.password
      done(fits ? null : new Error('wrong password'), fits ? { user: given.username } : undefined)
    },
    onRcptTo(address, _session, done) {
      done(
        unknown.includes(address.address)
          ? Object.assign(new Error('no such user'), { responseCode: 550 })
          : null,
      )
    },
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map((address) => address.address),
          source: Buffer.concat(parts).toString(),
          user: typeof session.user === 'string' ? session.user : null,
          isSecure: session.secure,
        })
        done()
      })
    },
  }
}
