import { refuse } from '#shared/errors/refusal.ts'
import { type Actor, isSelfOrAdmin } from '#shared/permissions/can.ts'
import type { UserDetail } from '#shared/users/users-api.ts'
import type { Db } from '../db/database.ts'
import { type StoredUser, userReply } from './user-reply.ts'
import { findUser } from './user-store.ts'

export type UserWithKey = StoredUser & { api_key: string }

/** The user of the actor's organisation with this id. Throws not_found. */
export async function demandUser(db: Db, actor: Actor, id: number): Promise<UserWithKey> {
  const user = await findUser(db, actor.org_id, id)
  if (user === null) throw refuse('not_found')
  return user
}

/** The same for those who may change him. Throws auth.forbidden and not_found. */
export async function demandOwnProfile(db: Db, actor: Actor, id: number): Promise<UserWithKey> {
  if (!isSelfOrAdmin(actor, id)) throw refuse('auth.forbidden')
  return await demandUser(db, actor, id)
}

/** The key is for the user himself and for admins. */
export function userDetail(actor: Actor, user: UserWithKey): UserDetail {
  return { ...userReply(user), ...(isSelfOrAdmin(actor, user.id) ? { api_key: user.api_key } : {}) }
}
