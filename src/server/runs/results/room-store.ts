import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '#server/kernel/index.ts'

export interface StoredSizes {
  /** stored bytes of all chunks, including those of active runs */
  all: number
  /** bytes of the results that queries show */
  shown: number
}

/** Reads the lengths of the chunks, not the chunks. */
export async function measureChunks(db: Db): Promise<StoredSizes> {
  const { rows } = await sql<StoredSizes>`
    select coalesce(sum(size), 0)::float8 as all,
      coalesce(sum(size) filter (where exists (
        select from queries where latest_result_id = sizes.result_id)), 0)::float8 as shown
    from (select result_id, sum(octet_length(frame)) as size from query_result_chunks group by result_id) sizes`.execute(
    db,
  )
  const [sizes] = rows
  if (sizes === undefined) throw new Error('PostgreSQL has answered no row.')
  return sizes
}

export interface Evicted {
  removed: number
  /** how many of them a query showed */
  shown: number
  bytes: number
}

/**
 * Deletes whole results until `bytes` are freed, or none is left: first those that no query shows, the oldest first
 * within each group.
 */
export async function evictResults(db: Db, bytes: number): Promise<Evicted> {
  const { rows } = await sql<Evicted>`
    with sizes as (
      select result_id, sum(octet_length(frame)) as size from query_result_chunks group by result_id
    ), aged as (
      select id, size, is_shown, sum(size) over (order by is_shown, retrieved_at, id) - size as before
      from (
        select results.id, results.retrieved_at, sizes.size,
          exists (select from queries where latest_result_id = results.id) as is_shown
        from query_results results join sizes on sizes.result_id = results.id
      ) candidates
    ), doomed as (
      select id, size, is_shown from aged where before < ${bytes}
    ), chunks as (
      delete from query_result_chunks where result_id in (select id from doomed)
    ), gone as (
      delete from query_results where id in (select id from doomed) returning id
    )
    select count(*)::integer as removed, (count(*) filter (where is_shown))::integer as shown,
      coalesce(sum(size), 0)::float8 as bytes
    from doomed join gone using (id)`.execute(db)
  const [evicted] = rows
  if (evicted === undefined) throw new Error('PostgreSQL has answered no row.')
  return evicted
}

/** Overhead of pages, items and the index relative to the bytes, a generous measurement. */
const overhead = 1.06
const pieceBytes = 2100

/**
 * Estimates the bytes that fit without a larger table: the space of deleted results after a vacuum. The disk does not
 * show it, because PostgreSQL returns only space at the end of a table.
 */
export async function measureReusable(db: Db): Promise<number> {
  const { rows } = await sql<{ reusable: number }>`
    select (pg_total_relation_size(chunks.oid)
      - ${overhead}::float8 * (select coalesce(sum(octet_length(frame)), 0) from query_result_chunks)
      - ${pieceBytes}::float8 * coalesce((select n_dead_tup from pg_stat_all_tables where relid = chunks.reltoastrelid), 0)
    )::float8 as reusable
    from pg_class chunks where chunks.oid = 'query_result_chunks'::regclass`.execute(db)
  return rows[0]?.reusable ?? 0
}

/** Makes the space of deleted chunks reusable, and returns space at the end of the table to the disk. */
export async function vacuumChunks(pool: pg.Pool): Promise<void> {
  await pool.query('vacuum (skip_locked) query_result_chunks')
}
