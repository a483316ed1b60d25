import { sql } from 'kysely'
import type { Db } from '#server/kernel/index.ts'
import type { KeyLimits, KeyScope } from '#shared/permissions/key-scope.ts'

export interface StoredApiKey extends KeyLimits {
  id: number
  name: string
  ending: string
  scopes: KeyScope[]
  data_source_ids: number[] | null
  expires_at: Date | null
  used_at: Date | null
  created_at: Date
}

const columns = [
  'api_keys.id',
  'api_keys.name',
  'ending',
  'scopes',
  'data_source_ids',
  'expires_at',
  'used_at',
  'api_keys.created_at',
] as const

/** The unexpired key with this hash, if its user is not disabled. */
export async function findLivingKey(
  db: Db,
  keyHash: Buffer,
  now: Date,
): Promise<(StoredApiKey & { user_id: number }) | null> {
  const row = await db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .select([...columns, 'user_id'])
    .where('key_hash', '=', keyHash)
    .where('users.disabled_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirst()
  return row ?? null
}

/** Stores the time of use, unless it was stored after `notBefore`. */
export async function stampUse(db: Db, id: number, now: Date, notBefore: Date): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ used_at: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('used_at', 'is', null), eb('used_at', '<=', notBefore)]))
    .execute()
}

/** The newest first. */
export async function listKeys(db: Db, userId: number): Promise<StoredApiKey[]> {
  return await db
    .selectFrom('api_keys')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute()
}

interface NewKey {
  user_id: number
  created_by: number | null
  name: string
  key_hash: Buffer
  ending: string
  scopes: KeyScope[]
  data_source_ids: number[] | null
  expires_at: Date | null
  created_at: Date
}

export async function insertKey(db: Db, key: NewKey): Promise<StoredApiKey> {
  return await db.insertInto('api_keys').values(key).returning(columns).executeTakeFirstOrThrow()
}

export async function countKeys(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('api_keys')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** The key that has been deleted; null: the user has none with this id. */
export async function deleteKey(db: Db, userId: number, id: number): Promise<StoredApiKey | null> {
  const row = await db
    .deleteFrom('api_keys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
  return row ?? null
}

export async function deleteKeysOfUser(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('api_keys').where('user_id', '=', userId).execute()
}

/** These data sources, as far as they exist in the organization. */
export async function findSourceTypes(
  db: Db,
  orgId: number,
  ids: readonly number[],
): Promise<{ id: number; name: string; type: string }[]> {
  return await db
    .selectFrom('data_sources')
    .select(['id', 'name', 'type'])
    .where('org_id', '=', orgId)
    .where('id', 'in', [...ids])
    .execute()
}
