import type { Config } from '../config/config.ts'
export type MailConfig = Pick<
  Config,
  | 'mailServer'
  | 'mailPort'
  | 'mailUseSsl'
  | 'mailUseTls'
  | 'mailUsername'
  | 'mailPassword'
  | 'mailDefaultSender'
>

/** A mail for the mail server. */
export interface HandedMail {
  recipients: readonly string[]
  subject: string
  text: string
  html: string
  /** the same in every attempt, so that duplicates can be recognized */
  key: string
}

export interface MailTransport {
  /** Sends a mail to the server. Returns the recipients that the server refuses. Throws nodemailer's errors. */
  hand(mail: HandedMail): Promise<{ refused: string[] }>
  /** Connects and logs in without sending anything. Throws nodemailer's errors. */
  verify(): Promise<void>
  close(): void
}

const connectMilliseconds = 10_000
const silenceMilliseconds = 60_000

/** A connection to the configured mail server. Opened with the first mail, and reused. */
export async function openMailTransport(config: MailConfig, sender: string): Promise<MailTransport> {
  const { createTransport } = await import('nodemailer')
  const { mailUsername: user, mailPassword: pass } = config
  const transport = createTransport({
    pool: true,
    maxConnections: 1,
    host: config.mailServer,
    port: config.mailPort,
    secure: config.mailUseSsl,
    requireTLS: config.mailUseTls,
    ignoreTLS: !config.mailUseTls,
    ...(user === null ? {} : { auth: { user, pass: pass ?? '' } }),
    connectionTimeout: connectMilliseconds,
    greetingTimeout: connectMilliseconds,
    socketTimeout: silenceMilliseconds,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async hand(mail) {
      const { rejected } = await transport.sendMail({
        from: sender,
        // as objects, so that a comma in an address does not split it
        to: mail.recipients.map((address) => ({ name: '', address })),
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: `<${mail.key}@${domainOf(sender)}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      return { refused: rejected.map(String) }
    },
    async verify() {
      await transport.verify()
    },
    close: () => transport.close(),
  }
}

function domainOf(sender: string): string {
  return /@([^\s<>@]+?)>?$/.exec(sender)?.[1] ?? 'localhost'
}
