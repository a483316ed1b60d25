import { sql } from 'kysely'
import type { Db } from '#server/kernel/index.ts'
import type { FromGit } from '#shared/content/from-git.ts'
import type { GroupAccess } from '#shared/permissions/can.ts'

/** A dashboard with all fields for its replies and permissions. Options are JSON text as stored. */
export interface StoredDashboard {
  id: number
  version: number
  name: string
  user_id: number
  user: DashboardOwner
  dashboard_filters_enabled: boolean
  is_archived: boolean
  is_draft: boolean
  tags: string[]
  options: string
  /** null: it is not from git */
  from_git: FromGit | null
  created_at: Date
  updated_at: Date
  /** of the data sources of all its widgets; none if it has only text boxes */
  groups: GroupAccess
  /** users with a `modify` grant */
  modifier_ids: number[]
  /** when the viewer made it a favorite; null if it is not */
  starred_at: Date | null
}

export interface DashboardOwner {
  name: string
  email: string
  profile_image_url: string | null
  disabled_at: Date | null
}

const columns = [
  'dashboards.id',
  'dashboards.version',
  'dashboards.name',
  'dashboards.user_id',
  'dashboards.dashboard_filters_enabled',
  'dashboards.is_archived',
  'dashboards.is_draft',
  'dashboards.tags',
  'dashboards.options',
  'dashboards.from_git',
  'dashboards.created_at',
  'dashboards.updated_at',
] as const

function selectDashboards(db: Db, orgId: number, viewerId: number | null) {
  return db
    .selectFrom('dashboards')
    .innerJoin('users', 'users.id', 'dashboards.user_id')
    .leftJoin('favorites', (join) =>
      join
        .onRef('favorites.object_id', '=', 'dashboards.id')
        .on('favorites.object_type', '=', 'dashboard')
        .on('favorites.user_id', '=', viewerId ?? 0),
    )
    .where('dashboards.org_id', '=', orgId)
    .select(columns)
    .select([
      'users.name as owner_name',
      'users.email as owner_email',
      'users.profile_image_url as owner_image_url',
      'users.disabled_at as owner_disabled_at',
      'favorites.created_at as starred_at',
    ])
    .select((eb) => [
      eb
        .selectFrom((source) =>
          source
            .selectFrom('data_source_groups as link')
            .where('link.data_source_id', 'in', (widgets) =>
              widgets
                .selectFrom('widgets')
                .whereRef('widgets.dashboard_id', '=', 'dashboards.id')
                .where('widgets.data_source_id', 'is not', null)
                .select(sql<number>`widgets.data_source_id`.as('data_source_id')),
            )
            .groupBy('link.group_id')
            // view only, if that is true for all of them
            .select(['link.group_id', sql<boolean>`bool_and(link.view_only)`.as('view_only')])
            .as('reached'),
        )
        .select(
          sql<GroupAccess['view_only']>`coalesce(json_object_agg(group_id, view_only), '{}')`.as('view_only'),
        )
        .as('view_only'),
      eb
        .selectFrom('widgets')
        .whereRef('widgets.dashboard_id', '=', 'dashboards.id')
        .where('widgets.data_source_id', 'is not', null)
        .select(sql<number[]>`coalesce(json_agg(distinct widgets.data_source_id), '[]')`.as('source_ids'))
        .as('source_ids'),
      eb
        .selectFrom('access_grants')
        .where('object_type', '=', 'dashboard')
        .where('access_type', '=', 'modify')
        .whereRef('object_id', '=', 'dashboards.id')
        .select(sql<number[]>`coalesce(json_agg(grantee_id), '[]')`.as('modifier_ids'))
        .as('modifier_ids'),
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectDashboards>['executeTakeFirstOrThrow']>>

function toStored(row: Row): StoredDashboard {
  const { owner_name, owner_email, owner_image_url, owner_disabled_at, source_ids, view_only, ...dashboard } =
    row
  return {
    ...dashboard,
    user: {
      ...{ name: owner_name, email: owner_email, disabled_at: owner_disabled_at },
      profile_image_url: owner_image_url,
    },
    groups: { source_ids: source_ids ?? [], view_only: view_only ?? {} },
    modifier_ids: row.modifier_ids ?? [],
  }
}

export async function findDashboard(
  db: Db,
  orgId: number,
  id: number,
  viewerId: number | null,
): Promise<StoredDashboard | null> {
  const row = await selectDashboards(db, orgId, viewerId).where('dashboards.id', '=', id).executeTakeFirst()
  return row === undefined ? null : toStored(row)
}

export async function findDashboardId(db: Db, orgId: number, storedSlug: string): Promise<number | null> {
  const row = await db
    .selectFrom('dashboards')
    .where('org_id', '=', orgId)
    .where('slug', '=', storedSlug)
    .select('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** The dashboards with these ids, in the order of the ids; missing ids are left out. */
export async function listDashboardsById(
  db: Db,
  orgId: number,
  viewerId: number | null,
  ids: readonly number[],
): Promise<StoredDashboard[]> {
  if (ids.length === 0) return []
  const rows = await selectDashboards(db, orgId, viewerId).where('dashboards.id', 'in', ids).execute()
  const found = new Map(rows.map((row) => [row.id, toStored(row)]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/**
 * Locks the dashboard and its widgets against changes until the transaction ends. False if it does not exist. Code that
 * also needs a query (to add a widget of it) locks the dashboard first.
 */
export async function lockDashboard(db: Db, orgId: number, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('dashboards')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export interface NewDashboard {
  org_id: number
  user_id: number
  name: string
  slug: string
}

/** Stores an empty draft with a claimed slug. Returns its id. */
export async function insertDashboard(db: Db, dashboard: NewDashboard): Promise<number> {
  const { id } = await db.insertInto('dashboards').values(dashboard).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Those of the given slugs that are taken in the organization. */
export async function listTakenSlugs(
  db: Db,
  orgId: number,
  slugs: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('dashboards')
    .where('org_id', '=', orgId)
    .where('slug', 'in', slugs)
    .select('slug')
    .execute()
  return new Set(rows.map((row) => row.slug))
}

export interface DashboardChanges {
  name?: string
  tags?: string[]
  is_draft?: boolean
  is_archived?: boolean
  dashboard_filters_enabled?: boolean
  options?: string
}

/** Saves changes and increments the version. The caller checks the expected version under `lockDashboard`. */
export async function updateDashboard(db: Db, id: number, changes: DashboardChanges): Promise<void> {
  await db
    .updateTable('dashboards')
    .set({ ...changes, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** Its widgets have changed: this is not a save, so open pages may still save. */
export async function touchDashboard(db: Db, id: number): Promise<void> {
  await db.updateTable('dashboards').set({ updated_at: sql<Date>`now()` }).where('id', '=', id).execute()
}
