import type { Db } from '#server/kernel/index.ts'
import type { StoredUser } from './user-reply.ts'
import { findUser } from './user-store.ts'

/** A user of the organization, for other features; null when the id is unknown. */
export async function findMember(db: Db, orgId: number, id: number): Promise<StoredUser | null> {
  return await findUser(db, orgId, id)
}
