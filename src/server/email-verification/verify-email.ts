import { openLink } from '../link-tokens/link-tokens.ts'
import type { ServerContext } from '../server-context.ts'
import { findAddress, markEmailVerified } from './email-verification-store.ts'

/**
 * Takes a link as proof that its recipient reads the mails of his address. Asked again within the life of the link, the
 * answer is the same and nothing changes: programs that look at mails may have followed it before the reader does. A link
 * that went to another address than the user has now proves nothing.
 */
export async function verifyEmail(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  token: string,
): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const link = await openLink(tx, { purpose: 'verify_email', token }, clock())
    if (link.state !== 'spent' && link.state !== 'used') return false
    const user = await findAddress(tx, link.user_id)
    if (user === null || user.email !== link.email) return false
    return link.state === 'spent' ? await markEmailVerified(tx, link) : user.is_email_verified
  })
}
