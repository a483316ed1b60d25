import type { Db } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { insertGroup, isGroupName, lockGroupNames, renameGroup, type StoredGroup } from './group-store.ts'

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
  await lockGroupNames(tx, orgId)
  if (await isGroupName(tx, orgId, name)) throw refuse('group.name_taken', { name, field: 'name' })
}
