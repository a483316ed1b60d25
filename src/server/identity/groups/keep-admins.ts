import type { Db } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { hasHolder, listBuiltinGroups, lockMembership } from './admins-store.ts'

/**
 * Runs a change of memberships or disabled users in a transaction; refuses it when it would leave no admin, or no
 * user who may manage admins. Locks, so that two admins who remove each other's rights run one after another.
 */
export async function keepingAdmins<T>(
  { db }: { db: Db },
  { org_id }: Pick<Actor, 'org_id'>,
  change: (tx: Db) => Promise<T>,
): Promise<T> {
  return await db.transaction().execute(async (tx) => {
    await lockMembership(tx, org_id)
    // without such a user before the change, such as with migrated groups, nothing is refused
    const isGoverned = await hasHolder(tx, org_id, 'super_admin')
    const outcome = await change(tx)
    const remain = async (permission: 'admin' | 'super_admin') => await hasHolder(tx, org_id, permission)
    if (!(await remain('admin')) || (isGoverned && !(await remain('super_admin'))))
      throw refuse('user.last_admin')
    return outcome
  })
}

/** Can members of a group with these permissions take over other users' accounts? */
export function makesAdmins({ permissions }: { permissions: readonly string[] }): boolean {
  return permissions.includes('admin') || permissions.includes('super_admin')
}

/**
 * Users cannot remove themselves from a built-in group (docs/reference/api-administration.md#keeping-admins).
 * `remaining`: their groups afterwards.
 */
export async function requireOwnGroupsStay(
  tx: Db,
  actor: Actor,
  userId: number,
  remaining: (groupId: number) => boolean,
): Promise<void> {
  if (actor.user_id !== userId) return
  const builtin = await listBuiltinGroups(tx, userId)
  if (!builtin.every(remaining)) throw refuse('user.leave_builtin_group')
}
