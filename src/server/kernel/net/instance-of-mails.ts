import type { Config } from '../config/config.ts'

/**
 * The base address of links in mails; null: no mail with a link is sent. Only the configured address is used: the
 * address in a request is chosen by its sender, who could make our mails lead users, and their passwords, to another site.
 */
export function instanceOfMails({
  mailDefaultSender,
  publicUrl,
}: Pick<Config, 'mailDefaultSender' | 'publicUrl'>): string | null {
  return mailDefaultSender === null ? null : publicUrl
}

/** The warning when mails can be sent but their links have no base address; null: no warning. */
export function missingAddress(config: Pick<Config, 'mailDefaultSender' | 'publicUrl'>): string | null {
  if (config.mailDefaultSender === null || config.publicUrl !== null) return null
  return 'SEXTANT_URL is not set, so mails contain no links to this instance: users cannot reset their passwords, email addresses are not verified, and admins must pass on invitation links themselves.'
}
