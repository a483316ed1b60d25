import { type Config, openMailTransport } from '#server/kernel/index.ts'
import { type Finding, failure, ok, warning } from './finding.ts'

/** Connects to the mail server, and logs in if configured; sends nothing. */
export async function checkMail(config: Config): Promise<Finding> {
  const { mailDefaultSender, mailServer, mailPort, mailUsername, mailUseTls, mailUseSsl } = config
  if (mailDefaultSender === null) {
    return warning(
      'mail',
      'No mails are sent.',
      'Set SEXTANT_MAIL_SERVER and SEXTANT_MAIL_DEFAULT_SENDER for invitations, alerts by mail and new passwords.',
    )
  }
  const place = `${mailServer}:${mailPort}`
  const transport = await openMailTransport(config, mailDefaultSender)
  try {
    await transport.verify()
  } catch (error) {
    const { message, code = '' } = error as { message: string; code?: string }
    return failure('mail', `${place}: ${message}`, adviceFor(code))
  } finally {
    transport.close()
  }
  if (mailUsername !== null && !mailUseTls && !mailUseSsl) {
    return warning('mail', `${place} answers.`, 'The password is sent unencrypted: set SEXTANT_MAIL_USE_TLS.')
  }
  return ok('mail', `${place} answers.`)
}

function adviceFor(code: string): string {
  if (code === 'EAUTH') return 'Check SEXTANT_MAIL_USERNAME and SEXTANT_MAIL_PASSWORD.'
  if (code === 'ETLS') return 'Check SEXTANT_MAIL_USE_TLS and SEXTANT_MAIL_USE_SSL.'
  return 'Check SEXTANT_MAIL_SERVER and SEXTANT_MAIL_PORT, and that the network allows the connection.'
}
