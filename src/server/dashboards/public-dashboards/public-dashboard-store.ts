import { sql } from 'kysely'
import type { Db } from '#server/kernel/index.ts'
import type { Permission } from '#shared/permissions/permission.ts'
import type { StaticValueAuthors } from '../require-fixed-values.ts'

/** The current token of a dashboard; null: it is not shared. */
export async function findSealedToken(db: Db, dashboardId: number): Promise<Buffer | null> {
  const row = await db
    .selectFrom('dashboard_tokens')
    .select('encrypted_token')
    .where('dashboard_id', '=', dashboardId)
    .executeTakeFirst()
  return row?.encrypted_token ?? null
}

/** The newest shared dashboards that show a query, with the hashes of their tokens. */
export async function findSharesOfQuery(
  db: Db,
  queryId: number,
  limit: number,
): Promise<{ id: number; token_hash: Buffer }[]> {
  return await db
    .selectFrom('dashboard_tokens')
    .innerJoin('dashboards', 'dashboards.id', 'dashboard_tokens.dashboard_id')
    .where('dashboards.is_archived', '=', false)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('widgets')
          .innerJoin('visualizations as v', 'v.id', 'widgets.visualization_id')
          .whereRef('widgets.dashboard_id', '=', 'dashboards.id')
          .where('v.query_id', '=', queryId)
          .select('widgets.id'),
      ),
    )
    .orderBy('dashboards.id', 'desc')
    .limit(limit)
    .select(['dashboards.id', 'dashboard_tokens.token_hash'])
    .execute()
}

export interface NewToken {
  dashboard_id: number
  org_id: number
  token_hash: Buffer
  encrypted_token: Buffer
  /** the user who shares it */
  user_id: number | null
}

/** Makes this token the only one that opens the dashboard. */
export async function setToken(db: Db, row: NewToken): Promise<void> {
  await db
    .insertInto('dashboard_tokens')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('dashboard_id').doUpdateSet({
        ...{ token_hash: row.token_hash, encrypted_token: row.encrypted_token },
        ...{ user_id: row.user_id, created_at: sql<Date>`now()` },
      }),
    )
    .execute()
}

export async function deleteToken(db: Db, dashboardId: number): Promise<void> {
  await db.deleteFrom('dashboard_tokens').where('dashboard_id', '=', dashboardId).execute()
}

const groupIdsOfUser = sql<number[]>`array(select group_id from group_members where user_id = users.id)`
const permissionsOfUser = sql<Permission[]>`array(
  select unnest(groups.permissions) from groups
  join group_members member on member.group_id = groups.id where member.user_id = users.id
)`

/** These users of the organization with their groups and permissions. */
export async function findAuthors(
  db: Db,
  orgId: number,
  ids: readonly number[],
): Promise<{ id: number; email: string; group_ids: number[]; permissions: Permission[] }[]> {
  if (ids.length === 0) return []
  return await db
    .selectFrom('users')
    .where('org_id', '=', orgId)
    .where('id', 'in', ids)
    .select(['id', 'email', groupIdsOfUser.as('group_ids'), permissionsOfUser.as('permissions')])
    .execute()
}

export interface SharedDashboardRow {
  id: number
  org_id: number
  user_id: number
  name: string
  dashboard_filters_enabled: boolean
  /** JSON text as stored */
  options: string
  created_at: Date
  updated_at: Date
  /** settings of the organization */
  settings: Record<string, unknown>
  owner_email: string
  owner_group_ids: number[]
  owner_permissions: Permission[]
}

/** The unarchived dashboard that this token opens, with the facts that decide about its widgets: one statement. */
export async function findSharedDashboard(db: Db, tokenHash: Buffer): Promise<SharedDashboardRow | null> {
  const row = await db
    .selectFrom('dashboard_tokens')
    .innerJoin('dashboards', 'dashboards.id', 'dashboard_tokens.dashboard_id')
    .innerJoin('organizations', 'organizations.id', 'dashboards.org_id')
    .innerJoin('users', 'users.id', 'dashboards.user_id')
    .where('dashboard_tokens.token_hash', '=', tokenHash)
    .where('dashboards.is_archived', '=', false)
    .select([
      'dashboards.id',
      'dashboards.org_id',
      'dashboards.user_id',
      'dashboards.name',
      'dashboards.dashboard_filters_enabled',
      'dashboards.options',
      'dashboards.created_at',
      'dashboards.updated_at',
      'organizations.settings',
      'users.email as owner_email',
    ])
    .select([groupIdsOfUser.as('owner_group_ids'), permissionsOfUser.as('owner_permissions')])
    .executeTakeFirst()
  return row ?? null
}

export interface SharedWidgetRow {
  id: number
  width: number
  text: string | null
  options: Record<string, unknown>
  static_values_by: StaticValueAuthors
  created_at: Date
  updated_at: Date
  query_id: number | null
  query_description: string | null
  /** null: a text box */
  visualization: {
    type: string
    name: string
    description: string
    /** JSON text as stored */
    options: string
    updated_at: Date
    created_at: Date
  } | null
}

/** All widgets of a dashboard, in one statement. */
export async function findSharedWidgets(db: Db, dashboardId: number): Promise<SharedWidgetRow[]> {
  const rows = await db
    .selectFrom('widgets')
    .leftJoin('visualizations as shown', 'shown.id', 'widgets.visualization_id')
    .leftJoin('queries', 'queries.id', 'shown.query_id')
    .where('widgets.dashboard_id', '=', dashboardId)
    .orderBy('widgets.id')
    .select([
      'widgets.id',
      'widgets.width',
      'widgets.text',
      'widgets.options',
      'widgets.static_values_by',
      'widgets.created_at',
      'widgets.updated_at',
      'shown.query_id',
      'queries.description as query_description',
      'shown.type',
      'shown.name',
      'shown.description',
      'shown.options as shown_options',
      'shown.updated_at as shown_updated_at',
      'shown.created_at as shown_created_at',
    ])
    .execute()
  return rows.map((row) => {
    const { type, name, description, shown_options, shown_updated_at, shown_created_at, ...widget } = row
    const isTextBox = type === null || shown_updated_at === null || shown_created_at === null
    return {
      ...widget,
      options: JSON.parse(widget.options),
      visualization: isTextBox
        ? null
        : {
            ...{ type, name: name ?? '', description: description ?? '', options: shown_options ?? '{}' },
            ...{ updated_at: shown_updated_at, created_at: shown_created_at },
          },
    }
  })
}
