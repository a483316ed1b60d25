import { sql } from 'kysely'
import type { Db } from '#server/kernel/index.ts'

export interface StoredSchema {
  data_source_id: number
  /** one zstd frame of `{"schema": […]}` */
  frame: Buffer
  table_count: number
  column_count: number
}

export async function saveSchema(db: Db, schema: StoredSchema): Promise<void> {
  const { data_source_id, ...facts } = schema
  await db
    .insertInto('data_source_schemas')
    .values(schema)
    .onConflict((conflict) =>
      conflict.column('data_source_id').doUpdateSet({ ...facts, refreshed_at: sql<Date>`now()` }),
    )
    .execute()
}

/** Data sources that are not paused, with their organization. */
export async function listRefreshableSources(
  db: Db,
): Promise<{ id: number; org_id: number; type: string; encrypted_options: Buffer }[]> {
  return await db
    .selectFrom('data_sources')
    .select(['id', 'org_id', 'type', 'encrypted_options'])
    .where('is_paused', '=', false)
    .orderBy('id')
    .execute()
}

/** Max tables in the schema of Query Results: the queries that were changed last. */
const maxQueries = 5000

/**
 * Queries with a stored result on these data sources, without archived ones and drafts of others, and the size of
 * the columns of their results as JSON text.
 */
export async function listQueriesWithResults(
  db: Db,
  { org_id, user_id }: { org_id: number; user_id: number | null },
  dataSourceIds: readonly number[],
): Promise<{ id: number; name: string; result_id: number; column_bytes: number }[]> {
  return await db
    .selectFrom('queries')
    .innerJoin('query_results', 'query_results.id', 'queries.latest_result_id')
    .select(['queries.id', 'queries.name', 'query_results.id as result_id'])
    .select(sql<number>`octet_length(query_results.columns_json)`.as('column_bytes'))
    .where('queries.org_id', '=', org_id)
    .where('is_archived', '=', false)
    .where((where) => where.or([where('is_draft', '=', false), where('queries.user_id', '=', user_id)]))
    .where('queries.data_source_id', '=', sql<number>`any(${dataSourceIds}::integer[])`)
    // the result of a query that was moved since is that of its former data source
    .where('query_results.data_source_id', '=', sql<number>`any(${dataSourceIds}::integer[])`)
    .orderBy('queries.updated_at', 'desc')
    .limit(maxQueries)
    .execute()
}

/** The columns of these results as JSON text, by their ids. */
export async function readColumnsOfResults(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('query_results')
    .select(['id', 'columns_json'])
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .execute()
  return new Map(rows.map(({ id, columns_json }) => [id, columns_json]))
}
