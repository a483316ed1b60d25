import { sql } from 'kysely'
import { type Db, listMigrations } from '#server/kernel/index.ts'

/** Whether the database has exactly the schema of this version. */
export async function hasCurrentSchema(db: Db): Promise<boolean> {
  const [{ rows }, known] = await Promise.all([
    sql<{ name: string }>`select name from migrations order by name`.execute(db),
    listMigrations(),
  ])
  return rows.map((row) => row.name).join() === known.join()
}
