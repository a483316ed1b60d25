import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/kernel/index.ts'
import type { TagCount } from '#shared/queries/query-lists-api.ts'

export const dashboardOrders = ['name', 'created_at', 'starred_at'] as const
export type DashboardOrder = (typeof dashboardOrders)[number]

/** The viewer of the lists. */
export interface DashboardViewer {
  orgId: number
  viewerId: number
  /** data sources of the viewer's groups: admins get no wider lists (docs/reference/api-access.md#what-lists-show) */
  sourceIds: readonly number[]
}

export interface DashboardListRequest extends DashboardViewer {
  list: 'all' | 'my' | 'favorites'
  /** part of the name, as a LIKE pattern; null: any */
  pattern: string | null
  /** a dashboard must have all of them */
  tags: readonly string[]
  order: DashboardOrder
  descending: boolean
  limit: number
  offset: number
}

type Sql = RawBuilder<unknown>

/** Ids of one page and the total number. */
export async function findDashboardPage(
  db: Db,
  request: DashboardListRequest,
): Promise<{ count: number; ids: number[] }> {
  const star = sql`favorites star
    on star.object_id = d.id and star.object_type = 'dashboard' and star.user_id = ${request.viewerId}`
  const starred = request.list === 'favorites' ? sql`join ${star}` : sql``
  const listed = sql`from dashboard_search d ${starred} where ${conditionsOf(request)}`
  const [counted, found] = await Promise.all([
    sql<{ count: number }>`select count(*)::integer as count ${listed}`.execute(db),
    sql<{ id: number }>`${pageOf(request, star)}`.execute(db),
  ])
  return { count: counted.rows[0]?.count ?? 0, ids: found.rows.map((row) => row.id) }
}

/**
 * The id breaks ties, so that no row is on two pages. Orders without NULLs do not specify their position: PostgreSQL
 * would not recognize the index for them.
 */
function pageOf(request: DashboardListRequest, star: Sql): Sql {
  const { list, order, limit, offset } = request
  const direction = request.descending ? sql`desc` : sql`asc`
  const by = {
    name: sql`d.folded_name ${direction}`,
    created_at: sql`d.created_at ${direction}`,
    starred_at: sql`star.created_at ${direction} nulls last`,
  }[order]
  const joined =
    list === 'favorites' ? sql`join ${star}` : order === 'starred_at' ? sql`left join ${star}` : sql``
  return sql`select d.id from dashboard_search d ${joined} where ${conditionsOf(request)}
    order by ${by}, d.id ${direction} limit ${limit} offset ${offset}`
}

function conditionsOf(request: DashboardListRequest): Sql {
  const { list, pattern, tags, viewerId } = request
  const wanted = [sql`d.org_id = ${request.orgId}`, sql`d.is_archived = false`]
  const own = sql`d.user_id = ${viewerId}`
  if (list === 'my') wanted.push(own)
  if (list === 'all') wanted.push(sql`(${own} or ${isShown(request)})`)
  // others may have given the viewer edit access to a draft: lists omit it, but the viewer's favorites may contain it
  if (list === 'favorites') wanted.push(sql`(${own} or ${isShown(request)} or ${isGranted(viewerId)})`)
  if (pattern !== null) wanted.push(sql`d.folded_name like lower(${pattern})`)
  if (tags.length > 0) wanted.push(sql`d.tags @> ${sql.val([...tags])}::text[]`)
  return sql.join(wanted, sql` and `)
}

/** Published, with a widget on one of the viewer's data sources. */
const isShown = ({ sourceIds }: DashboardViewer): Sql =>
  sql`(not d.is_draft and d.data_source_ids && ${sql.val([...sourceIds])}::integer[])`

const isGranted = (viewerId: number): Sql =>
  sql`exists (select from access_grants g where g.object_type = 'dashboard' and g.object_id = d.id
    and g.access_type = 'modify' and g.grantee_id = ${viewerId})`

/** Ids of the viewer's own unarchived dashboards, most recently changed first. */
export async function findRecentDashboards(
  db: Db,
  { orgId, viewerId }: Pick<DashboardViewer, 'orgId' | 'viewerId'>,
  limit: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('dashboards')
    .where('org_id', '=', orgId)
    .where('user_id', '=', viewerId)
    .where('is_archived', '=', false)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .select('id')
    .execute()
  return rows.map((row) => row.id)
}

/** A star says as much as this many people who have looked. */
const looksPerStar = 3
/** Enough to tell what is used; the log may be long. */
const maxEvents = 10_000

/**
 * Ids of the published dashboards that the viewer sees: pinned ones in their order, then by the users who have starred
 * them or opened them in the last 30 days, then the newest.
 */
export async function findTeamDashboards(
  db: Db,
  viewer: DashboardViewer,
  pinned: readonly number[],
  limit: number,
): Promise<number[]> {
  const pins = sql`${sql.val([...pinned])}::integer[]`
  const { rows } = await sql<{ id: number }>`
    with stars as (
      select f.object_id as id, count(*) as users from favorites f
      where f.object_type = 'dashboard' group by f.object_id
    ), opened as (
      select object_id, user_id from events
      where org_id = ${viewer.orgId} and object_type = 'dashboard' and created_at > now() - interval '30 days'
        and action = 'view' and user_id is not null
      order by created_at desc limit ${maxEvents}
    ), looks as (
      select object_id, count(distinct user_id) as users from opened group by object_id
    )
    select d.id from dashboard_search d
      left join stars on stars.id = d.id
      left join looks on looks.object_id = d.id::text
    where d.org_id = ${viewer.orgId} and d.is_archived = false and ${isShown(viewer)}
    order by array_position(${pins}, d.id) nulls last,
      coalesce(stars.users, 0) * ${looksPerStar}::integer + coalesce(looks.users, 0) desc, d.created_at desc, d.id desc
    limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

/** Tags of the dashboards in the list, sorted by the bytes of the name: the same on every server. */
export async function countDashboardTags(db: Db, viewer: DashboardViewer): Promise<TagCount[]> {
  const { rows } = await sql<TagCount>`
    select tag as name, count(*)::integer as count
    from dashboard_search d cross join lateral unnest(d.tags) as tag
    where d.org_id = ${viewer.orgId} and d.is_archived = false
      and (d.user_id = ${viewer.viewerId} or ${isShown(viewer)})
    group by tag order by tag collate "C"`.execute(db)
  return rows
}
