import { sql } from 'kysely'
import type { Db } from '#server/kernel/index.ts'

/** Links on this host name things by their ids in the product that was imported from there. */
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

/** Our id of an item that an import has brought from there; null: it has not. */
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

/** The slug here of a dashboard that had this one there: if it was taken, its id there was added. */
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
