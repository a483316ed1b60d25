import { type RawBuilder, sql } from 'kysely'
import { type ApiKeyColumns, type Db, groupsOfSource } from '#server/kernel/index.ts'
import type { FromGit } from '#shared/content/from-git.ts'
import type { GroupAccess } from '#shared/permissions/can.ts'
import { textInList } from './text-in-list-store.ts'

/** A query with all fields for its replies and permissions. Options are JSON text as stored. */
export interface StoredQuery {
  id: number
  version: number
  data_source_id: number | null
  latest_result_id: number | null
  name: string
  description: string | null
  query_text: string
  /** in lists: the text is empty, see `leave-out-texts.ts` */
  is_text_left_out?: true
  query_hash: string
  encrypted_api_key: Buffer
  user_id: number
  last_modified_by_id: number | null
  is_archived: boolean
  is_draft: boolean
  schedule: Record<string, unknown> | null
  options: string
  is_safe: boolean | null
  safety_rule: string | null
  tags: string[]
  /** null: it is not from git */
  from_git: FromGit | null
  created_at: Date
  updated_at: Date
  /** of its data source; {} when detached, so that only admins may see it */
  groups: GroupAccess
  /** users with a `modify` grant */
  modifier_ids: number[]
  is_favorite: boolean
  /** null when detached */
  data_source_type: string | null
}

const columns = [
  'queries.id',
  'queries.version',
  'queries.data_source_id',
  'queries.latest_result_id',
  'queries.name',
  'queries.description',
  'queries.query_hash',
  'queries.encrypted_api_key',
  'queries.user_id',
  'queries.last_modified_by_id',
  'queries.is_archived',
  'queries.is_draft',
  'queries.schedule',
  'queries.options',
  'queries.is_safe',
  'queries.safety_rule',
  'queries.tags',
  'queries.from_git',
  'queries.created_at',
  'queries.updated_at',
] as const

function selectQueries<T extends string | null>(
  db: Db,
  orgId: number,
  viewerId: number | null,
  text: RawBuilder<T>,
) {
  return db
    .selectFrom('queries')
    .where('queries.org_id', '=', orgId)
    .select(columns)
    .select(text.as('query_text'))
    .select((eb) => [
      eb
        .selectFrom('data_sources')
        .whereRef('data_sources.id', '=', 'queries.data_source_id')
        .select('data_sources.type')
        .as('data_source_type'),
      groupsOfSource('queries.data_source_id').as('groups'),
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

type Row = Awaited<ReturnType<ReturnType<typeof selectQueries<string | null>>['executeTakeFirstOrThrow']>>

function toStored({ query_text, ...row }: Row): StoredQuery {
  return {
    ...row,
    query_text: query_text ?? '',
    ...(query_text === null ? { is_text_left_out: true } : {}),
    groups: row.groups,
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
  const text = sql<string>`queries.query_text`
  const row = await selectQueries(db, orgId, viewerId, text).where('queries.id', '=', id).executeTakeFirst()
  return row === undefined ? null : toStored(row)
}

export type ListedQuery = StoredQuery & {
  retrieved_at: Date | null
  runtime: number | null
  /** when the viewer made it a favorite; null if it is not */
  starred_at: Date | null
}

/** The queries with these ids, in the order of the ids; missing ids are left out. */
export async function listQueriesById(
  db: Db,
  orgId: number,
  viewerId: number | null,
  ids: readonly number[],
): Promise<ListedQuery[]> {
  if (ids.length === 0) return []
  const rows = await selectQueries(db, orgId, viewerId, textInList)
    .select(['queries.latest_retrieved_at as retrieved_at', 'queries.latest_runtime as runtime'])
    .select((eb) =>
      eb
        .selectFrom('favorites')
        .where('object_type', '=', 'query')
        .whereRef('object_id', '=', 'queries.id')
        .where('user_id', '=', viewerId ?? 0)
        .select('favorites.created_at as starred_at')
        .as('starred_at'),
    )
    .where('queries.id', 'in', ids)
    .execute()
  const found = new Map(
    rows.map(({ retrieved_at, runtime, starred_at, ...row }) => [
      row.id,
      { ...toStored(row), retrieved_at, runtime, starred_at },
    ]),
  )
  return ids.flatMap((id) => found.get(id) ?? [])
}

export interface NewQuery extends ApiKeyColumns {
  org_id: number
  data_source_id: number
  name: string
  description: string | null
  query_text: string
  query_hash: string
  user_id: number
  schedule: string | null
  options: string
  tags: string[]
}

/**
 * Stores a new draft with its one default Table (docs/reference/visualizations.md#stored-options). Returns its id.
 * Requires a transaction.
 */
export async function insertQuery(db: Db, query: NewQuery): Promise<number> {
  const { id } = await db
    .insertInto('queries')
    .values({ ...query, last_modified_by_id: query.user_id, is_draft: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('visualizations').values({ query_id: id, type: 'TABLE', name: 'Table' }).execute()
  return id
}

/**
 * Locks the query and its visualizations against changes until the transaction ends. False if it does not exist. Does
 * not block objects that only refer to the query (jobs, alerts).
 */
export async function lockQuery(db: Db, orgId: number, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('queries')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
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

/** Saves changes and increments the version. The caller checks the expected version under `lockQuery`. */
export async function updateQuery(db: Db, id: number, userId: number, changes: QueryChanges): Promise<void> {
  await db
    .updateTable('queries')
    .set({
      ...changes,
      last_modified_by_id: userId,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute()
}

/** Not a save: version and date stay, so open editors can still save. */
export async function setQueryApiKey(db: Db, id: number, key: ApiKeyColumns): Promise<void> {
  await db.updateTable('queries').set(key).where('id', '=', id).execute()
}

/**
 * Deletes what refers to an archived query: widgets with its visualizations, and its alerts
 * (docs/reference/api-queries.md#archive).
 */
export async function deleteUsesOfQuery(db: Db, id: number): Promise<void> {
  await db
    .deleteFrom('widgets')
    .where('visualization_id', 'in', (eb) =>
      eb.selectFrom('visualizations').where('query_id', '=', id).select('id'),
    )
    .execute()
  await db.deleteFrom('alerts').where('query_id', '=', id).execute()
}

/** Links the query to the newest stored result of its text; keeps the old link if there is none. */
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
    .where(sql<boolean>`queries.latest_result_id is distinct from newest.result_id`)
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
