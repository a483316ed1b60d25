import { sql } from 'kysely'
import type { Db } from '#server/kernel/index.ts'
import type { ContentKind } from '#shared/content/content-objects.ts'

const byUuid = {
  query: (db: Db, orgId: number) =>
    db.selectFrom('queries').where('org_id', '=', orgId).select(['id', 'uuid as key']),
  visualization: (db: Db, orgId: number) =>
    db
      .selectFrom('visualizations')
      .innerJoin('queries', 'queries.id', 'visualizations.query_id')
      .where('queries.org_id', '=', orgId)
      .select(['visualizations.id as id', 'visualizations.uuid as key']),
}

/** The ids here of queries or visualizations, by their uuids. */
export async function findIdsByUuid(
  db: Db,
  orgId: number,
  what: 'query' | 'visualization',
  uuids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const column = what === 'query' ? 'queries.uuid' : 'visualizations.uuid'
  const wanted = sql<boolean>`${sql.ref(column)} = any(${sql.val([...uuids])}::uuid[])`
  const rows = await byUuid[what](db, orgId).where(wanted).execute()
  return new Map(rows.map(({ id, key }) => [key, id]))
}

/** The ids here of data sources or destinations, by their names. */
export async function findIdsByName(
  db: Db,
  orgId: number,
  table: 'data_sources' | 'destinations',
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.selectFrom(table).where('org_id', '=', orgId).select(['id', 'name']).execute()
  return new Map(rows.map(({ id, name }) => [name, id]))
}

/** Of an object that was just created: files name it by this. */
export async function setUuid(
  db: Db,
  table: 'queries' | 'dashboards' | 'alerts',
  id: number,
  uuid: string,
): Promise<void> {
  await db.updateTable(table).set({ uuid }).where('id', '=', id).execute()
}

/** The hash of what was last pushed. */
export async function findPushes(
  db: Db,
  orgId: number,
  kind: ContentKind,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('content_pushes')
    .where('org_id', '=', orgId)
    .where('kind', '=', kind)
    .where(sql<boolean>`key = any(${sql.val([...keys])}::text[])`)
    .select(['key', 'hash'])
    .execute()
  return new Map(rows.map(({ key, hash }) => [key, hash]))
}

export async function notePush(
  db: Db,
  org_id: number,
  { kind, key, hash }: { kind: ContentKind; key: string; hash: string },
): Promise<void> {
  await db
    .insertInto('content_pushes')
    .values({ org_id, kind, key, hash })
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'kind', 'key']).doUpdateSet({ hash, pushed_at: sql<Date>`now()` }),
    )
    .execute()
}
