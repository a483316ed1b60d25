import type { Db } from '../db/database.ts'

/** What a link needs to know of the user it is for. */
export interface LinkedUser {
  id: number
  name: string
  email: string
  is_invitation_pending: boolean
  disabled_at: Date | null
}

const columns = ['id', 'name', 'email', 'is_invitation_pending', 'disabled_at'] as const

export async function findLinkedUser(db: Db, id: number): Promise<LinkedUser | null> {
  const row = await db.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirst()
  return row ?? null
}

export async function findUserByEmail(db: Db, email: string): Promise<LinkedUser | null> {
  const row = await db.selectFrom('users').select(columns).where('email', '=', email).executeTakeFirst()
  return row ?? null
}

/** The password of somebody who has come by a link: he is no longer only invited. */
export async function storePassword(tx: Db, id: number, passwordHash: string, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: passwordHash, is_invitation_pending: false, updated_at: now })
    .where('id', '=', id)
    .execute()
}
