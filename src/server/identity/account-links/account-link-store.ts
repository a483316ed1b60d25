import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#server/kernel/index.ts'
import type { KnownAddress } from '../users/address-for-links.ts'
import { updateUser } from '../users/user-change-store.ts'

/** What a link needs to know of the user it is for. */
export interface LinkedUser {
  id: number
  org_id: number
  name: string
  email: string
  is_invitation_pending: boolean
  disabled_at: Date | null
  is_email_verified: boolean
  is_address_new: boolean
  proved_email: string | null
}

const columns = [
  ...(['id', 'org_id', 'name', 'email', 'is_invitation_pending', 'disabled_at'] as const),
  ...(['is_email_verified', 'is_address_new', 'proved_email'] as const),
] as const

export async function findLinkedUser(db: Db, id: number): Promise<LinkedUser | null> {
  const row = await db.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/**
 * Finds by the address, or by the last verified one while the address is new and not verified. If two users have it,
 * the one who verified it comes first.
 */
export async function findUserByEmail(db: Db, email: string): Promise<LinkedUser | null> {
  const row = await db
    .selectFrom('users')
    .select(columns)
    .where((eb) => eb.or([eb('email', '=', email), isLastVerified(email)]))
    .orderBy((eb) => eb.or([eb('is_email_verified', '=', true), isLastVerified(email)]), 'desc')
    .orderBy('id')
    .executeTakeFirst()
  return row ?? null
}

function isLastVerified(email: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(is_address_new and proved_email = ${email})`
}

/** Stores the password that a user chose through a link; the invitation is no longer pending. */
export async function storePassword(tx: Db, id: number, passwordHash: string, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: passwordHash, is_invitation_pending: false, updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** Sets an address that its user has verified. False when another user has it; the transaction has failed then. */
export async function storeVerified(tx: Db, id: number, email: string, now: Date): Promise<boolean> {
  const values = { email, is_email_verified: true, is_address_new: false, proved_email: null }
  return await updateUser(tx, id, values, now)
}

/** Identities at providers added since then may belong to the person who changed the address. */
export async function removeIdentitiesSince(tx: Db, id: number, since: Date): Promise<void> {
  await tx.deleteFrom('identities').where('user_id', '=', id).where('created_at', '>=', since).execute()
}

/** The same for a second factor, also one that was only begun before, and for recovery codes. */
export async function removeFactorSince(tx: Db, id: number, since: Date): Promise<void> {
  await tx
    .deleteFrom('second_factors')
    .where('user_id', '=', id)
    .where((eb) => eb.or([eb('confirmed_at', '>=', since), eb('confirmed_at', 'is', null)]))
    .execute()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', id).where('created_at', '>=', since).execute()
}

/** Was the second factor, or one of its recovery codes, set up in this time? */
export async function isFactorNew(db: Db, id: number, from: Date, to: Date): Promise<boolean> {
  const row = await db
    .selectFrom('second_factors')
    .leftJoin('recovery_codes', 'recovery_codes.user_id', 'second_factors.user_id')
    .where('second_factors.user_id', '=', id)
    .where((eb) =>
      eb.or([
        eb.and([eb('confirmed_at', '>=', from), eb('confirmed_at', '<', to)]),
        eb.and([eb('recovery_codes.created_at', '>=', from), eb('recovery_codes.created_at', '<', to)]),
      ]),
    )
    .select('second_factors.user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** A user who has an address, and what is known about it. */
export interface Holder extends KnownAddress {
  id: number
  is_email_verified: boolean
  is_invitation_pending: boolean
}

/** Another user of the organization who has this address. They cannot verify it until the transaction ends. */
export async function lockHolder(
  tx: Db,
  { id, org_id }: { id: number; org_id: number },
  email: string,
): Promise<Holder | null> {
  const row = await tx
    .selectFrom('users')
    .select(columns)
    .where('org_id', '=', org_id)
    .where('email', '=', email)
    .where('id', '!=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Makes the password unusable. False when there was none. */
export async function forgetPassword(tx: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ password_hash: null })
    .where('id', '=', id)
    .where('password_hash', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
