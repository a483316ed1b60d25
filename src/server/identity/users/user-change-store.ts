import { sql } from 'kysely'
import type { ApiKeyColumns, Db } from '#server/kernel/index.ts'
import { isAddressKept } from './kept-address-store.ts'

export interface NewUser extends ApiKeyColumns {
  org_id: number
  name: string
  email: string
  is_invitation_pending: boolean
  profile_image_url?: string | null
}

/**
 * Adds a user in the group `default`. Null when the address is taken or kept for another user; the caller must undo
 * the transaction then.
 */
export async function insertUser(tx: Db, user: NewUser, now: Date): Promise<number | null> {
  const row = await tx
    .insertInto('users')
    .values({ ...user, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.columns(['org_id', 'email']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) return null
  const { org_id, email } = user
  if (await isAddressKept(tx, { org_id, email, user_id: row.id }, now)) return null
  await tx
    .insertInto('group_members')
    .columns(['group_id', 'user_id'])
    .expression((eb) =>
      eb
        .selectFrom('groups')
        .where('org_id', '=', user.org_id)
        .where('type', '=', 'builtin')
        .where('name', '=', 'default')
        .select(['id', sql<number>`${row.id}::integer`.as('user_id')]),
    )
    .execute()
  return row.id
}

/** The fields of a profile. */
export interface UserValues {
  name?: string
  email?: string
  is_email_verified?: boolean
  is_address_new?: boolean
  proved_email?: string | null
  password_hash?: string
}

/** False when another user has the address; the transaction has failed then. */
export async function updateUser(tx: Db, id: number, values: UserValues, now: Date): Promise<boolean> {
  return await unlessViolated(uniqueViolation, () =>
    tx
      .updateTable('users')
      .set({ ...values, updated_at: now })
      .where('id', '=', id)
      .execute(),
  )
}

export async function findPasswordHash(db: Db, id: number): Promise<string | null> {
  const row = await db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst()
  return row?.password_hash ?? null
}

/** The hash of a user who has not signed in since they came from Redash; null: there is none. */
export async function findImportedHash(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('password_hash')
    .where('password_hash', 'like', '$_$%')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.password_hash ?? null
}

/** False when the user has another hash by now. */
export async function replaceHash(db: Db, id: number, before: string, after: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ password_hash: after })
    .where('id', '=', id)
    .where('password_hash', '=', before)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function setDisabled(tx: Db, id: number, disabledAt: Date | null, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ disabled_at: disabledAt, updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** False when the user still owns objects. */
export async function deleteUserRow(db: Db, id: number): Promise<boolean> {
  return await unlessViolated(foreignKeyViolation, () =>
    db.deleteFrom('users').where('id', '=', id).execute(),
  )
}

const uniqueViolation = '23505'
const foreignKeyViolation = '23503'

async function unlessViolated(code: string, change: () => Promise<unknown>): Promise<boolean> {
  try {
    await change()
    return true
  } catch (error) {
    if ((error as { code?: unknown }).code === code) return false
    throw error
  }
}

/** Those of these ids that are groups of the organization. */
export async function knownGroups(
  tx: Db,
  orgId: number,
  ids: readonly number[],
): Promise<{ id: number; permissions: string[] }[]> {
  if (ids.length === 0) return []
  return await tx
    .selectFrom('groups')
    .select(['id', 'permissions'])
    .where('org_id', '=', orgId)
    .where('id', 'in', [...ids])
    .execute()
}

/** Makes these the only groups of the user. */
export async function setGroups(tx: Db, userId: number, ids: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('group_members')
    .where('user_id', '=', userId)
    .where('group_id', 'not in', [...ids])
    .execute()
  await tx
    .insertInto('group_members')
    .values(ids.map((group_id) => ({ group_id, user_id: userId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
