import { sql } from 'kysely'
import type { GroupAccess } from '#shared/permissions/can.ts'
import type { Db } from '../db/database.ts'

/** A query with everything its replies and its permissions need. Options are JSON text as stored. */
export interface StoredQuery {
  id: number
  version: number
  data_source_id: number | null
  latest_result_id: number | null
  name: string
  description: string | null
  query_text: string
  query_hash: string
  api_key: string
  user_id: number
  last_modified_by_id: number | null
  is_archived: boolean
  is_draft: boolean
  schedule: Record<string, unknown> | null
  options: string
  tags: string[]
  created_at: Date
  updated_at: Date
  /** of its data source; {} when detached, so that only admins see it */
  groups: GroupAccess
  /** users with a `modify` grant */
  modifier_ids: number[]
  is_favorite: boolean
}

const columns = [
  'queries.id',
  'queries.version',
  'queries.data_source_id',
  'queries.latest_result_id',
  'queries.name',
  'queries.description',
  'queries.query_text',
  'queries.query_hash',
  'queries.api_key',
  'queries.user_id',
  'queries.last_modified_by_id',
  'queries.is_archived',
  'queries.is_draft',
  'queries.schedule',
  'queries.options',
  'queries.tags',
  'queries.created_at',
  'queries.updated_at',
] as const

