import type { Db } from '../db/database.ts'

export interface AddressOfUser {
  name: string
  email: string
  is_email_verified: boolean
}

export async function findAddress(db: Db, userId: number): Promise<AddressOfUser | null> {
  const row = await db
    .selectFrom('users')
    .select(['name', 'email', 'is_email_verified'])
    .where('id', '=', userId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

export async function markEmailVerified(tx: Db, userId: number): Promise<void> {
  await tx.updateTable('users').set({ is_email_verified: true }).where('id', '=', userId).execute()
}
