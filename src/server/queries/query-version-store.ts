import { type RawBuilder, sql } from 'kysely'
import type { QuerySnapshot } from '#shared/queries/query-versions-api.ts'
import type { Db } from '../db/database.ts'
import type { QueryVersionKind } from '../db/tables.ts'

/** All of the newest versions stay; of older ones the last of each day, and the one that began the query. */
const keptInFull = 200
/** Refused saves are kept for those who lost them, not for ever. */
const keptRefused = 50

/** The query `q` as JSON text, as QuerySnapshot says. Options keep their text; it is the form of migration 0002. */
const snapshotOfQuery: RawBuilder<unknown> = sql`json_build_object(
  'name', q.name, 'description', q.description, 'query', q.query_text, 'data_source_id', q.data_source_id,
  'options', q.options::json, 'schedule', q.schedule::json, 'tags', array_to_json(q.tags),
  'is_draft', q.is_draft, 'is_archived', q.is_archived,
  'visualizations', coalesce((
    select json_agg(json_build_object(
      'id', v.id, 'type', v.type, 'name', v.name, 'description', v.description, 'options', v.options::json
    ) order by v.id) from visualizations v where v.query_id = q.id), '[]'::json)
)`

/**
 * Keeps what the query is now as a version, with the fields that differ from the version before; without a difference
 * nothing is kept. The texts never leave the database. For use in the transaction of the save.
 */
export async function insertVersion(
  db: Db,
  queryId: number,
  kind: QueryVersionKind,
  userId: number,
): Promise<void> {
  const { numAffectedRows } = await sql`
    with present as (
      select q.version, ${snapshotOfQuery} as snapshot from queries q where q.id = ${queryId}
    ), before as (
      select snapshot::json as snapshot from query_versions
      where query_id = ${queryId} and kind <> 'refused' order by id desc limit 1
    ), differing as (
      select coalesce(array_agg(p.key order by p.place), '{}') as fields
      from json_each((select snapshot from present)) with ordinality as p (key, value, place)
      left join json_each((select snapshot from before)) as b on b.key = p.key
      where p.value::text is distinct from b.value::text and exists (select from before)
    )
    insert into query_versions (query_id, version, kind, user_id, snapshot, changed)
    select ${queryId}, present.version, ${kind}, ${userId}, present.snapshot::text, differing.fields
    from present, differing
    where cardinality(differing.fields) > 0 or not exists (select from before)`.execute(db)
  if (kind !== 'created' && (numAffectedRows ?? 0n) > 0n) await forgetOldVersions(db, queryId)
}

async function forgetOldVersions(db: Db, queryId: number): Promise<void> {
  await sql`
    delete from query_versions where id in (
      select id from (
        select id, kind, row_number() over (order by id desc) as age,
          row_number() over (partition by (created_at at time zone 'UTC')::date order by id desc) as age_of_day
        from query_versions where query_id = ${queryId} and kind <> 'refused'
      ) as ranked
      where age > ${keptInFull} and age_of_day > 1 and kind <> 'created'
    )`.execute(db)
}

export interface RefusedVersion {
  query_id: number
  /** the version that the save was based on */
  version: number
  user_id: number
  snapshot: QuerySnapshot
  changed: string[]
}

/** Keeps a refused save, and of the query's refused saves the newest ones. */
export async function insertRefusedVersion(db: Db, refused: RefusedVersion): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('query_versions')
      .values({ ...refused, kind: 'refused', snapshot: JSON.stringify(refused.snapshot) })
      .execute()
    await trx
      .deleteFrom('query_versions')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('query_versions')
          .where('query_id', '=', refused.query_id)
          .where('kind', '=', 'refused')
          .orderBy('id', 'desc')
          .offset(keptRefused)
          .select('id'),
      )
      .execute()
  })
}

/** What the query was at this version of it: with its newest visualizations of that time. Null when nobody kept it. */
export async function findSnapshotAt(
  db: Db,
  queryId: number,
  version: number,
): Promise<QuerySnapshot | null> {
  const row = await db
    .selectFrom('query_versions')
    .where('query_id', '=', queryId)
    .where('kind', '<>', 'refused')
    .where('version', '<=', version)
    .orderBy('id', 'desc')
    .limit(1)
    .select('snapshot')
    .executeTakeFirst()
  return row === undefined ? null : JSON.parse(row.snapshot)
}

/** What the query is now. */
export async function findPresentSnapshot(db: Db, queryId: number): Promise<QuerySnapshot> {
  const { snapshot } = await db
    .selectFrom('queries as q')
    .where('q.id', '=', queryId)
    .select(sql<QuerySnapshot>`${snapshotOfQuery}`.as('snapshot'))
    .executeTakeFirstOrThrow()
  return snapshot
}

const columnsInList = ['id', 'version', 'kind', 'user_id', 'created_at', 'changed'] as const

export interface ListedVersion {
  id: number
  version: number
  kind: QueryVersionKind
  user_id: number | null
  created_at: Date
  changed: string[]
}
export type StoredVersion = ListedVersion & { snapshot: QuerySnapshot }

/** One page of the versions of a query, newest first, and how many there are in all. */
export async function listVersions(
  db: Db,
  queryId: number,
  page: { limit: number; offset: number },
): Promise<{ count: number; versions: ListedVersion[] }> {
  const ofQuery = db.selectFrom('query_versions').where('query_id', '=', queryId)
  const { count } = await ofQuery.select(sql<number>`count(*)::integer`.as('count')).executeTakeFirstOrThrow()
  const versions = await ofQuery
    .select(columnsInList)
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { count, versions }
}

export async function findVersion(db: Db, queryId: number, id: number): Promise<StoredVersion | null> {
  const row = await db
    .selectFrom('query_versions')
    .where('query_id', '=', queryId)
    .where('id', '=', id)
    .select([...columnsInList, 'snapshot'])
    .executeTakeFirst()
  return row === undefined ? null : { ...row, snapshot: JSON.parse(row.snapshot) }
}
