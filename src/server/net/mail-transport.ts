import type { Config } from '../config/config.ts'
import type { StoredMail } from './mail-store.ts'

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

export interface MailTransport {
  /** Hands a mail to the server. Throws what nodemailer throws. */
  hand(mail: StoredMail): Promise<void>
  close(): void
}

const connectMilliseconds = 10_000
const silenceMilliseconds = 60_000

/** A connection to the mail server of the settings, kept for several mails; opened with the first. */
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
      await transport.sendMail({
        from: sender,
        // an object: a comma in an address never makes two of it
        to: { name: '', address: mail.recipient },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        // the same in every attempt, so that a mail handed over twice is recognised
        messageId: `<${mail.queued_at.getTime()}.${mail.id}@${domainOf(sender)}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    },
    close: () => transport.close(),
  }
}

function domainOf(sender: string): string {
  return /@([^\s<>@]+?)>?$/.exec(sender)?.[1] ?? 'localhost'
}
