import { randomBytes } from 'node:crypto'
import type { Db } from '#server/kernel/index.ts'
import { revokeAccountLinks } from '../link-tokens/link-tokens.ts'
import { endSessions } from '../session/user-sessions.ts'
import { isAddressKept } from '../users/kept-address-store.ts'
import { updateUser } from '../users/user-change-store.ts'
import { type Holder, lockHolder, storeVerified } from './account-link-store.ts'

/**
 * Takes an address from a user who has entered it but never verified it, for the user who has: the holder gets their
 * last verified address back. Without one they get an address that reaches nobody, until an admin enters another.
 * Their sessions and links end. Answers the holder, null when nobody has the address, and `verified` when its holder
 * has verified it and keeps it.
 */
export async function takeFromHolder(
  tx: Db,
  owner: { id: number; org_id: number },
  email: string,
  now: Date,
): Promise<number | 'verified' | null> {
  const holder = await lockHolder(tx, owner, email)
  if (holder === null) return null
  if (holder.is_email_verified && !holder.is_address_new && !holder.is_invitation_pending) return 'verified'
  await giveFormer(tx, holder, owner.org_id, now)
  await revokeAccountLinks(tx, holder.id)
  await endSessions({ db: tx }, holder.id)
  return holder.id
}

async function giveFormer(tx: Db, holder: Holder, org_id: number, now: Date): Promise<void> {
  const { id, proved_email } = holder
  if (proved_email !== null && (await isFree(tx, org_id, proved_email, id, now))) {
    await storeVerified(tx, id, proved_email, now)
    return
  }
  // random, so that no user can register it in advance
  const email = `user-${id}-${randomBytes(8).toString('hex')}@address-taken-back.invalid`
  await updateUser(tx, id, { email, is_email_verified: false, is_address_new: true, proved_email: null }, now)
}

async function isFree(tx: Db, org_id: number, email: string, user_id: number, now: Date): Promise<boolean> {
  if ((await lockHolder(tx, { id: user_id, org_id }, email)) !== null) return false
  return !(await isAddressKept(tx, { org_id, email, user_id }, now))
}
