import { sql } from 'kysely'
import type { Db } from '#server/kernel/index.ts'

export interface ImportedQuery {
  their_id: number
  id: number
  name: string
  query_text: string
  /** JSON text */
  options: string
  is_archived: boolean
  data_source_id: number | null
  visualizations: number
}

/** The queries that an import from this origin has brought, those of one data source after the other. */
export async function listImportedQueries(db: Db, orgId: number, origin: string): Promise<ImportedQuery[]> {
  return await db
    .selectFrom('import_items')
    .innerJoin('queries', 'queries.id', 'import_items.our_id')
    .where('import_items.org_id', '=', orgId)
    .where('import_items.origin', '=', origin)
    .where('import_items.kind', '=', 'query')
    .select(['queries.id', 'queries.name', 'queries.query_text', 'queries.options'])
    .select(['queries.is_archived', 'queries.data_source_id'])
    .select([
      sql<number>`import_items.their_key::integer`.as('their_id'),
      sql<number>`(select count(*)::integer from visualizations v where v.query_id = queries.id)`.as(
        'visualizations',
      ),
    ])
    .orderBy('queries.id')
    .execute()
}

export interface ComparedSource {
  id: number
  name: string
  type: string
  encrypted_options: Buffer
  max_seconds: number | null
}

export async function listComparedSources(db: Db, orgId: number): Promise<Map<number, ComparedSource>> {
  const rows = await db
    .selectFrom('data_sources')
    .where('org_id', '=', orgId)
    .select(['id', 'name', 'type', 'encrypted_options', 'max_seconds'])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
