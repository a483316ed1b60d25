import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

/** The newest versions are all kept; of older ones, the last of each day and the first of all. */
const keptInFull = 200
/** Refused saves are kept so that their authors can recover them, up to this many. */
const keptRefused = 50

/** An object with a version history: its table, and the SQL that makes a snapshot. */
export interface Versioned {
  table: 'query_versions' | 'dashboard_versions'
  /** its column with the id of the versioned object */
  owner: 'query_id' | 'dashboard_id'
  /** a statement that selects the current `version` and, as json, the current `snapshot` */
  present(id: number): RawBuilder<unknown>
  /** names of the fields that differ between `before.snapshot` and `present.snapshot`: a text array, null for none */
  changed: RawBuilder<unknown>
}

/** The fields that differ between two snapshots, as rows of `key` and `place`. */
export const differingFields: RawBuilder<unknown> = sql`
  select p.key, p.place from json_each(present.snapshot) with ordinality as p (key, value, place)
  left join json_each(before.snapshot) as b on b.key = p.key
  where p.value::text is distinct from b.value::text`

export interface Keeping<K extends string> {
  kind: K
  userId: number
  /** when the version was created; default: now */
  createdAt?: Date | null
}

/**
 * Stores the current state as a version, with the fields that changed since the previous one. Stores nothing when
 * nothing changed. The texts never leave the database. Call it in the transaction of the save.
 */
export async function keepPresent<K extends string>(
  db: Db,
  versioned: Versioned,
  id: number,
  { kind, userId, createdAt = null }: Keeping<K>,
): Promise<void> {
  const [table, owner] = [sql.table(versioned.table), sql.ref(versioned.owner)]
  const { numAffectedRows } = await sql`
    with present as (${versioned.present(id)}), before as (
      select snapshot::json as snapshot from ${table}
      where ${owner} = ${id} and kind <> 'refused' order by id desc limit 1
    ), differing as (
      select before.snapshot is null as is_first, coalesce(${versioned.changed}, '{}') as fields
      from present left join before on true
    )
    insert into ${table} (${owner}, version, kind, user_id, snapshot, changed, created_at)
    select ${id}, present.version, ${kind}, ${userId}, present.snapshot::text,
      case when is_first then '{}' else fields end, coalesce(${createdAt}::timestamptz, now())
    from present, differing where is_first or cardinality(fields) > 0`.execute(db)
  if (kind !== 'created' && (numAffectedRows ?? 0n) > 0n) await forgetOldVersions(db, versioned, id)
}

async function forgetOldVersions(db: Db, versioned: Versioned, id: number): Promise<void> {
  const [table, owner] = [sql.table(versioned.table), sql.ref(versioned.owner)]
  await sql`
    delete from ${table} where id in (
      select id from (
        select id, kind, row_number() over (order by id desc) as age,
          row_number() over (partition by (created_at at time zone 'UTC')::date order by id desc) as age_of_day
        from ${table} where ${owner} = ${id} and kind <> 'refused'
      ) as ranked
      where age > ${keptInFull} and age_of_day > 1 and kind <> 'created'
    )`.execute(db)
}

export interface RefusedVersion<S> {
  /** the version that the save was based on */
  version: number
  user_id: number
  snapshot: S
  changed: string[]
}

/** Stores a refused save, and deletes the oldest refused saves of the object. */
export async function keepRefused<S>(
  db: Db,
  versioned: Versioned,
  id: number,
  { version, user_id, snapshot, changed }: RefusedVersion<S>,
): Promise<void> {
  const [table, owner] = [sql.table(versioned.table), sql.ref(versioned.owner)]
  await db.transaction().execute(async (trx) => {
    await sql`
      insert into ${table} (${owner}, version, kind, user_id, snapshot, changed)
      values (${id}, ${version}, 'refused', ${user_id}, ${JSON.stringify(snapshot)}, ${sql.val(changed)}::text[])`.execute(
      trx,
    )
    await sql`
      delete from ${table} where id in (
        select id from ${table} where ${owner} = ${id} and kind = 'refused' order by id desc offset ${keptRefused}
      )`.execute(trx)
  })
}

/** The snapshot at this version; null when it was not kept. */
export async function findKeptAt<S>(
  db: Db,
  versioned: Versioned,
  id: number,
  version: number,
): Promise<S | null> {
  const { rows } = await sql<{ snapshot: S }>`
    select snapshot::json as snapshot from ${sql.table(versioned.table)}
    where ${sql.ref(versioned.owner)} = ${id} and kind <> 'refused' and version <= ${version}
    order by id desc limit 1`.execute(db)
  return rows[0]?.snapshot ?? null
}

/** The current snapshot. */
export async function findPresent<S>(db: Db, versioned: Versioned, id: number): Promise<S> {
  const { rows } = await sql<{ snapshot: S }>`${versioned.present(id)}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error(`There is no ${versioned.owner} ${id}.`)
  return row.snapshot
}

export interface ListedVersion<K extends string> {
  id: number
  version: number
  kind: K
  user_id: number | null
  created_at: Date
  changed: string[]
}
export type StoredVersion<K extends string, S> = ListedVersion<K> & { snapshot: S }

const columnsInList = sql`id, version, kind, user_id, created_at, changed`

/** One page of the versions, newest first, and the total count. */
export async function listKept<K extends string>(
  db: Db,
  versioned: Versioned,
  id: number,
  page: { limit: number; offset: number },
): Promise<{ count: number; versions: ListedVersion<K>[] }> {
  const kept = sql`from ${sql.table(versioned.table)} where ${sql.ref(versioned.owner)} = ${id}`
  const counted = await sql<{ count: number }>`select count(*)::integer as count ${kept}`.execute(db)
  const { rows: versions } = await sql<ListedVersion<K>>`
    select ${columnsInList} ${kept} order by id desc limit ${page.limit} offset ${page.offset}`.execute(db)
  return { count: counted.rows[0]?.count ?? 0, versions }
}

export async function findKept<K extends string, S>(
  db: Db,
  versioned: Versioned,
  id: number,
  versionId: number,
): Promise<StoredVersion<K, S> | null> {
  const { rows } = await sql<StoredVersion<K, S>>`
    select ${columnsInList}, snapshot::json as snapshot from ${sql.table(versioned.table)}
    where ${sql.ref(versioned.owner)} = ${id} and id = ${versionId}`.execute(db)
  return rows[0] ?? null
}
