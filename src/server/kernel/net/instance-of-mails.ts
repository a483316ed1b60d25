import type { Config } from '../config/config.ts'

/**
 * What links in mails to people start with; null: no mail with a link is sent. Only the address that the operator has set
 * will do. That of a request is its sender's to choose: the mail, which comes from us, would lead its reader, and his
 * password, to the sender's own site.
 */
export function instanceOfMails({
  mailDefaultSender,
  publicUrl,
}: Pick<Config, 'mailDefaultSender' | 'publicUrl'>): string | null {
  return mailDefaultSender === null ? null : publicUrl
}

/** What is said where mails could be sent, but nothing can lead here; null: all is well. */
export function missingAddress(config: Pick<Config, 'mailDefaultSender' | 'publicUrl'>): string | null {
  if (config.mailDefaultSender === null || config.publicUrl !== null) return null
  return 'SEXTANT_URL is not set, so no mail holds a link to this instance: people cannot ask for new passwords, addresses are not verified, and admins hand over the links of invitations.'
}