function selectQueries(db: Db, orgId: number, viewerId: number | null) {
  return db
    .selectFrom('queries')
    .where('queries.org_id', '=', orgId)
    .select(columns)
    .select((eb) => [
      eb
        .selectFrom('data_source_groups')
        .whereRef('data_source_groups.data_source_id', '=', 'queries.data_source_id')
        .select(sql<GroupAccess>`coalesce(json_object_agg(group_id, view_only), '{}')`.as('groups'))
        .as('groups'),
      eb
        .selectFrom('access_grants')
        .where('object_type', '=', 'query')
        .where('access_type', '=', 'modify')
        .whereRef('object_id', '=', 'queries.id')
        .select(sql<number[]>`coalesce(json_agg(grantee_id), '[]')`.as('modifier_ids'))
        .as('modifier_ids'),
      eb
        .exists(
          eb
            .selectFrom('favorites')
            .select('object_id')
            .where('object_type', '=', 'query')
            .whereRef('object_id', '=', 'queries.id')
            .where('user_id', '=', viewerId ?? 0),
        )
        .as('is_favorite'),
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectQueries>['executeTakeFirstOrThrow']>>

function toStored(row: Row): StoredQuery {
  return {
    ...row,
    groups: row.groups ?? {},
    modifier_ids: row.modifier_ids ?? [],
    is_favorite: Boolean(row.is_favorite),
  }
}

export async function findQuery(
  db: Db,
  orgId: number,
  id: number,
  viewerId: number | null,
): Promise<StoredQuery | null> {
  const row = await selectQueries(db, orgId, viewerId).where('queries.id', '=', id).executeTakeFirst()
  return row === undefined ? null : toStored(row)
}

export interface QueryListRequest {
  orgId: number
  viewerId: number | null
  /** groups of the viewer: lists show only queries on their data sources, also to admins (reference-api 3.4) */
  groupIds: readonly number[]
  search: string | null
  tags: readonly string[]
  order: QueryOrder
  descending: boolean
  limit: number
  offset: number
}

export const queryOrders = ['name', 'created_at', 'schedule', 'runtime', 'executed_at', 'created_by'] as const
export type QueryOrder = (typeof queryOrders)[number]

export type ListedQuery = StoredQuery & { retrieved_at: Date | null; runtime: number | null }

/** One page of unarchived queries and how many there are in all. NULLs come last in both directions. */
export async function listQueries(
  db: Db,
  request: QueryListRequest,
): Promise<{ count: number; queries: ListedQuery[] }> {
  const { count } = await visibleQueries(selectForCount(db, request), request)
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow()
  const rows = await visibleQueries(
    selectQueries(db, request.orgId, request.viewerId)
      .leftJoin('query_results', 'query_results.id', 'queries.latest_result_id')
      .leftJoin('users', 'users.id', 'queries.user_id')
      .select(['query_results.retrieved_at', 'query_results.runtime']),
    request,
  )
    .orderBy(orderExpressions[request.order], (order) =>
      (request.descending ? order.desc() : order.asc()).nullsLast(),
    )
    .orderBy('queries.id', 'desc')
    .limit(request.limit)
    .offset(request.offset)
    .execute()
  return {
    count,
    queries: rows.map((row) => ({ ...toStored(row), retrieved_at: row.retrieved_at, runtime: row.runtime })),
  }
}

const orderExpressions = {
  name: sql`lower(queries.name)`,
  created_at: sql`queries.created_at`,
  // stored schedules may hold text: only what looks like a number is compared
  schedule: sql`case when queries.schedule->>'interval' ~ '^[0-9]{1,12}$' then (queries.schedule->>'interval')::bigint end`,
  runtime: sql`query_results.runtime`,
  executed_at: sql`query_results.retrieved_at`,
  created_by: sql`users.name`,
} satisfies Record<QueryOrder, unknown>

function selectForCount(db: Db, request: QueryListRequest) {
  return db.selectFrom('queries').where('queries.org_id', '=', request.orgId)
}

/** The conditions of a list; generic over what has been selected before. */
function visibleQueries<Q extends { where(expression: unknown): Q }>(query: Q, request: QueryListRequest): Q {
  let visible = query
    .where(sql<boolean>`not queries.is_archived`)
    .where(
      sql<boolean>`queries.data_source_id in (select data_source_id from data_source_groups where group_id = any(${request.groupIds as number[]}::integer[]))`,
    )
  if (request.search !== null) {
    const pattern = `%${request.search.replace(/[\\%_]/g, '\\$&')}%`
    visible = visible.where(
      sql<boolean>`(queries.name ilike ${pattern} or queries.description ilike ${pattern} or queries.query_text ilike ${pattern} or queries.id::text = ${request.search})`,
    )
  }
  if (request.tags.length > 0) {
    visible = visible.where(sql<boolean>`queries.tags @> ${request.tags as string[]}::text[]`)
  }
  return visible
}

export interface NewQuery {
  org_id: number
  data_source_id: number
  name: string
  description: string | null
  query_text: string
  query_hash: string
  api_key: string
  user_id: number
  schedule: string | null
  options: string
  tags: string[]
}

/** Stores a new draft with its one default Table (reference-visualizations 1.1). Answers its id. */
export async function insertQuery(db: Db, query: NewQuery): Promise<number> {
  return await db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('queries')
      .values({ ...query, last_modified_by_id: query.user_id, is_draft: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx.insertInto('visualizations').values({ query_id: id, type: 'TABLE', name: 'Table' }).execute()
    return id
  })
}

export interface QueryChanges {
  name?: string
  description?: string | null
  query_text?: string
  query_hash?: string
  data_source_id?: number
  latest_result_id?: number | null
  schedule?: string | null
  options?: string
  tags?: string[]
  is_draft?: boolean
  is_archived?: boolean
}

/**
 * Saves changes and moves the version on. With `version` the save happens only when the stored one is still that;
 * false means that somebody else has saved in between.
 */
export async function updateQuery(
  db: Db,
  id: number,
  version: number | null,
  userId: number,
  changes: QueryChanges,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('queries')
    .set({
      ...changes,
      last_modified_by_id: userId,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .$if(version !== null, (query) => query.where('version', '=', version ?? 0))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Points the query at the newest stored result of its text, if there is one; an old link stays otherwise. */
export async function linkNewestResult(db: Db, id: number): Promise<void> {
  await db
    .updateTable('queries')
    .from((eb) =>
      eb
        .selectFrom('queries as q')
        .innerJoin('query_results as r', (join) =>
          join.onRef('r.data_source_id', '=', 'q.data_source_id').onRef('r.query_hash', '=', 'q.query_hash'),
        )
        .where('q.id', '=', id)
        .orderBy('r.retrieved_at', 'desc')
        .limit(1)
        .select('r.id as result_id')
        .as('newest'),
    )
    .set({ latest_result_id: sql<number>`newest.result_id` })
    .where('queries.id', '=', id)
    .execute()
}

export async function isResultOf(db: Db, resultId: number, dataSourceId: number): Promise<boolean> {
  const row = await db
    .selectFrom('query_results')
    .where('id', '=', resultId)
    .where('data_source_id', '=', dataSourceId)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}
