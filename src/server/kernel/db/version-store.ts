import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

/** All of the newest versions stay; of older ones the last of each day, and the one that began it. */
const keptInFull = 200
/** Refused saves are kept for those who lost them, not for ever. */
const keptRefused = 50

/** Something whose states are kept: a table of versions, and how they are made inside the database. */
export interface Versioned {
  table: 'query_versions' | 'dashboard_versions'
  /** its column with the id of what has the versions */
  owner: 'query_id' | 'dashboard_id'
  /** a statement for `version` and, as json, `snapshot` of what it is now */
  present(id: number): RawBuilder<unknown>
  /** names of what differs between `before.snapshot` and `present.snapshot`: an array of texts, null for none */
  changed: RawBuilder<unknown>
}

/** Of the fields of two snapshots those that differ, as rows of `key` and `place`. */
export const differingFields: RawBuilder<unknown> = sql`
  select p.key, p.place from json_each(present.snapshot) with ordinality as p (key, value, place)
  left join json_each(before.snapshot) as b on b.key = p.key
  where p.value::text is distinct from b.value::text`

export interface Keeping<K extends string> {
  kind: K
  userId: number
  /** when it began; now, unless it goes on with an older one */
  createdAt?: Date | null
}

/**
 * Keeps what this is now as a version, with what differs from the version before; without a difference nothing is
 * kept. The texts never leave the database. For use in the transaction of the save.
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

/** Keeps a refused save, and of all that were refused here the newest ones. */
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

/** What this was at this version of it. Null when nobody kept it. */
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

/** What this is now. */
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

/** One page of the versions, newest first, and how many there are in all. */
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
