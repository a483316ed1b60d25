import { sql } from 'kysely'
import type { ApiKeyColumns, Db } from '#server/kernel/index.ts'
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

/** A user with private fields. */
export interface FullUser extends StoredUser {
  encrypted_api_key: Buffer
  is_address_new: boolean
  proved_email: string | null
  permissions: string[]
}

export async function findUser(db: Db, orgId: number, id: number): Promise<FullUser | null> {
  const row = await selectUsers(db)
    .select(['encrypted_api_key', 'is_address_new', 'proved_email'])
    .select(
      sql<string[]>`array(
        select unnest(groups.permissions) from group_members member
        join groups on groups.id = member.group_id where member.user_id = users.id
      )`.as('permissions'),
    )
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

export const userOrders = ['name', 'active_at', 'created_at', 'groups'] as const
export type UserOrder = (typeof userOrders)[number]

export interface UserListRequest {
  orgId: number
  /** part of a name or email address */
  search: string | null
  disabled: boolean
  /** null: both */
  pending: boolean | null
  order: UserOrder
  descending: boolean
  limit: number
  offset: number
}

export type ListedUser = StoredUser & { groups: { id: number; name: string }[] }

const orderExpressions = {
  name: sql`lower(users.name)`,
  active_at: sql`users.active_at`,
  created_at: sql`users.created_at`,
  groups: sql`array(
    select member.group_id from group_members member where member.user_id = users.id order by member.group_id
  )`,
} satisfies Record<UserOrder, unknown>

/**
 * One page of users and the total count. NULLs come last in both directions
 * (docs/reference/api-conventions.md#order).
 */
export async function listUsers(
  db: Db,
  request: UserListRequest,
): Promise<{ count: number; users: ListedUser[] }> {
  const { count } = await wantedUsers(db.selectFrom('users'), request)
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow()
  const users = await wantedUsers(selectUsers(db), request)
    .select(
      sql<{ id: number; name: string }[]>`coalesce((
        select json_agg(json_build_object('id', groups.id, 'name', groups.name) order by groups.id)
        from group_members member join groups on groups.id = member.group_id where member.user_id = users.id
      ), '[]')`.as('groups'),
    )
    .orderBy(orderExpressions[request.order], (order) =>
      (request.descending ? order.desc() : order.asc()).nullsLast(),
    )
    .orderBy('users.id', 'desc')
    .limit(request.limit)
    .offset(request.offset)
    .execute()
  return { count, users }
}

/** The conditions of a list; generic over the selection so far. */
function wantedUsers<Q extends { where(expression: unknown): Q }>(query: Q, request: UserListRequest): Q {
  let wanted = query
    .where(sql<boolean>`users.org_id = ${request.orgId}`)
    .where(sql<boolean>`(users.disabled_at is not null) = ${request.disabled}`)
  if (request.pending !== null) {
    wanted = wanted.where(sql<boolean>`users.is_invitation_pending = ${request.pending}`)
  }
  if (request.search !== null) {
    const pattern = `%${request.search.replace(/[\\%_]/g, '\\$&')}%`
    wanted = wanted.where(sql<boolean>`(users.name ilike ${pattern} or users.email ilike ${pattern})`)
  }
  return wanted
}

export async function listUsersById(db: Db, ids: readonly number[]): Promise<StoredUser[]> {
  return await selectUsers(db)
    .where('id', 'in', [...ids])
    .execute()
}

export async function setApiKey(db: Db, id: number, key: ApiKeyColumns, now: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ ...key, updated_at: now })
    .where('id', '=', id)
    .execute()
}
