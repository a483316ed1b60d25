import type { Db } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { type ActingUser, findActingUser } from './session-store.ts'

export function userActor(user: ActingUser): Actor {
  return {
    kind: 'user',
    org_id: user.org_id,
    user_id: user.id,
    name: user.email,
    group_ids: user.group_ids,
    permissions: user.permissions,
    query_id: null,
  }
}

/** The actor for work done on behalf of a user. Refuses unknown and disabled users. */
export async function loadActor(db: Db, userId: number): Promise<Actor> {
  const user = await findActingUser(db, userId)
  if (user === null) throw refuse('auth.required')
  return userActor(user)
}
