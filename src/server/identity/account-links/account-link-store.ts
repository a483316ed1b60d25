import type { Db } from '#server/kernel/index.ts'

/** What a link needs to know of the user it is for. */
export interface LinkedUser {
  id: number
  org_id: number
  name: string
  email: string
  is_invitation_pending: boolean
  disabled_at: Date | null
  is_address_new: boolean
  proved_email: string | null
}

const columns = [
  ...(['id', 'org_id', 'name', 'email', 'is_invitation_pending', 'disabled_at'] as const),
  ...(['is_address_new', 'proved_email'] as const),
] as const

export async function findLinkedUser(db: Db, id: number): Promise<LinkedUser | null> {
  const row = await db.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** Finds by the present address, or by the last verified one while the present one is not verified. */
export async function findUserByEmail(db: Db, email: string): Promise<LinkedUser | null> {
  const row = await db.selectFrom('users').select(columns).where('email', '=', email).executeTakeFirst()
  if (row !== undefined) return row
  const former = await db
    .selectFrom('users')
    .select(columns)
    .where('proved_email', '=', email)
    .where('is_address_new', '=', true)
    .orderBy('id')
    .executeTakeFirst()
  return former ?? null
}

/** Stores the password that a user chose through a link; the invitation is no longer pending. */
export async function storePassword(tx: Db, id: number, passwordHash: string, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: passwordHash, is_invitation_pending: false, updated_at: now })
    .where('id', '=', id)
    .execute()
}

/**
 * Restores the account as it was before its address changed at `since`. False when another user has the address
 * now.
 */
export async function restoreAccount(
  tx: Db,
  { id, email, since }: { id: number; email: string; since: Date },
  now: Date,
): Promise<boolean> {
  const taken = await tx
    .selectFrom('users as one')
    .innerJoin('users as other', 'other.org_id', 'one.org_id')
    .where('one.id', '=', id)
    .where('other.id', '!=', id)
    .where('other.email', '=', email)
    .select('other.id')
    .executeTakeFirst()
  if (taken !== undefined) return false
  await tx
    .updateTable('users')
    .set({ email, is_email_verified: true, is_address_new: false, proved_email: null, updated_at: now })
    .where('id', '=', id)
    .execute()
  // sign-in methods added since then may belong to the person who changed the address
  await tx.deleteFrom('identities').where('user_id', '=', id).where('created_at', '>=', since).execute()
  await tx.deleteFrom('second_factors').where('user_id', '=', id).where('begun_at', '>=', since).execute()
  return true
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
