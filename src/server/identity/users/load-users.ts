import type { Db } from '#server/kernel/index.ts'
import type { User } from '#shared/users/user.ts'
import { userReply } from './user-reply.ts'
import { listUsersById } from './user-store.ts'

/** The users with these ids in the form shown with objects, by id; unknown ids are absent. */
export async function loadUsers(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, User>> {
  if (ids.length === 0) return new Map()
  const users = await listUsersById(db, ids)
  return new Map(users.map((user) => [user.id, userReply(user)]))
}
