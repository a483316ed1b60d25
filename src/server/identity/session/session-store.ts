import { sql } from 'kysely'
import type { Db } from '#server/kernel/index.ts'
import type { Permission } from '#shared/permissions/permission.ts'

export type SessionKind = 'session' | 'remember'

/**
 * A user who may act: not disabled; with the groups and the concatenated permissions of
 * docs/reference/api-access.md#permission-strings.
 */
export interface ActingUser {
  id: number
  org_id: number
  name: string
  email: string
  profile_image_url: string | null
  is_email_verified: boolean
  active_at: Date | null
  group_ids: number[]
  permissions: Permission[]
}

const actingUserColumns = [
  'users.id',
  'users.org_id',
  'users.name',
  'users.email',
  'users.profile_image_url',
  'users.is_email_verified',
  'users.active_at',
] as const

const groupIds = sql<number[]>`array(
  select member.group_id from group_members member where member.user_id = users.id order by member.group_id
)`.as('group_ids')

const permissionNames = sql<Permission[]>`array(
  select permission.name
  from group_members member
  join groups on groups.id = member.group_id
  cross join unnest(groups.permissions) with ordinality as permission (name, place)
  where member.user_id = users.id
  order by groups.id, permission.place
)`.as('permissions')

/** The organization requires a second factor, and the user has not set one up. */
const lacksSecondFactor = sql<boolean>`(
  exists (
    select from organizations
    where organizations.id = users.org_id and organizations.settings -> 'auth_second_factor_required' = 'true'
  )
  and not exists (
    select from second_factors where second_factors.user_id = users.id and second_factors.confirmed_at is not null
  )
)`.as('lacks_second_factor')

interface SessionOwner extends ActingUser {
  expires_at: Date
  login_id: string
  lacks_second_factor: boolean
}

export async function findUserBySession(
  db: Db,
  kind: SessionKind,
  tokenHash: Buffer,
  now: Date,
): Promise<SessionOwner | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([...actingUserColumns, 'sessions.expires_at', 'sessions.login_id'])
    .select([groupIds, permissionNames, lacksSecondFactor])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.kind', '=', kind)
    .where('sessions.expires_at', '>', now)
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

export async function findUserByKey(db: Db, keyHash: Buffer): Promise<ActingUser | null> {
  const row = await db
    .selectFrom('users')
    .select(actingUserColumns)
    .select([groupIds, permissionNames])
    .where('users.api_key_hash', '=', keyHash)
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

export async function findActingUser(db: Db, userId: number): Promise<ActingUser | null> {
  const row = await db
    .selectFrom('users')
    .select(actingUserColumns)
    .select([groupIds, permissionNames])
    .where('users.id', '=', userId)
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** Whether the session still exists, and its user may act. */
export async function isSession(db: Db, tokenHash: Buffer, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('users.id')
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', now)
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the user may still act, with this key if one is given. */
export async function isActing(db: Db, userId: number, keyHash?: Buffer): Promise<boolean> {
  let users = db.selectFrom('users').select('id').where('id', '=', userId).where('disabled_at', 'is', null)
  if (keyHash !== undefined) users = users.where('api_key_hash', '=', keyHash)
  return (await users.executeTakeFirst()) !== undefined
}

/** The query that has this key and this id, with all groups of its data source. */
export async function findQueryByKey(
  db: Db,
  queryId: number,
  keyHash: Buffer,
): Promise<{ id: number; org_id: number; group_ids: number[] } | null> {
  const row = await db
    .selectFrom('queries')
    .select(['queries.id', 'queries.org_id'])
    .select(
      sql<number[]>`array(
        select link.group_id from data_source_groups link
        where link.data_source_id = queries.data_source_id order by link.group_id
      )`.as('group_ids'),
    )
    .where('queries.id', '=', queryId)
    .where('queries.api_key_hash', '=', keyHash)
    .executeTakeFirst()
  return row ?? null
}

/** When and from where a session was last used. */
export interface SessionUse {
  used_at: Date
  user_agent: string | null
  ip: string | null
}

export interface NewSession extends SessionUse {
  token_hash: Buffer
  user_id: number
  kind: SessionKind
  login_id: string
  /** when the user last entered a password or code; null: unknown */
  proved_at: Date | null
  expires_at: Date
}

/** A further session of a login begins when the login began. */
export async function insertSession(db: Db, session: NewSession): Promise<void> {
  const { login_id, used_at } = session
  await db
    .insertInto('sessions')
    .values({
      ...session,
      created_at: sql<Date>`least(
        ${used_at}::timestamptz, (select min(created_at) from sessions where login_id = ${login_id})
      )`,
    })
    .execute()
}

export async function extendSession(
  db: Db,
  tokenHash: Buffer,
  expiresAt: Date,
  use: SessionUse,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ expires_at: expiresAt, ...use })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** The logins that these tokens open, or have opened before new ones replaced them, and their users. */
export async function loginsOfTokens(
  db: Db,
  tokenHashes: Buffer[],
): Promise<{ user_id: number; login_id: string }[]> {
  if (tokenHashes.length === 0) return []
  const replaced = db
    .selectFrom('replaced_tokens')
    .where('token_hash', 'in', tokenHashes)
    .select(['user_id', 'login_id'])
  return await db
    .selectFrom('sessions')
    .where('token_hash', 'in', tokenHashes)
    .select(['user_id', 'login_id'])
    .union(replaced)
    .execute()
}

/**
 * Ends the logins that these sessions belong to, with all their sessions. Requires a transaction: it waits for
 * `holdSession`, so that it also ends a session which a remembered login is opening.
 */
export async function deleteSessions(tx: Db, tokenHashes: Buffer[]): Promise<void> {
  const logins = (await loginsOfTokens(tx, tokenHashes)).map(({ login_id }) => login_id)
  if (logins.length === 0) return
  await tx
    .selectFrom('sessions')
    .where('login_id', 'in', logins)
    .select('login_id')
    // of two logins in one browser, one waits for the other
    .orderBy('token_hash')
    .forUpdate()
    .execute()
  await tx.deleteFrom('sessions').where('login_id', 'in', logins).execute()
}

/** Locks a session until the transaction ends: `deleteSessions` comes before or after. False when there is none. */
export async function holdSession(tx: Db, tokenHash: Buffer): Promise<boolean> {
  const held = tx.selectFrom('sessions').select('login_id').where('token_hash', '=', tokenHash)
  return (await held.forShare().executeTakeFirst()) !== undefined
}

/** Ends every session, remembered login and unfinished sign-in of a user, except the sessions given. */
export async function deleteSessionsOfUser(db: Db, userId: number, kept: Buffer[] = []): Promise<void> {
  let deletion = db.deleteFrom('sessions').where('user_id', '=', userId)
  if (kept.length > 0) deletion = deletion.where('token_hash', 'not in', kept)
  await deletion.execute()
  await db.deleteFrom('pending_sign_ins').where('user_id', '=', userId).execute()
}

export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
  await db
    .deleteFrom('replaced_tokens')
    .where('login_id', 'not in', db.selectFrom('sessions').select('login_id'))
    .execute()
  await db.deleteFrom('pending_sign_ins').where('expires_at', '<=', now).execute()
}

/** Records a visit, unless another request has done so since `notBefore`. */
export async function stampActive(db: Db, userId: number, now: Date, notBefore: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ active_at: now })
    .where('id', '=', userId)
    .where((eb) => eb.or([eb('active_at', 'is', null), eb('active_at', '<=', notBefore)]))
    .execute()
}
