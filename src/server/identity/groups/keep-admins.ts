import type { Db } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { hasHolder, listBuiltinGroups, lockMembership } from './admins-store.ts'

/**
 * Makes a change of who is in which group, or may come in, in a transaction; refused when no admin would be left,
 * or when the last goes who may govern admins. Two admins who take each other's rights at once come one after the other.
 */
export async function keepingAdmins<T>(
  { db }: { db: Db },
  { org_id }: Pick<Actor, 'org_id'>,
  change: (tx: Db) => Promise<T>,
): Promise<T> {
  return await db.transaction().execute(async (tx) => {
    await lockMembership(tx, org_id)
    // where there has been none, such as with groups from elsewhere, nobody is kept from anything
    const isGoverned = await hasHolder(tx, org_id, 'super_admin')
    const outcome = await change(tx)
    const remain = async (permission: 'admin' | 'super_admin') => await hasHolder(tx, org_id, permission)
    if (!(await remain('admin')) || (isGoverned && !(await remain('super_admin'))))
      throw refuse('user.last_admin')
    return outcome
  })
}

/** Do members of such a group get hold of other people's accounts? */
export function makesAdmins({ permissions }: { permissions: readonly string[] }): boolean {
  return permissions.includes('admin') || permissions.includes('super_admin')
}

/**
 * Nobody takes himself out of a built-in group (docs/reference/api-administration.md#keeping-admins). `remaining`: his
 * groups afterwards.
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
