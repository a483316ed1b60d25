import { sql } from 'kysely'
import type { Db } from '#server/kernel/index.ts'

/** Which part of a schema: the list of databases, the tables of one, or the columns of a table. */
export type SchemaLevel =
  | { level: 'databases' }
  | { level: 'tables'; database: string; with_columns: boolean }
  | { level: 'columns'; database: string; table: string }

const keptMinutes = 60

export interface KeptLevel {
  data_source_id: number
  /** '': the list of databases */
  database_name: string
}

/** JSON text that was read within the last hour; null: there is none. */
export async function findLevel(
  db: Db,
  { data_source_id, database_name }: KeptLevel,
): Promise<string | null> {
  const found = await db
    .selectFrom('schema_levels')
    .select('content_json')
    .where('data_source_id', '=', data_source_id)
    .where('database_name', '=', database_name)
    .where('read_at', '>', sql<Date>`now() - make_interval(mins => ${keptMinutes})`)
    .executeTakeFirst()
  return found?.content_json ?? null
}

export async function saveLevel(db: Db, kept: KeptLevel, contentJson: string): Promise<void> {
  await db
    .insertInto('schema_levels')
    .values({ ...kept, content_json: contentJson })
    .onConflict((conflict) =>
      conflict
        .columns(['data_source_id', 'database_name'])
        .doUpdateSet({ content_json: contentJson, read_at: sql<Date>`now()` }),
    )
    .execute()
}
