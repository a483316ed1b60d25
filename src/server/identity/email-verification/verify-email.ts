import type { ServerContext } from '#server/kernel/index.ts'
import { lookAtLink, openLink } from '../link-tokens/link-tokens.ts'
import { type AddressOfUser, findAddress, markEmailVerified } from './email-verification-store.ts'

type Needs = Pick<ServerContext, 'db' | 'clock'>

/**
 * The user whose address a link would verify, or has verified; null: the link is not valid. Does not use the link.
 */
export async function lookAtVerification({ db, clock }: Needs, token: string): Promise<AddressOfUser | null> {
  const link = await lookAtLink(db, { purpose: 'verify_email', token }, clock())
  if (!('user_id' in link)) return null
  const user = await findAddress(db, link.user_id)
  if (user === null || user.email !== link.email) return null
  return link.state === 'open' || user.is_email_verified ? user : null
}

/**
 * Verifies the address a link was sent to. Within the life of the link, a second use gets the same answer and
 * changes nothing, as people press twice. A link to another address than the present one verifies nothing.
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
