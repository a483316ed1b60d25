import { isWithinRate, type ServerContext, sendMail } from '#server/kernel/index.ts'
import { addressForLinks } from '../users/address-for-links.ts'
import { findUserByEmail } from './account-link-store.ts'
import { composeDisabledNotice } from './account-mails.ts'
import { sendResetLink } from './send-account-link.ts'

/** Limits mails per account, so requests from many networks cannot flood a mailbox. */
const mailsPerHour = 5

/**
 * Mails a link to a user who forgot their password, or a notice that the account is disabled. The caller learns
 * nothing: neither whether the user exists nor whether the limit of mails is reached.
 */
export async function requestReset(
  context: Pick<ServerContext, 'db' | 'config' | 'clock'>,
  email: string,
  instance: string,
): Promise<void> {
  const { db, config, clock } = context
  const user = await findUserByEmail(db, email.trim().toLowerCase())
  if (user === null) return
  const address = addressForLinks(user)
  // the address is not verified and there is no earlier verified one: only an admin can hand over a link
  if (address === null) return
  const limit = { name: 'reset_mail', caller: `user ${user.id}`, perHour: mailsPerHour }
  if (!(await isWithinRate({ db, clock }, limit))) return
  await db.transaction().execute(async (tx) => {
    if (user.disabled_at !== null) {
      await sendMail(tx, { to: address, ...composeDisabledNotice({ name: user.name, instance }) })
      return
    }
    await sendResetLink(tx, { user, instance, config, now: clock() })
  })
}
