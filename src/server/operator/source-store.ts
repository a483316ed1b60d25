import type { Db } from '#server/kernel/index.ts'

export interface OperatorSource {
  id: number
  name: string
  type: string
  encrypted_options: Buffer
  is_paused: boolean
}

/** All data sources, with sealed options. */
export async function listSources(db: Db, orgId: number): Promise<OperatorSource[]> {
  return await db
    .selectFrom('data_sources')
    .select(['id', 'name', 'type', 'encrypted_options', 'is_paused'])
    .where('org_id', '=', orgId)
    .orderBy('id')
    .execute()
}

export interface TaggedQuery {
  id: number
  user_id: number
  tags: string[]
}

export async function findTags(db: Db, orgId: number, id: number): Promise<TaggedQuery | null> {
  const row = await db
    .selectFrom('queries')
    .select(['id', 'user_id', 'tags'])
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}
