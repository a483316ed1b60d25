import { sql } from 'kysely'
import type { Db } from '#server/kernel/index.ts'
import type { SessionKind } from './session-store.ts'

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

/**
 * When a password or code was last entered in this session; null: unknown. Not in its login: the remembered login of the
 * same browser, which may be copied, opens sessions of its own.
 */
export async function findLastProof(db: Db, tokenHash: Buffer): Promise<Date | null> {
  const row = await db
    .selectFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .select('proved_at')
    .executeTakeFirst()
  return row?.proved_at ?? null
}

/** The login that a session belongs to; null: there is no such session. */
export async function findLoginOfSession(db: Db, tokenHash: Buffer): Promise<string | null> {
  const row = await db
    .selectFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .select('login_id')
    .executeTakeFirst()
  return row?.login_id ?? null
}

/** Which of these hashes are of tokens of their kind. */
export async function findTokens(db: Db, hashes: Record<SessionKind, Buffer | null>): Promise<Buffer[]> {
  const { session, remember } = hashes
  const rows = await db
    .selectFrom('sessions')
    .select('token_hash')
    .where((eb) =>
      eb.or([
        eb.and([eb('kind', '=', 'session'), eb('token_hash', '=', session)]),
        eb.and([eb('kind', '=', 'remember'), eb('token_hash', '=', remember)]),
      ]),
    )
    .execute()
  return rows.map(({ token_hash }) => token_hash)
}

/** Ends the sessions that share a login with `own`, except `own`. */
export async function deleteOthersOfLogins(tx: Db, userId: number, own: Buffer[]): Promise<void> {
  if (own.length === 0) return
  const logins = tx.selectFrom('sessions').where('token_hash', 'in', own).select('login_id')
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('login_id', 'in', logins)
    .where('token_hash', 'not in', own)
    .execute()
}

/**
 * Everything else that is known of the session stays. The former token opens nothing any more, but still ends the login.
 * False when this is not a session of the user.
 */
export async function replaceTokenHash(
  tx: Db,
  { userId, kind, former }: { userId: number; kind: SessionKind; former: Buffer },
  values: { token_hash: Buffer; proved_at?: Date },
): Promise<boolean> {
  const replaced = await tx
    .updateTable('sessions')
    .set(values)
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('token_hash', '=', former)
    .returning(['login_id', 'user_id'])
    .executeTakeFirst()
  if (replaced === undefined) return false
  await tx
    .insertInto('replaced_tokens')
    .values({ ...replaced, token_hash: former })
    .execute()
  return true
}
