import type { Db, LinkPurpose } from '#server/kernel/index.ts'
import { hashToken, newToken } from '../session/session-cookies.ts'
import {
  deleteHandedOver,
  deleteLinkTokensExpiredBefore,
  deleteUnusedLinkTokens,
  findLinkToken,
  insertLinkToken,
  type LinkOwner,
  lockOwnerOfToken,
  type SpentLink,
  spendLinkToken,
} from './link-token-store.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

/**
 * Links that open an account are short-lived; the others open only what the recipient already has
 * (docs/reference/promises.md#s12).
 */
const lifetimes: Readonly<Record<LinkPurpose, number>> = {
  verify_email: 7 * day,
  invitation: 7 * day,
  password_reset: hour,
  restore_email: 7 * day,
}

/** For this time, an expired link is told apart from an unknown one. */
const remembered = 30 * day

/** For this time, an address that a user had verified counts as theirs when an admin enters it again. */
const addressesRemembered = 365 * day

/**
 * Creates a token for a link to one address, for one purpose. Only its hash is stored, so the token cannot be read
 * again. `isHandedOver`: it is shown to an admin instead of being mailed.
 */
export async function issueLinkToken(
  db: Db,
  { purpose, isHandedOver = false, ...owner }: LinkOwner & { purpose: LinkPurpose; isHandedOver?: boolean },
  now: Date,
): Promise<string> {
  const token = newToken()
  const expires_at = new Date(now.getTime() + lifetimes[purpose])
  const token_hash = hashToken(token)
  await insertLinkToken(db, { ...owner, purpose, expires_at, token_hash, is_handed_over: isHandedOver })
  return token
}

/** `spent`: this was its only use. `used`: it was used before and has not expired. */
export type OpenedLink =
  | ({ state: 'spent' } & SpentLink)
  | ({ state: 'used' } & LinkOwner)
  | { state: 'expired' | 'unknown' }

/**
 * Uses a link. Call it in the transaction of its purpose, so that a failure leaves it usable. Revokes all other
 * links of the user for the same purpose, except older ones that restore an address. A token for another purpose
 * counts as unknown.
 */
export async function openLink(
  tx: Db,
  { purpose, token }: { purpose: LinkPurpose; token: string },
  now: Date,
): Promise<OpenedLink> {
  const tokenHash = hashToken(token)
  await lockOwnerOfToken(tx, tokenHash, purpose)
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

/** `open`: the link can be used. */
export type SeenLink =
  | ({ state: 'open'; expires_at: Date } & LinkOwner)
  | ({ state: 'used' } & LinkOwner)
  | { state: 'expired' | 'unknown' }

/** The state of a link, without using it: for a page that asks for confirmation first. */
export async function lookAtLink(
  db: Db,
  { purpose, token }: { purpose: LinkPurpose; token: string },
  now: Date,
): Promise<SeenLink> {
  const known = await findLinkToken(db, hashToken(token), purpose)
  if (known === null) return { state: 'unknown' }
  const { user_id, email, expires_at, used_at } = known
  if (expires_at <= now) return { state: 'expired' }
  return used_at === null ? { state: 'open', user_id, email, expires_at } : { state: 'used', user_id, email }
}

/** Revokes all links that open a user's account. */
export async function revokeAccountLinks(tx: Db, userId: number): Promise<void> {
  await deleteUnusedLinkTokens(tx, userId, 'invitation')
  await deleteUnusedLinkTokens(tx, userId, 'password_reset')
}

/**
 * Revokes the links of a user that were shown to an admin: call it when the user becomes an admin, because a person who
 * holds such a link would become one. True when there were any.
 */
export async function revokeHandedOverLinks(tx: Db, userId: number): Promise<boolean> {
  return await deleteHandedOver(tx, userId)
}

/** Revokes the links of a user that restore later addresses than the link which expires then. */
export async function revokeRestoreLinksAfter(tx: Db, userId: number, expiresAt: Date): Promise<void> {
  await deleteUnusedLinkTokens(tx, userId, 'restore_email', expiresAt)
}

/** When a link was issued. */
export function issuedAt(purpose: LinkPurpose, expiresAt: Date): Date {
  return new Date(expiresAt.getTime() - lifetimes[purpose])
}

/** Removes links that expired long ago. */
export async function forgetLinks({ db }: { db: Db }, now: Date): Promise<void> {
  const before = (age: number) => new Date(now.getTime() - age)
  await deleteLinkTokensExpiredBefore(db, before(remembered), before(addressesRemembered))
}
