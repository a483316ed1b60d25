import { sql } from 'kysely'
import type { Db } from '#server/kernel/index.ts'
import type { TagCount } from '#shared/queries/query-lists-api.ts'

/** Who has written the unarchived queries of these data sources. */
export async function listAuthors(
  db: Db,
  sourceIds: readonly number[],
): Promise<{ id: number; name: string }[]> {
  return await db
    .selectFrom('users')
    .where('id', 'in', (query) =>
      query
        .selectFrom('queries')
        .where('is_archived', '=', false)
        .where(sql<boolean>`data_source_id = any(${sql.val([...sourceIds])}::integer[])`)
        .select('user_id'),
    )
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .select(['id', 'name'])
    .execute()
}

/** Sorted by the bytes of the name: the same on every server. */
export async function countTags(db: Db, sourceIds: readonly number[]): Promise<TagCount[]> {
  const { rows } = await sql<TagCount>`
    select tag as name, sum(count)::integer as count from query_counts
    where data_source_id = any(${sql.val([...sourceIds])}::integer[]) and tag <> ''
    group by tag order by tag collate "C"`.execute(db)
  return rows
}
