import type { Db, ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { phrase } from '#shared/messages/phrase.ts'
import {
  issuedAt,
  issueLinkToken,
  lookAtLink,
  type OpenedLink,
  openLink,
  revokeAccountLinks,
  type SeenLink,
} from '../link-tokens/link-tokens.ts'
import { endSessions } from '../session/user-sessions.ts'
import { renewKey } from '../users/api-key.ts'
import {
  findLinkedUser,
  forgetPassword,
  type LinkedUser,
  removeSignInMethodsSince,
  storeVerified,
} from './account-link-store.ts'
import { takeFromHolder } from './take-from-holder.ts'

type Needs = Pick<ServerContext, 'db' | 'secrets' | 'clock'>
const purpose = 'restore_email'

/** For the audit log. */
export interface RestoredUser {
  id: number
  org_id: number
  email: string
  /** another user who had the address and had not verified it */
  taken_from: number | null
}

/** The user and the address that a link would restore; the link stays unused. Throws link.unknown, link.expired and link.restored. */
export async function requireRestoreLink(
  { db, clock }: Needs,
  token: string,
): Promise<{ user: LinkedUser; email: string }> {
  const { user, email } = await requireOwner(db, await lookAtLink(db, { purpose, token }, clock()))
  return { user, email }
}

/**
 * Restores the former address and with it the account: ends every session, makes the password and the API key
 * unusable, and removes what was set up since the change (second factor, identities at providers). Another user who
 * has the address but never verified it loses it. Answers the
 * user and the token of a link to choose a new password; null: the user had no password. Throws as
 * `requireRestoreLink` does, and link.address_taken.
 */
export async function restoreAddress(
  { db, secrets, clock }: Needs,
  token: string,
): Promise<{ user: RestoredUser; token: string | null }> {
  const now = clock()
  return await db.transaction().execute(async (tx) => {
    const opened = await openLink(tx, { purpose, token }, now)
    const { user, email } = await requireOwner(tx, opened)
    const since = issuedAt(purpose, 'expires_at' in opened ? opened.expires_at : now)
    const taken_from = await takeFromHolder(tx, user, email, now)
    if (taken_from === 'verified' || !(await storeVerified(tx, user.id, email, now)))
      throw refuse('link.address_taken')
    await removeSignInMethodsSince(tx, user.id, since)
    await renewKey(tx, secrets, user.id, now)
    await revokeAccountLinks(tx, user.id)
    await endSessions({ db: tx }, user.id)
    const restored = { id: user.id, org_id: user.org_id, email, taken_from }
    if (!(await forgetPassword(tx, user.id))) return { user: restored, token: null }
    const reset = await issueLinkToken(tx, { purpose: 'password_reset', user_id: user.id, email }, now)
    return { user: restored, token: reset }
  })
}

async function requireOwner(
  db: Db,
  link: OpenedLink | SeenLink,
): Promise<{ user: LinkedUser; email: string }> {
  const kind = phrase('restore')
  if (!('user_id' in link)) throw refuse(link.state === 'expired' ? 'link.expired' : 'link.unknown', { kind })
  const user = await findLinkedUser(db, link.user_id)
  if (user === null || user.disabled_at !== null) throw refuse('link.unknown', { kind })
  if (link.state === 'used') throw refuse('link.restored')
  return { user, email: link.email }
}
