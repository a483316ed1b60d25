import { claimName, type Db } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { Actor } from '#shared/permissions/can.ts'
import {
  findGroup,
  hasHolder,
  insertGroup,
  listBuiltinGroups,
  lockMembership,
  renameGroup,
  type StoredGroup,
} from './group-store.ts'

/** A group of the actor's organization. Throws not_found. */
export async function requireGroup(db: Db, actor: Actor, id: number): Promise<StoredGroup> {
  const group = await findGroup(db, actor.org_id, id)
  if (group === null) throw refuse('not_found')
  return group
}

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

/**
 * Creates a group. New names must be unique within the organization, because providers and commands refer to
 * groups by name; existing duplicates stay. Throws group.name_taken.
 */
export async function createGroup(
  { db }: { db: Db },
  group: { org_id: number; name: string; permissions: readonly string[] },
): Promise<StoredGroup> {
  return await db.transaction().execute(async (tx) => {
    await requireFreeName(tx, group.org_id, group.name)
    return await insertGroup(tx, { ...group, permissions: [...group.permissions] })
  })
}

/** Throws group.name_taken. */
export async function changeGroupName(
  { db }: { db: Db },
  group: StoredGroup,
  name: string,
): Promise<StoredGroup> {
  if (name === group.name) return group
  await db.transaction().execute(async (tx) => {
    await requireFreeName(tx, group.org_id, name)
    await renameGroup(tx, group.id, name)
  })
  return { ...group, name }
}

async function requireFreeName(tx: Db, orgId: number, name: string): Promise<void> {
  if (!(await claimName(tx, 'groups', orgId, name))) throw refuse('group.name_taken', { name, field: 'name' })
}
