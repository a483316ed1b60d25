import { type Db, instanceOfMails, type ServerContext } from '#server/kernel/index.ts'
import { type Actor, hasPermission } from '#shared/permissions/can.ts'
import {
  forgetPassword,
  removeFactorSince,
  removeIdentitiesSince,
} from '../account-links/account-link-store.ts'
import { tellFormerAddress } from '../account-links/tell-former-address.ts'
import { issuedAt, revokeRestoreLinksAfter } from '../link-tokens/link-tokens.ts'
import { renewKey } from './api-key.ts'
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
  /** the user enters it, and has typed their password for it or chosen a new one */
  knowsPassword: boolean
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
  await revokeRestoreLinksAfter(tx, user.id, back)
  await takeBack(tx, context, move, issuedAt('restore_email', back))
}

/**
 * Removes what the address in between may have given an attacker: logins at providers in any case. If it was verified,
 * its mailbox could choose a password, and with that log in: then also the password, unless the user has shown that they
 * know it, the API key, and second factors and recovery codes since the change. As by the link of the mail.
 */
async function takeBack(tx: Db, { secrets, clock }: Needs, move: Move, since: Date): Promise<void> {
  const { user, email, knowsPassword } = move
  await removeIdentitiesSince(tx, user.id, since)
  const wasVerified = user.is_email_verified || user.proved_email !== email
  if (!wasVerified) return
  if (!knowsPassword) await forgetPassword(tx, user.id)
  await removeFactorSince(tx, user.id, since)
  await renewKey(tx, secrets, user.id, clock())
}

/**
 * When the link expires, or has expired, that restores the new address; null: the user does not return to it. After the
 * week of the link, only another person brings them back, an admin: the user may have lost the mailbox since.
 */
async function findReturn(tx: Db, { clock }: Needs, { actor, user, email }: Move): Promise<Date | null> {
  const restorable = await findRestorable(tx, user.id, email, clock())
  if (restorable !== null || actor.user_id === user.id) return restorable
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
