import { sql } from 'kysely'
import { type Db, listMigrations } from '#server/kernel/index.ts'

export interface InstanceCounts {
  queries_count: number
  query_results_count: number
  unused_query_results_count: number
  dashboards_count: number
  widgets_count: number
  alerts_count: number
  data_sources_count: number
  users_count: number
  /** bytes */
  results_size: number
  database_size: number
}

/** Counts of the whole instance, without archived queries and dashboards and disabled users. */
export async function countInstance(db: Db): Promise<InstanceCounts> {
  const { rows } = await sql<InstanceCounts>`
    select
      (select count(*) from queries where not is_archived) as queries_count,
      (select count(*) from query_results) as query_results_count,
      (select count(*) from query_results
        where not exists (select from queries where queries.latest_result_id = query_results.id)
      ) as unused_query_results_count,
      (select count(*) from dashboards where not is_archived) as dashboards_count,
      (select count(*) from widgets) as widgets_count,
      (select count(*) from alerts) as alerts_count,
      (select count(*) from data_sources) as data_sources_count,
      (select count(*) from users where disabled_at is null) as users_count,
      pg_total_relation_size('query_results') + pg_total_relation_size('query_result_chunks') as results_size,
      pg_database_size(current_database()) as database_size`.execute(db)
  const [counts] = rows
  if (counts === undefined) throw new Error('PostgreSQL has answered no row.')
  return counts
}

export interface OutdatedRow {
  id: number
  name: string
  tags: string[]
  is_draft: boolean
  is_archived: boolean
  schedule: Record<string, unknown> | null
  data_source_id: number | null
  runtime: number | null
  retrieved_at: Date | null
  created_at: Date
  user_id: number
}

/** These queries, newest first. */
export async function listOutdatedRows(db: Db, ids: readonly number[]): Promise<OutdatedRow[]> {
  return await db
    .selectFrom('queries')
    .select([
      'id',
      'name',
      'tags',
      'is_draft',
      'is_archived',
      'schedule',
      'data_source_id',
      'created_at',
      'user_id',
    ])
    .select(['latest_runtime as runtime', 'latest_retrieved_at as retrieved_at'])
    .where(sql<boolean>`id = any(${sql.val([...ids])}::integer[])`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Whether the database has exactly the schema of this version. */
export async function hasCurrentSchema(db: Db): Promise<boolean> {
  const [{ rows }, known] = await Promise.all([
    sql<{ name: string }>`select name from migrations order by name`.execute(db),
    listMigrations(),
  ])
  return rows.map((row) => row.name).join() === known.join()
}
