import { type Selectable, sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../db/database.ts'
import type { QueryResultsTable } from '../db/tables.ts'
import type { StoredChunk } from './chunk-writer.ts'

export type StoredResult = Selectable<QueryResultsTable>

export async function insertChunk(pool: pg.Pool, resultId: number, chunk: StoredChunk): Promise<void> {
  await pool.query({
    name: 'insert_chunk',
    text: `insert into query_result_chunks (result_id, seq, first_row, row_count, byte_count, frame)
      values ($1, $2, $3, $4, $5, $6)`,
    values: [resultId, chunk.seq, chunk.first_row, chunk.row_count, chunk.byte_count, chunk.frame],
  })
}

export interface NewResult {
  id: number
  org_id: number
  data_source_id: number
  query_hash: string
  query_text: string
  columns_json: string
  extras_json: string
  row_count: number
  byte_count: number
  truncated: boolean
  runtime: number
}

/**
 * Writes the row that makes the chunks a result, and makes it the newest result of every unarchived query with its text
 * on its data source; `updated_at` stays (reference-api 6.3).
 */
export async function insertResult(tx: Db, result: NewResult): Promise<void> {
  await tx.insertInto('query_results').values(result).execute()
  await sql`
    update queries set latest_result_id = ${result.id}, schedule_failures = 0
    where data_source_id = ${result.data_source_id} and query_hash = ${result.query_hash} and not is_archived`.execute(
    tx,
  )
}

export async function findResult(db: Db, id: number): Promise<StoredResult | null> {
  return (await db.selectFrom('query_results').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** The newest result of a text, if it is younger than `maxAgeSeconds`; null: of any age. */
export async function findFreshResult(
  db: Db,
  dataSourceId: number,
  queryHash: string,
  maxAgeSeconds: number | null,
): Promise<StoredResult | null> {
  let query = db
    .selectFrom('query_results')
    .selectAll()
    .where('data_source_id', '=', dataSourceId)
    .where('query_hash', '=', queryHash)
  if (maxAgeSeconds !== null) {
    query = query.where('retrieved_at', '>', sql<Date>`now() - make_interval(secs => ${maxAgeSeconds})`)
  }
  return (
    (await query.orderBy('retrieved_at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst()) ?? null
  )
}

/** Chunks that hold rows from..from+count, in order. */
export async function findChunksOfRows(
  db: Db,
  resultId: number,
  from: number,
  count: number,
): Promise<StoredChunk[]> {
  return await db
    .selectFrom('query_result_chunks')
    .select(['seq', 'first_row', 'row_count', 'byte_count', 'frame'])
    .where('result_id', '=', resultId)
    .where('first_row', '<', from + count)
    .where(sql<boolean>`first_row + row_count > ${from}`)
    .orderBy('seq')
    .execute()
}

/** Frames after `seq`, in order, as many as `count`. */
export async function findFrames(
  pool: pg.Pool,
  resultId: number,
  after: number,
  count: number,
): Promise<StoredFrame[]> {
  const { rows } = await pool.query<StoredFrame>({
    name: 'find_frames',
    text: `select seq, row_count, frame from query_result_chunks where result_id = $1 and seq > $2 order by seq limit $3`,
    values: [resultId, after, count],
  })
  return rows
}

/** Frames with these numbers, in order. */
export async function findFramesOf(
  pool: pg.Pool,
  resultId: number,
  seqs: readonly number[],
): Promise<Pick<StoredFrame, 'seq' | 'frame'>[]> {
  const { rows } = await pool.query<Pick<StoredFrame, 'seq' | 'frame'>>({
    name: 'find_frames_of',
    text: `select seq, frame from query_result_chunks where result_id = $1 and seq = any($2::integer[]) order by seq`,
    values: [resultId, seqs],
  })
  return rows
}

/** The first row of each chunk, in order. */
export async function findFirstRows(pool: pg.Pool, resultId: number): Promise<Uint32Array> {
  const { rows } = await pool.query<{ first_row: number }>({
    name: 'find_first_rows',
    text: `select first_row from query_result_chunks where result_id = $1 order by seq`,
    values: [resultId],
  })
  return Uint32Array.from(rows, (row) => row.first_row)
}

export interface StoredFrame {
  seq: number
  row_count: number
  frame: Buffer
}

/** Deletes results that no query shows and that are older than `days`: at most `count` (reference-api 6.5). */
export async function deleteUnusedResults(db: Db, days: number, count: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with unused as (
      select id from query_results
      where retrieved_at < now() - make_interval(days => ${days})
        and not exists (select from queries where latest_result_id = query_results.id)
      order by retrieved_at limit ${count}
      for update skip locked
    ), chunks as (
      delete from query_result_chunks where result_id in (select id from unused)
    )
    delete from query_results where id in (select id from unused) returning id`.execute(db)
  return rows.length
}

/** Chunks without a result and without a run that still writes them: of deleted data sources and of crashes. */
export async function deleteLostChunks(db: Db): Promise<void> {
  await sql`
    delete from query_result_chunks where result_id in (
      select result_id from query_result_chunks chunks
      where seq = 0
        and not exists (select from query_results where id = chunks.result_id)
        and not exists (select from jobs where result_id = chunks.result_id and status = 'started')
    )`.execute(db)
}
