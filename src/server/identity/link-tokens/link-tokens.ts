import type { Db, LinkPurpose } from '#server/kernel/index.ts'
import { hashToken, newToken } from '../session/session-cookies.ts'
import {
  deleteLinkTokensExpiredBefore,
  deleteUnusedLinkTokens,
  findLinkToken,
  insertLinkToken,
  type LinkOwner,
  lockLinkTokens,
  spendLinkToken,
} from './link-token-store.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

/** A link that opens an account is short-lived; the others open nothing that is not the recipient's (docs/reference/promises.md#s12). */
const lifetimes: Readonly<Record<LinkPurpose, number>> = {
  verify_email: 7 * day,
  invitation: 7 * day,
  password_reset: hour,
  restore_email: 7 * day,
}

/** For so long a link that is over is told apart from one that never was. */
const remembered = 30 * day

/** A token for a link to one address, for one purpose. Only its hash is kept, so it is known here and nowhere else. */
export async function issueLinkToken(
  db: Db,
  { purpose, ...owner }: LinkOwner & { purpose: LinkPurpose },
  now: Date,
): Promise<string> {
  const token = newToken()
  const expires_at = new Date(now.getTime() + lifetimes[purpose])
  await insertLinkToken(db, { ...owner, purpose, expires_at, token_hash: hashToken(token) })
  return token
}

/** `spent`: this was its one use. `used`: it had been used before, and its time is not over. */
export type OpenedLink =
  | ({ state: 'spent'; expires_at: Date } & LinkOwner)
  | ({ state: 'used' } & LinkOwner)
  | { state: 'expired' | 'unknown' }

/**
 * Uses a link up. Call it in the transaction of what the link is for, so that a failure leaves it usable. With the use of
 * one, all others to the same user for the same purpose are over, but for older ones that take an address back. The token
 * of another purpose is unknown.
 */
export async function openLink(
  tx: Db,
  { purpose, token }: { purpose: LinkPurpose; token: string },
  now: Date,
): Promise<OpenedLink> {
  const tokenHash = hashToken(token)
  await lockLinkTokens(tx, tokenHash, purpose)
  const owner = await spendLinkToken(tx, tokenHash, purpose, now)
  if (owner !== null) {
    // an older restore link stays valid after a newer one is used: the address that was verified first wins
    const since = purpose === 'restore_email' ? owner.expires_at : null
    await deleteUnusedLinkTokens(tx, owner.user_id, purpose, since)
    return { state: 'spent', ...owner }
  }
  const known = await lookAtLink(tx, { purpose, token }, now)
  return known.state === 'open' ? { state: 'expired' } : known
}

/** `open`: it can be used. */
export type SeenLink =
  | ({ state: 'open' } & LinkOwner)
  | ({ state: 'used' } & LinkOwner)
  | { state: 'expired' | 'unknown' }

/** What a link is good for, without using it: a page that asks something first is shown for it. */
export async function lookAtLink(
  db: Db,
  { purpose, token }: { purpose: LinkPurpose; token: string },
  now: Date,
): Promise<SeenLink> {
  const known = await findLinkToken(db, hashToken(token), purpose)
  if (known === null) return { state: 'unknown' }
  const { user_id, email, expires_at, used_at } = known
  if (expires_at <= now) return { state: 'expired' }
  return used_at === null ? { state: 'open', user_id, email } : { state: 'used', user_id, email }
}

/** Takes back all links to a user that open his account: what they were for is done, or must not be any more. */
export async function revokeAccountLinks(tx: Db, userId: number): Promise<void> {
  await deleteUnusedLinkTokens(tx, userId, 'invitation')
  await deleteUnusedLinkTokens(tx, userId, 'password_reset')
}

/** When a link was issued. */
export function issuedAt(purpose: LinkPurpose, expiresAt: Date): Date {
  return new Date(expiresAt.getTime() - lifetimes[purpose])
}

/** Removes links that have been over for long. */
export async function forgetLinks({ db }: { db: Db }, now: Date): Promise<void> {
  await deleteLinkTokensExpiredBefore(db, new Date(now.getTime() - remembered))
}
