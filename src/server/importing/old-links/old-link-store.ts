import { sql } from 'kysely'
import type { Db } from '#server/kernel/index.ts'

/** Remembers that links on this host have the ids of the product that was imported from it. */
export async function saveHost(db: Db, orgId: number, host: string, origin: string): Promise<void> {
  await db
    .insertInto('import_hosts')
    .values({ org_id: orgId, host, origin })
    .onConflict((conflict) => conflict.columns(['org_id', 'host']).doUpdateSet({ origin }))
    .execute()
}

export interface OldHost {
  org_id: number
  host: string
  origin: string
}

export async function listHosts(db: Db): Promise<OldHost[]> {
  return await db.selectFrom('import_hosts').select(['org_id', 'host', 'origin']).execute()
}

/** Our id of an imported item; null if it was not imported. */
export async function findOurId(
  db: Db,
  { org_id, origin }: OldHost,
  kind: string,
  theirs: string,
): Promise<number | null> {
  const row = await db
    .selectFrom('import_items')
    .where('org_id', '=', org_id)
    .where('origin', '=', origin)
    .where('kind', '=', kind)
    .where('their_key', '=', theirs)
    .select('our_id')
    .executeTakeFirst()
  return row?.our_id ?? null
}

/** Our slug of the dashboard with this slug there. If the slug was taken here, the import has appended the old id. */
export async function findSlug(db: Db, { org_id, origin }: OldHost, slug: string): Promise<string | null> {
  const row = await db
    .selectFrom('import_items')
    .innerJoin('dashboards', 'dashboards.id', 'import_items.our_id')
    .where('import_items.org_id', '=', org_id)
    .where('import_items.origin', '=', origin)
    .where('import_items.kind', '=', 'dashboard')
    .where(sql<boolean>`dashboards.slug in (${slug}::text, ${slug}::text || '_' || import_items.their_key)`)
    .orderBy(sql`dashboards.slug <> ${slug}`)
    .orderBy('dashboards.id')
    .select('dashboards.slug')
    .executeTakeFirst()
  return row?.slug ?? null
}
