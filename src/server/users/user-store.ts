import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { StoredUser } from './user-reply.ts'

function selectUsers(db: Db) {
  return db
    .selectFrom('users')
    .select([
      'id',
      'name',
      'email',
      'profile_image_url',
      'is_invitation_pending',
      'is_email_verified',
      'disabled_at',
      'active_at',
      'created_at',
      'updated_at',
    ])
    .select([
      sql<boolean>`password_hash is not null`.as('has_password'),
      sql<number[]>`array(
        select member.group_id from group_members member where member.user_id = users.id order by member.group_id
      )`.as('group_ids'),
    ])
}

export async function findUser(
  db: Db,
  orgId: number,
  id: number,
): Promise<(StoredUser & { api_key: string }) | null> {
  const row = await selectUsers(db)
    .select('api_key')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

export async function listUsersById(db: Db, ids: readonly number[]): Promise<StoredUser[]> {
  return await selectUsers(db)
    .where('id', 'in', [...ids])
    .execute()
}

export async function setApiKey(db: Db, id: number, apiKey: string, now: Date): Promise<void> {
  await db.updateTable('users').set({ api_key: apiKey, updated_at: now }).where('id', '=', id).execute()
}
