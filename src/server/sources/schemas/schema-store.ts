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
export async function listRefreshableSources(db: Db): Promise<{ id: number; org_id: number }[]> {
  return await db
    .selectFrom('data_sources')
    .select(['id', 'org_id'])
    .where('is_paused', '=', false)
    .orderBy('id')
    .execute()
}
