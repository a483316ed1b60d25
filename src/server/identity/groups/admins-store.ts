import { sql } from 'kysely'
import type { Db } from '#server/kernel/index.ts'

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
