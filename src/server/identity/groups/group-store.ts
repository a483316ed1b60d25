import { type Selectable, sql } from 'kysely'
import type { Db, GroupsTable } from '#server/kernel/index.ts'

export type StoredGroup = Selectable<GroupsTable>

/** Groups of the organization, oldest first; `ids` limits them. */
export async function listGroups(
  db: Db,
  orgId: number,
  ids: readonly number[] | null,
): Promise<StoredGroup[]> {
  let selection = db.selectFrom('groups').selectAll().where('org_id', '=', orgId).orderBy('id')
  if (ids !== null) selection = selection.where('id', 'in', [...ids])
  return ids?.length === 0 ? [] : await selection.execute()
}

export async function findGroup(db: Db, orgId: number, id: number): Promise<StoredGroup | null> {
  const row = await db
    .selectFrom('groups')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

export async function insertGroup(
  db: Db,
  group: { org_id: number; name: string; permissions: string[] },
): Promise<StoredGroup> {
  return await db.insertInto('groups').values(group).returningAll().executeTakeFirstOrThrow()
}

export async function renameGroup(db: Db, id: number, name: string): Promise<void> {
  await db.updateTable('groups').set({ name }).where('id', '=', id).execute()
}

/** Also deletes its memberships and links to data sources. */
export async function deleteGroupRow(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('groups').where('id', '=', id).execute()
}

/** Ids of the members, ordered by their names. */
export async function listMemberIds(db: Db, groupId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('group_members')
    .innerJoin('users', 'users.id', 'group_members.user_id')
    .where('group_members.group_id', '=', groupId)
    .select('users.id')
    .orderBy((eb) => eb.fn('lower', ['users.name']))
    .orderBy('users.id')
    .execute()
  return rows.map((row) => row.id)
}

export async function insertMember(tx: Db, groupId: number, userId: number): Promise<void> {
  await tx
    .insertInto('group_members')
    .values({ group_id: groupId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** True when the user was a member. */
export async function deleteMember(tx: Db, groupId: number, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('group_members')
    .where('group_id', '=', groupId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Adds it with full access, unless the group already has the data source. */
export async function linkDataSource(db: Db, groupId: number, dataSourceId: number): Promise<void> {
  await db
    .insertInto('data_source_groups')
    .values({ group_id: groupId, data_source_id: dataSourceId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** True when the group has the data source. */
export async function setLinkAccess(
  db: Db,
  groupId: number,
  dataSourceId: number,
  viewOnly: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('data_source_groups')
    .set({ view_only: viewOnly })
    .where('group_id', '=', groupId)
    .where('data_source_id', '=', dataSourceId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** True when the group had the data source. */
export async function unlinkDataSource(db: Db, groupId: number, dataSourceId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('data_source_groups')
    .where('group_id', '=', groupId)
    .where('data_source_id', '=', dataSourceId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Locks the memberships of an organization's groups until the transaction ends, so changes run one after another.
 */
export async function lockMembership(tx: Db, orgId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${membershipLock}, ${orgId})`.execute(tx)
}

/** First half of the key of the advisory lock: any fixed number that nothing else uses. */
const membershipLock = 7_366_174

/** Does an active user hold this permission? */
export async function hasHolder(
  tx: Db,
  orgId: number,
  permission: 'admin' | 'super_admin',
): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .innerJoin('group_members', 'group_members.user_id', 'users.id')
    .innerJoin('groups', 'groups.id', 'group_members.group_id')
    .where('users.org_id', '=', orgId)
    .where('users.disabled_at', 'is', null)
    .where('users.is_invitation_pending', '=', false)
    .where(sql<boolean>`${permission} = any(groups.permissions)`)
    .select('users.id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Ids of the built-in groups that a user is in. */
export async function listBuiltinGroups(tx: Db, userId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('group_members')
    .innerJoin('groups', 'groups.id', 'group_members.group_id')
    .where('group_members.user_id', '=', userId)
    .where('groups.type', '=', 'builtin')
    .select('groups.id')
    .execute()
  return rows.map((row) => row.id)
}
