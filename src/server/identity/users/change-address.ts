import { type Db, instanceOfMails, type ServerContext } from '#server/kernel/index.ts'
import { type Actor, hasPermission } from '#shared/permissions/can.ts'
import {
  forgetPassword,
  removeFactorSince,
  removeIdentitiesSince,
} from '../account-links/account-link-store.ts'
import { tellFormerAddress } from '../account-links/tell-former-address.ts'
import { issuedAt, revokeRestoreLinksAfter } from '../link-tokens/link-tokens.ts'
import { renewKeys } from './api-key.ts'
import { findGivenUp, findRestorable } from './kept-address-store.ts'
import type { UserWithKey } from './require-user.ts'
import type { UserValues } from './user-change-store.ts'

type Needs = Pick<ServerContext, 'config' | 'secrets' | 'clock'>

interface Move {
  /** who enters the new address */
  actor: Actor
  /** as they were before the change */
  user: UserWithKey
  /** the new address */
  email: string
}

/** What is known about a new address of this user. */
export async function verificationOf(tx: Db, context: Needs, move: Move): Promise<UserValues> {
  const { actor, user } = move
  if ((await findReturn(tx, context, move)) !== null)
    return { is_email_verified: true, is_address_new: false, proved_email: null }
  if (isBelieved(context, actor, user)) return { is_address_new: false, proved_email: null }
  const proved_email = user.is_email_verified ? user.email : user.proved_email
  return { is_email_verified: false, is_address_new: true, proved_email }
}

/**
 * Tells the former address, which may undo the change. Not if the user returns to an address that they verified
 * before it: the address in between may be that of an attacker, and can undo nothing any more. Once the week of its link
 * is over, it is told, without a link: an admin may have been wrong.
 */
export async function followChange(tx: Db, context: Needs, move: Move): Promise<void> {
  const { user, email } = move
  const back = await findReturn(tx, context, move)
  const now = context.clock()
  if (back === null) return await tellFormerAddress(tx, context.config, user, email, now)
  if (back <= now) await tellFormerAddress(tx, context.config, user, email, now, { mayUndo: false })
  await endInBetween(tx, user.id, back)
  if (wasVerifiedSince(user, email)) await endAccess(tx, context, user.id, back)
}

/**
 * Call it when a user has verified an address by mail. If they had verified it before, and another one since, this ends
 * everything that the other one gave access to, as the link that restores an address does. False: it is a new address.
 */
export async function followVerifiedReturn(tx: Db, context: Needs, user: AddressHolder): Promise<boolean> {
  if (!wasVerifiedSince(user, user.email)) return false
  const back = await findRestorable(tx, user.id, user.email, context.clock())
  if (back === null) return false
  await endInBetween(tx, user.id, back)
  await endAccess(tx, context, user.id, back)
  return true
}

interface AddressHolder {
  id: number
  email: string
  is_email_verified: boolean
  proved_email: string | null
}

/** Revokes the links that restore later addresses, and removes provider identities that were added since. */
async function endInBetween(tx: Db, id: number, back: Date): Promise<void> {
  await revokeRestoreLinksAfter(tx, id, back)
  await removeIdentitiesSince(tx, id, issuedAt('restore_email', back))
}

/**
 * The mailbox of the address in between could choose a password, and with that log in: the password and the API key end,
 * and second factors and recovery codes since the change.
 */
async function endAccess(tx: Db, { secrets, clock }: Needs, id: number, back: Date): Promise<void> {
  await forgetPassword(tx, id)
  await removeFactorSince(tx, id, issuedAt('restore_email', back))
  await renewKeys(tx, secrets, id, clock())
}

/** Did the user verify another address after this one? */
function wasVerifiedSince(user: AddressHolder, email: string): boolean {
  return user.is_email_verified
    ? user.email !== email
    : user.proved_email !== null && user.proved_email !== email
}

/**
 * When the link expires, or has expired, that restores the new address; null: the user does not return to it, or not
 * without a mail. If they verified another one since, they must show that they still have the mailbox: a person at
 * an unattended browser could enter the older address to silence the last one. After the week of the link, only another
 * person brings them back, an admin: the user may have lost the mailbox since.
 */
async function findReturn(tx: Db, { clock }: Needs, { actor, user, email }: Move): Promise<Date | null> {
  const isOwn = actor.user_id === user.id
  if (isOwn && wasVerifiedSince(user, email)) return null
  const restorable = await findRestorable(tx, user.id, email, clock())
  if (restorable !== null || isOwn) return restorable
  return await findGivenUp(tx, user.id, email)
}

/**
 * Does the new address count as verified without a mail? An invitation will verify it. Where no mail can be sent,
 * an address set by an admin counts; one's own never does, as providers sign people in by address.
 */
function isBelieved({ config }: Needs, actor: Actor, user: UserWithKey): boolean {
  if (user.is_invitation_pending) return true
  return actor.user_id !== user.id && instanceOfMails(config) === null && hasPermission(actor, 'admin')
}
