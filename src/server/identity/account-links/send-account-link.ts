import { type Config, type Db, inDefaultLanguage, instanceOfMails, sendMail } from '#server/kernel/index.ts'
import { issueLinkToken, revokeAccountLinks } from '../link-tokens/link-tokens.ts'
import { addressForLinks, type KnownAddress } from '../users/address-for-links.ts'
import { composeInvitation, composeReset } from './account-mails.ts'

interface Addressed {
  id: number
  name: string
  email: string
}

interface Circumstances {
  config: Pick<Config, 'mailDefaultSender' | 'publicUrl' | 'localesFolder' | 'defaultLanguage'>
  now: Date
  /** the address under which the caller reached the instance; links to hand over start with it */
  instance: string
}

interface Invitation extends Circumstances {
  user: Addressed
  inviter: { name: string; email: string }
  organization: string
  /** false: the caller hands over the link instead */
  byMail: boolean
}

/**
 * Invites a user, by mail where possible. Answers the link for the admin to hand over when no mail is sent.
 * Revokes links of earlier invitations. Call it in the transaction that creates or changes the user.
 */
export async function sendInvitation(tx: Db, invitation: Invitation): Promise<string | null> {
  const { user, inviter, organization, instance, now, config, byMail } = invitation
  const { id: user_id, name, email } = user
  await revokeAccountLinks(tx, user_id)
  const home = byMail ? instanceOfMails(config) : null
  const isHandedOver = home === null
  const token = await issueLinkToken(tx, { purpose: 'invitation', user_id, email, isHandedOver }, now)
  const path = `/invite/${token}`
  if (home === null) return `${instance}${path}`
  const link = `${home}${path}`
  const mail = inDefaultLanguage(config, () =>
    composeInvitation({ inviter, name, email, organization, instance: home, link }),
  )
  await sendMail(tx, { to: email, ...mail })
  return null
}

/**
 * Sends a link to choose a new password; answers the link when no mail can be sent. Never mails a changed address
 * that is not verified. Earlier links stay valid until one is used.
 */
export async function sendResetLink(
  tx: Db,
  { user, instance, now, config }: Circumstances & { user: Addressed & KnownAddress },
): Promise<string | null> {
  const { id: user_id, name, email } = user
  const address = addressForLinks(user)
  const home = instanceOfMails(config)
  const isHandedOver = home === null || address === null
  const link = { purpose: 'password_reset', user_id, email: address ?? '', isHandedOver } as const
  const token = await issueLinkToken(tx, link, now)
  const path = `/reset/${token}`
  if (home === null || address === null) return `${instance}${path}`
  const mail = composeReset({ name, email, instance: home, link: `${home}${path}` })
  await sendMail(tx, { to: address, ...mail })
  return null
}
