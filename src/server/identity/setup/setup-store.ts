import { sql } from 'kysely'
import type { ApiKeyColumns, Db } from '#server/kernel/index.ts'
import { adminGroupPermissions, defaultGroupPermissions } from '#shared/permissions/permission.ts'

/** Key of the advisory lock: any fixed number that nothing else uses. */
const setupLock = 7_366_173

export async function hasUsers(db: Db): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}

export interface FirstUser extends ApiKeyColumns {
  name: string
  email: string
  password_hash: string
  org_name: string
}

/**
 * Creates the organization, its two built-in groups and the first user in both, in one transaction under a lock.
 * Answers the user's id, or null when another request was first.
 */
export async function insertFirstUser(db: Db, first: FirstUser): Promise<number | null> {
  return await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${setupLock})`.execute(trx)
    if (await hasUsers(trx)) return null
    const { org_name, ...values } = first
    const org_id = await nameOrganization(trx, org_name)
    const groups = await trx
      .insertInto('groups')
      .values([
        { org_id, type: 'builtin', name: 'admin', permissions: [...adminGroupPermissions] },
        { org_id, type: 'builtin', name: 'default', permissions: [...defaultGroupPermissions] },
      ])
      .returning('id')
      .execute()
    const user = await trx
      .insertInto('users')
      .values({ org_id, ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('group_members')
      .values(groups.map((group) => ({ group_id: group.id, user_id: user.id })))
      .execute()
    return user.id
  })
}

async function nameOrganization(trx: Db, name: string): Promise<number> {
  const { id } = await trx
    .insertInto('organizations')
    .values({ name, slug: 'default' })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ name }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * The organization of an instance that is set up by an import, in its transaction, which also adds groups and users.
 * Null when a user exists. Until it ends, `/setup` waits.
 */
export async function insertOrganization(trx: Db, name: string): Promise<number | null> {
  await sql`select pg_advisory_xact_lock(${setupLock})`.execute(trx)
  return (await hasUsers(trx)) ? null : await nameOrganization(trx, name)
}
