import { type Selectable, sql } from 'kysely'
import type pg from 'pg'
import type { Db, QueryResultsTable } from '#server/kernel/index.ts'

/** A row of query_result_chunks. */
export interface StoredChunk {
  seq: number
  first_row: number
  row_count: number
  byte_count: number
  frame: Buffer
}

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
 * Inserts the row that turns the chunks into a result, and makes it the newest result of every unarchived query with
 * its text on its data source; `updated_at` stays (docs/reference/api-results.md#when-a-run-succeeds).
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
  return (await findResults(db, [id]))[0] ?? null
}

/** Several results in one statement, in no order. */
export async function findResults(db: Db, ids: readonly number[]): Promise<StoredResult[]> {
  return await db
    .selectFrom('query_results')
    .selectAll()
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .execute()
}

/** Identifies the results of a text on a data source. */
export type RunKey = Pick<StoredResult, 'data_source_id' | 'query_hash'>

/** The newest result of a text, if it is younger than `maxAgeSeconds`; null: of any age. */
export async function findFreshResult(
  db: Db,
  dataSourceId: number,
  queryHash: string,
  maxAgeSeconds: number | null,
): Promise<StoredResult | null> {
  const key = { data_source_id: dataSourceId, query_hash: queryHash }
  return (await findFreshResults(db, [key], maxAgeSeconds))[0] ?? null
}

/** The newest result of each text, in one statement and in no order; texts without a result are left out. */
export async function findFreshResults(
  db: Db,
  keys: readonly RunKey[],
  maxAgeSeconds: number | null,
): Promise<StoredResult[]> {
  const { rows } = await sql<StoredResult>`
    select newest.* from unnest(
      ${keys.map((key) => key.data_source_id)}::integer[], ${keys.map((key) => key.query_hash)}::text[]
    ) as asked (data_source_id, query_hash)
    cross join lateral (
      select * from query_results
      where data_source_id = asked.data_source_id and query_hash = asked.query_hash
        and (${maxAgeSeconds}::float8 is null or retrieved_at > now() - make_interval(secs => ${maxAgeSeconds}))
      order by retrieved_at desc, id desc limit 1
    ) newest`.execute(db)
  return rows
}

/** A range of a result's rows. */
export interface RowRange {
  result_id: number
  from: number
  count: number
}

export type StoredChunkOfResult = StoredChunk & { result_id: number }

/** Chunks that contain rows from..from+count, in order. */
export async function findChunksOfRows(
  db: Db,
  resultId: number,
  from: number,
  count: number,
): Promise<StoredChunkOfResult[]> {
  return await findChunksOfRanges(db, [{ result_id: resultId, from, count }])
}

/** The same for several results in one statement; in order within each. */
export async function findChunksOfRanges(
  db: Db,
  ranges: readonly RowRange[],
): Promise<StoredChunkOfResult[]> {
  const { rows } = await sql<StoredChunkOfResult>`
    select chunks.result_id, seq, first_row, row_count, byte_count, frame from unnest(
      ${ranges.map((range) => range.result_id)}::integer[], ${ranges.map((range) => range.from)}::bigint[],
      ${ranges.map((range) => range.from + range.count)}::bigint[]
    ) as asked (result_id, first, beyond)
    join query_result_chunks chunks on chunks.result_id = asked.result_id
      and chunks.first_row < asked.beyond and chunks.first_row + chunks.row_count > asked.first
    order by chunks.result_id, seq`.execute(db)
  return rows
}

export type StoredFrameOfResult = StoredFrame & { result_id: number }

/** All frames of several results in one statement; in order within each. */
export async function findAllFrames(
  pool: pg.Pool,
  resultIds: readonly number[],
): Promise<StoredFrameOfResult[]> {
  const { rows } = await pool.query<StoredFrameOfResult>({
    name: 'find_all_frames',
    text: `select result_id, seq, row_count, frame from query_result_chunks
      where result_id = any($1::integer[]) order by result_id, seq`,
    values: [resultIds],
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

/** The first row of each chunk, in order, and the bytes of its text. */
export async function findFirstRows(
  pool: pg.Pool,
  resultId: number,
): Promise<{ firstRows: Uint32Array; chunkBytes: Uint32Array }> {
  const { rows } = await pool.query<{ first_row: number; byte_count: number }>({
    name: 'find_first_rows',
    text: `select first_row, byte_count from query_result_chunks where result_id = $1 order by seq`,
    values: [resultId],
  })
  return {
    firstRows: Uint32Array.from(rows, (row) => row.first_row),
    chunkBytes: Uint32Array.from(rows, (row) => row.byte_count),
  }
}

export interface StoredFrame {
  seq: number
  row_count: number
  frame: Buffer
}

/** Deletes results that no query shows and that are older than `days`: at most `count` (docs/reference/api-results.md#cleanup). */
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

/** Deletes chunks without a result and without a run that still writes them: left by deleted data sources and crashes. */
export async function deleteLostChunks(db: Db): Promise<void> {
  await sql`
    delete from query_result_chunks where result_id in (
      select result_id from query_result_chunks chunks
      where seq = 0
        and not exists (select from query_results where id = chunks.result_id)
        and not exists (select from jobs where result_id = chunks.result_id and status = 'started')
    )`.execute(db)
}
