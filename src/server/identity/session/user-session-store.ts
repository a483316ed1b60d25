import { sql } from 'kysely'
import type { Db } from '#server/kernel/index.ts'

/** The merged rows of one login: the browser's session and what restores it. */
export interface StoredLogin {
  login_id: string
  user_agent: string | null
  ip: string | null
  created_at: Date
  used_at: Date
  expires_at: Date
  is_remembered: boolean
  is_current: boolean
}

/** The active logins of a user, last used first. `own`: token hashes that the caller presents. */
export async function listLogins(
  db: Db,
  userId: number,
  now: Date,
  own: readonly Buffer[],
): Promise<StoredLogin[]> {
  return await db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .groupBy('login_id')
    .select('login_id')
    .select([
      sql<string | null>`(array_agg(user_agent order by used_at desc))[1]`.as('user_agent'),
      sql<string | null>`(array_agg(ip order by used_at desc))[1]`.as('ip'),
      sql<Date>`min(created_at)`.as('created_at'),
      sql<Date>`max(used_at)`.as('used_at'),
      sql<Date>`max(expires_at)`.as('expires_at'),
      sql<boolean>`bool_or(kind = 'remember')`.as('is_remembered'),
      sql<boolean>`bool_or(token_hash = any(${sql.val([...own])}::bytea[]))`.as('is_current'),
    ])
    .orderBy('used_at', 'desc')
    .orderBy('login_id')
    .execute()
}

/** True when the login existed. */
export async function deleteLogin(db: Db, userId: number, loginId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('login_id', '=', loginId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** When a password or code was last entered in the login of this session; null: unknown. */
export async function findLastProof(db: Db, tokenHash: Buffer): Promise<Date | null> {
  const row = await db
    .selectFrom('sessions as own')
    .innerJoin('sessions', 'sessions.login_id', 'own.login_id')
    .where('own.token_hash', '=', tokenHash)
    .select(sql<Date | null>`max(sessions.proved_at)`.as('proved_at'))
    .executeTakeFirst()
  return row?.proved_at ?? null
}

/** False when the session no longer exists. */
export async function markProved(db: Db, tokenHash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ proved_at: now })
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
