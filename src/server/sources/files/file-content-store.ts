import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '#server/kernel/index.ts'

/** A part of a file as it was sent. */
export interface FilePart {
  file_id: number
  part: number
  byte_count: number
  frame: Buffer
}

/** A part that came before is replaced: the connection may have ended before its answer arrived. */
export async function savePart(tx: Db, { file_id, part, byte_count, frame }: FilePart): Promise<void> {
  await tx
    .insertInto('uploaded_file_parts')
    .values({ file_id, part, byte_count, frame })
    .onConflict((conflict) => conflict.columns(['file_id', 'part']).doUpdateSet({ byte_count, frame }))
    .execute()
}

/** What has been sent so far. `next`: the number after the last part. */
export async function countParts(
  db: Db,
  fileId: number,
): Promise<{ bytes: number; parts: number; next: number }> {
  const { rows } = await sql<{ bytes: number; parts: number; next: number }>`
    select coalesce(sum(byte_count), 0)::float8 as bytes, count(*)::int as parts,
      coalesce(max(part) + 1, 0) as next
    from uploaded_file_parts where file_id = ${fileId}`.execute(db)
  return rows[0] ?? { bytes: 0, parts: 0, next: 0 }
}

/** The parts in order, one at a time. */
export async function* partFrames(pool: pg.Pool, fileId: number): AsyncGenerator<Buffer> {
  for (let part = 0; ; part++) {
    const { rows } = await pool.query<{ frame: Buffer }>({
      name: 'find_file_part',
      text: 'select frame from uploaded_file_parts where file_id = $1 and part = $2',
      values: [fileId, part],
    })
    if (rows[0] === undefined) return
    yield rows[0].frame
  }
}

/** A new number for the rows of a file, which are not those of the file yet; null: the file is gone. */
export async function beginReading(db: Db, fileId: number): Promise<number | null> {
  const { rows } = await sql<{ last_reading: number }>`
    update uploaded_files set last_reading = last_reading + 1
    where id = ${fileId} and table_name is null returning last_reading`.execute(db)
  return rows[0]?.last_reading ?? null
}

export interface FileChunk {
  seq: number
  row_count: number
  byte_count: number
  frame: Buffer
}

export async function insertFileChunk(
  pool: pg.Pool,
  { fileId, reading }: { fileId: number; reading: number },
  { seq, row_count, byte_count, frame }: FileChunk,
): Promise<void> {
  await pool.query({
    name: 'insert_file_chunk',
    text: `insert into uploaded_file_chunks (file_id, reading, seq, row_count, byte_count, frame)
      values ($1, $2, $3, $4, $5, $6)`,
    values: [fileId, reading, seq, row_count, byte_count, frame],
  })
}

/**
 * In a transaction: the rows of this reading become those of the file, and the others are deleted. False: another one
 * came first, or the file is gone.
 */
export async function endReading(
  tx: Db,
  { fileId, reading }: { fileId: number; reading: number },
  facts: { columns_json: string; row_count: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('uploaded_files')
    .set({ reading, ...facts })
    .where('id', '=', fileId)
    .where('last_reading', '=', reading)
    .where('table_name', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await tx
    .deleteFrom('uploaded_file_chunks')
    .where('file_id', '=', fileId)
    .where('reading', '!=', reading)
    .execute()
  return true
}

/** Deletes the rows of a reading that failed. */
export async function dropReading(
  db: Db,
  { fileId, reading }: { fileId: number; reading: number },
): Promise<void> {
  await db
    .deleteFrom('uploaded_file_chunks')
    .where('file_id', '=', fileId)
    .where('reading', '=', reading)
    .execute()
}

const pageChunks = 4

/** Frames of the rows, in order, with the number of their rows. */
export async function* fileChunks(
  pool: pg.Pool,
  { id, reading }: { id: number; reading: number },
): AsyncGenerator<{ frame: Buffer; row_count: number }> {
  for (let after = -1; ; ) {
    const { rows } = await pool.query<{ seq: number; frame: Buffer; row_count: number }>({
      name: 'find_file_chunks',
      text: `select seq, row_count, frame from uploaded_file_chunks
        where file_id = $1 and reading = $2 and seq > $3 order by seq limit ${pageChunks}`,
      values: [id, reading, after],
    })
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < pageChunks) return
    after = last.seq
  }
}

/** The first chunks of the rows, at most so many, without their frames. `size`: of the frame. */
export async function sizeFirstChunks(
  pool: pg.Pool,
  { id, reading }: { id: number; reading: number },
  count: number,
): Promise<{ seq: number; byte_count: number; size: number }[]> {
  const { rows } = await pool.query<{ seq: number; byte_count: number; size: number }>({
    name: 'size_file_chunks',
    text: `select seq, byte_count::float8 as byte_count, octet_length(frame) as size from uploaded_file_chunks
      where file_id = $1 and reading = $2 order by seq limit $3`,
    values: [id, reading, count],
  })
  return rows
}

export async function findChunkFrame(
  pool: pg.Pool,
  { id, reading }: { id: number; reading: number },
  seq: number,
): Promise<Buffer | null> {
  const { rows } = await pool.query<{ frame: Buffer }>({
    name: 'find_file_chunk',
    text: 'select frame from uploaded_file_chunks where file_id = $1 and reading = $2 and seq = $3',
    values: [id, reading, seq],
  })
  return rows[0]?.frame ?? null
}
