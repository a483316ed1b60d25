import type { ServerContext } from '#server/kernel/index.ts'
import { lookAtLink, openLink } from '../link-tokens/link-tokens.ts'
import { type AddressOfUser, findAddress, markEmailVerified } from './email-verification-store.ts'

type Needs = Pick<ServerContext, 'db' | 'clock'>

/** Whose address a link would prove, or has proved; null: it proves nothing. The link stays as it is. */
export async function lookAtVerification({ db, clock }: Needs, token: string): Promise<AddressOfUser | null> {
  const link = await lookAtLink(db, { purpose: 'verify_email', token }, clock())
  if (!('user_id' in link)) return null
  const user = await findAddress(db, link.user_id)
  if (user === null || user.email !== link.email) return null
  return link.state === 'open' || user.is_email_verified ? user : null
}

/**
 * Takes a link as proof that its recipient reads the mails of his address. Asked again within the life of the link, the
 * answer is the same and nothing changes: people press twice. A link that went to another address than the user has now
 * proves nothing.
 */
export async function verifyEmail({ db, clock }: Needs, token: string): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const link = await openLink(tx, { purpose: 'verify_email', token }, clock())
    if (link.state !== 'spent' && link.state !== 'used') return false
    const user = await findAddress(tx, link.user_id)
    if (user === null || user.email !== link.email) return false
    return link.state === 'spent' ? await markEmailVerified(tx, link) : user.is_email_verified
  })
}
