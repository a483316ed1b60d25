import { sql } from 'kysely'
import { isAddressKept } from '#server/identity/index.ts'
import type { ApiKeyColumns, Db } from '#server/kernel/index.ts'
import type { Permission } from '#shared/permissions/permission.ts'

/** Users as commands show and change them. Email addresses are compared case-insensitively. */
export interface OperatorUser {
  id: number
  name: string
  email: string
  groups: string[]
  is_disabled: boolean
  is_invitation_pending: boolean
  created_at: Date
  active_at: Date | null
}

export async function findOrganizationId(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('organizations')
    .select('id')
    .where('slug', '=', 'default')
    .executeTakeFirst()
  return row?.id ?? null
}

function selectUsers(db: Db, orgId: number) {
  return db
    .selectFrom('users')
    .where('org_id', '=', orgId)
    .select(['id', 'name', 'email', 'is_invitation_pending', 'created_at', 'active_at'])
    .select([
      sql<boolean>`disabled_at is not null`.as('is_disabled'),
      sql<string[]>`array(select groups.name::text from group_members member
        join groups on groups.id = member.group_id where member.user_id = users.id order by groups.id)`.as(
        'groups',
      ),
    ])
}

export async function listPeople(db: Db, orgId: number): Promise<OperatorUser[]> {
  return await selectUsers(db, orgId).orderBy('id').execute()
}

export async function findPerson(db: Db, orgId: number, email: string): Promise<OperatorUser | null> {
  const row = await selectUsers(db, orgId)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
  return row ?? null
}

interface NewPerson extends ApiKeyColumns {
  org_id: number
  name: string
  email: string
  password_hash: string
}

/** Returns the id; null when the address is taken or kept for another user. */
export async function insertPerson(
  db: Db,
  person: NewPerson,
  groupIds: readonly number[],
  now: Date,
): Promise<number | null> {
  return await db.transaction().execute(async (tx) => {
    await sql`lock table users in share row exclusive mode`.execute(tx)
    if ((await findPerson(tx, person.org_id, person.email)) !== null) return null
    // no user can give an address up in the meantime, as the table is locked
    if (await isAddressKept(tx, { ...person, user_id: null }, now)) return null
    const { id } = await tx.insertInto('users').values(person).returning('id').executeTakeFirstOrThrow()
    for (const group_id of groupIds) await addMember(tx, group_id, id)
    return id
  })
}

async function addMember(db: Db, groupId: number, userId: number): Promise<void> {
  await db
    .insertInto('group_members')
    .values({ group_id: groupId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function joinGroup(db: Db, groupId: number, userId: number): Promise<void> {
  await addMember(db, groupId, userId)
}

/** Counts the objects that would lose their owner. */
export async function countOwned(db: Db, userId: number): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    select
      (select count(*)::integer from queries where user_id = ${userId} or last_modified_by_id = ${userId}) as queries,
      (select count(*)::integer from dashboards where user_id = ${userId}) as dashboards,
      (select count(*)::integer from alerts where user_id = ${userId}) as alerts,
      (select count(*)::integer from query_snippets where user_id = ${userId}) as snippets`.execute(db)
  return rows[0] ?? {}
}

export async function deletePerson(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('users').where('id', '=', userId).execute()
}

export interface OperatorGroup {
  id: number
  name: string
  type: string
  permissions: string[]
  members: number
}

export async function listGroups(db: Db, orgId: number): Promise<OperatorGroup[]> {
  return await db
    .selectFrom('groups')
    .where('org_id', '=', orgId)
    .select(['id', 'name', 'type', 'permissions'])
    .select(
      sql<number>`(select count(*)::integer from group_members member where member.group_id = groups.id)`.as(
        'members',
      ),
    )
    .orderBy('id')
    .execute()
}

export async function setPermissions(db: Db, id: number, permissions: readonly Permission[]): Promise<void> {
  await db
    .updateTable('groups')
    .set({ permissions: [...permissions] })
    .where('id', '=', id)
    .execute()
}

export interface OperatorSource {
  id: number
  name: string
  type: string
  encrypted_options: Buffer
  is_paused: boolean
}

/** All data sources, with sealed options. */
export async function listSources(db: Db, orgId: number): Promise<OperatorSource[]> {
  return await db
    .selectFrom('data_sources')
    .select(['id', 'name', 'type', 'encrypted_options', 'is_paused'])
    .where('org_id', '=', orgId)
    .orderBy('id')
    .execute()
}

interface TaggedQuery {
  id: number
  user_id: number
  tags: string[]
}

export async function findTags(db: Db, orgId: number, id: number): Promise<TaggedQuery | null> {
  const row = await db
    .selectFrom('queries')
    .select(['id', 'user_id', 'tags'])
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Gives all content the same uuids in each new demo, so that files of one demo (examples/content) fit any other. */
export async function setDemoUuids(db: Db): Promise<void> {
  for (const table of ['queries', 'visualizations', 'dashboards', 'widgets'] as const)
    await sql`update ${sql.table(table)} set uuid = md5(${`${table} of the demo: `} || id)::uuid`.execute(db)
}
