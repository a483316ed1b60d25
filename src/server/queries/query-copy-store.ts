import { sql } from 'kysely'
import type { ApiKeyColumns, Db } from '#server/kernel/index.ts'

/**
 * Stores a draft with the text, options, tags, newest result and all visualizations of another query, without what
 * belongs only to the original: schedule, grants, alerts, favorites. Returns its id. Requires a transaction.
 */
export async function copyQuery(
  db: Db,
  originalId: number,
  copy: { name: string; user_id: number; key: ApiKeyColumns },
): Promise<number> {
  const { id } = await db
    .insertInto('queries')
    .columns([
      ...(['name', 'user_id', 'last_modified_by_id', 'is_draft'] as const),
      ...(['api_key_hash', 'encrypted_api_key'] as const),
      ...(['org_id', 'data_source_id', 'latest_result_id', 'description'] as const),
      ...(['query_text', 'query_hash', 'options', 'tags'] as const),
    ])
    .expression((eb) =>
      eb
        .selectFrom('queries')
        .where('id', '=', originalId)
        .select([
          sql<string>`${copy.name}`.as('name'),
          sql<number>`${copy.user_id}::integer`.as('user_id'),
          sql<number>`${copy.user_id}::integer`.as('last_modified_by_id'),
          sql<boolean>`true`.as('is_draft'),
          sql<Buffer>`${copy.key.api_key_hash}::bytea`.as('api_key_hash'),
          sql<Buffer>`${copy.key.encrypted_api_key}::bytea`.as('encrypted_api_key'),
          ...(['org_id', 'data_source_id', 'latest_result_id', 'description'] as const),
          ...(['query_text', 'query_hash', 'options', 'tags'] as const),
        ]),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('visualizations')
    .columns(['query_id', 'type', 'name', 'description', 'options'])
    .expression((eb) =>
      eb
        .selectFrom('visualizations')
        .where('query_id', '=', originalId)
        .orderBy('id')
        .select([
          sql<number>`${id}::integer`.as('query_id'),
          ...(['type', 'name', 'description', 'options'] as const),
        ]),
    )
    .execute()
  return id
}
