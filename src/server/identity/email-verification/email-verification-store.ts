import type { Db } from '#server/kernel/index.ts'

export interface AddressOfUser {
  id: number
  name: string
  email: string
  is_email_verified: boolean
  proved_email: string | null
}

export async function findAddress(db: Db, userId: number): Promise<AddressOfUser | null> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'is_email_verified', 'proved_email'])
    .where('id', '=', userId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** False when the user has another address now: a concurrent change has not verified the new one. */
export async function markEmailVerified(
  tx: Db,
  { user_id, email }: { user_id: number; email: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ is_email_verified: true, is_address_new: false, proved_email: null })
    .where('id', '=', user_id)
    .where('email', '=', email)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
