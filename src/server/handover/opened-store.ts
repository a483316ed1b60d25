import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/kernel/index.ts'
import type { Opened } from '#shared/users/opened-api.ts'

/**
 * Does a group own objects on these data sources: is each open, with full access, to a group with another active
 * user? Then others can maintain the objects.
 */
const isOfGroup = (sources: RawBuilder<unknown>, userId: number) => sql<boolean>`(
  select coalesce(bool_and(exists (
    select from data_source_groups link
    join group_members member on member.group_id = link.group_id
    join users other on other.id = member.user_id
    where link.data_source_id = source.id and not link.view_only
      and other.id <> ${userId} and other.disabled_at is null and not other.is_invitation_pending
  )), false)
  from unnest(${sources}) as source (id) where source.id is not null
)`

const sourceOfQuery = sql`array[queries.data_source_id]`

/**
 * Queries of the user, including archived ones, as their keys still open them. `scheduled`: only those with an
 * active schedule, which excludes archived ones.
 */
export async function listOwnQueries(db: Db, userId: number, scheduled: boolean): Promise<Opened[]> {
  let queries = db.selectFrom('queries').where('user_id', '=', userId)
  if (scheduled) queries = queries.where('schedule', 'is not', null).where('is_archived', '=', false)
  return await queries
    .select(['id', 'name', isOfGroup(sourceOfQuery, userId).as('is_of_group')])
    .orderBy('id')
    .execute()
}

/** Includes archived ones: once restored, they would be public again under the same address. */
export async function listSharedDashboards(db: Db, userId: number): Promise<Opened[]> {
  return await db
    .selectFrom('dashboards')
    .innerJoin('dashboard_tokens', 'dashboard_tokens.dashboard_id', 'dashboards.id')
    .innerJoin('dashboard_search', 'dashboard_search.id', 'dashboards.id')
    .where('dashboards.user_id', '=', userId)
    .select(['dashboards.id', 'dashboards.name'])
    .select(isOfGroup(sql`dashboard_search.data_source_ids`, userId).as('is_of_group'))
    .orderBy('dashboards.id')
    .execute()
}

export async function listOwnAlerts(db: Db, userId: number): Promise<Opened[]> {
  return await db
    .selectFrom('alerts')
    .innerJoin('queries', 'queries.id', 'alerts.query_id')
    .where('alerts.user_id', '=', userId)
    .select(['alerts.id', 'alerts.name', isOfGroup(sourceOfQuery, userId).as('is_of_group')])
    .orderBy('alerts.id')
    .execute()
}

/** Can the user, who is not an admin, see everything that these queries, dashboards and alerts use? */
export async function seesAll(
  tx: Db,
  userId: number,
  ids: { queries: readonly number[]; dashboards: readonly number[]; alerts: readonly number[] },
): Promise<boolean> {
  const { rows } = await sql`
    select from (
      select data_source_id as id from queries where id = any(${sql.val([...ids.queries])}::integer[])
      union select unnest(data_source_ids) from dashboard_search where id = any(${sql.val([...ids.dashboards])}::integer[])
      union select q.data_source_id from alerts join queries q on q.id = alerts.query_id
        where alerts.id = any(${sql.val([...ids.alerts])}::integer[])
    ) source
    where id is not null and not exists (
      select from data_source_groups link join group_members member on member.group_id = link.group_id
      where link.data_source_id = source.id and member.user_id = ${userId}
    )
    limit 1`.execute(tx)
  return rows.length === 0
}

export async function giveQueries(tx: Db, ids: readonly number[], to: number): Promise<void> {
  if (ids.length > 0)
    await tx
      .updateTable('queries')
      .set({ user_id: to })
      .where('id', 'in', [...ids])
      .execute()
}

export async function giveDashboards(tx: Db, ids: readonly number[], to: number): Promise<void> {
  if (ids.length > 0)
    await tx
      .updateTable('dashboards')
      .set({ user_id: to })
      .where('id', 'in', [...ids])
      .execute()
}

export async function giveAlerts(tx: Db, ids: readonly number[], to: number): Promise<void> {
  if (ids.length > 0)
    await tx
      .updateTable('alerts')
      .set({ user_id: to })
      .where('id', 'in', [...ids])
      .execute()
}

export async function unshareDashboards(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0)
    await tx
      .deleteFrom('dashboard_tokens')
      .where('dashboard_id', 'in', [...ids])
      .execute()
}

export async function stopSchedules(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('queries')
    .set({ schedule: null, schedule_failures: 0 })
    .where('id', 'in', [...ids])
    .execute()
}

/** The alerts stay but send nothing until a user unmutes them. */
export async function muteAlerts(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('alerts')
    .set({ options: sql<string>`(options::jsonb || '{"muted": true}'::jsonb)::text` })
    .where('id', 'in', [...ids])
    .execute()
}
