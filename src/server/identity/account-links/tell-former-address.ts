import { type Config, type Db, inDefaultLanguage, instanceOfMails, sendMail } from '#server/kernel/index.ts'
import { issueLinkToken } from '../link-tokens/link-tokens.ts'
import { composeAddressChanged } from './account-mails.ts'

interface Former {
  id: number
  email: string
  is_email_verified: boolean
  is_invitation_pending: boolean
  proved_email: string | null
}

/**
 * Tells the last verified address that the account has a new one, with a link that restores it. Otherwise a person
 * at an unattended browser could change the address and have a new password mailed to their own. `user`: as it was
 * before the change. `mayUndo`: false for an address that may be that of an attacker.
 */
export async function tellFormerAddress(
  tx: Db,
  config: Pick<Config, 'mailDefaultSender' | 'publicUrl' | 'localesFolder' | 'defaultLanguage'>,
  user: Former,
  email: string,
  now: Date,
  { mayUndo }: { mayUndo: boolean } = { mayUndo: true },
): Promise<void> {
  const former = user.is_email_verified ? user.email : user.proved_email
  if (config.mailDefaultSender === null || former === null || user.is_invitation_pending) return
  if (former === email) return
  const instance = instanceOfMails(config)
  const link =
    instance === null || !mayUndo ? null : `${instance}/restore/${await issue(tx, user.id, former, now)}`
  // the request may come from another person, in another language
  const mail = inDefaultLanguage(config, () =>
    // a name may have been chosen to be taken for spam
    composeAddressChanged({ name: former, email, instance: config.publicUrl, link }),
  )
  await sendMail(tx, { to: former, ...mail })
}

async function issue(tx: Db, userId: number, email: string, now: Date): Promise<string> {
  return await issueLinkToken(tx, { purpose: 'restore_email', user_id: userId, email }, now)
}
