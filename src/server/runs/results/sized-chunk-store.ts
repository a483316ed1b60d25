import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '#server/kernel/index.ts'
import { giveBack, readFrame } from './read-frame.ts'
import { smallBytes } from './reading-room.ts'

/** A chunk of a result. Large frames are not loaded with it: `readChunk` reads them one at a time. */
export interface SizedChunk {
  result_id: number
  seq: number
  row_count: number
  /** size of its text */
  byte_count: number
  /** size of its frame */
  size: number
  frame: Buffer | null
}

/** At most `count` chunks after `seq`, in order. */
export async function findChunksAfter(
  pool: pg.Pool,
  resultId: number,
  after: number,
  count: number,
): Promise<SizedChunk[]> {
  const { rows } = await pool.query<SizedChunk>({
    name: 'find_chunks_after',
    text: `select result_id, seq, row_count, byte_count, octet_length(frame) as size,
        case when octet_length(frame) <= ${smallBytes} then frame end as frame
      from query_result_chunks where result_id = $1 and seq > $2 order by seq limit $3`,
    values: [resultId, after, count],
  })
  return rows
}

/** Sizes of the chunks with these numbers, in order, without frames. */
export async function sizeChunks(
  pool: pg.Pool,
  resultId: number,
  seqs: readonly number[],
): Promise<SizedChunk[]> {
  const { rows } = await pool.query<SizedChunk>({
    name: 'size_chunks',
    text: `select result_id, seq, row_count, byte_count, octet_length(frame) as size, null as frame
      from query_result_chunks where result_id = $1 and seq = any($2::integer[]) order by seq`,
    values: [resultId, seqs],
  })
  return rows
}

/** Total bytes of all frames of these results. */
export async function sumFrames(pool: pg.Pool, resultIds: readonly number[]): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>({
    name: 'sum_frames',
    text: `select coalesce(sum(octet_length(frame)), 0)::float8 as bytes from query_result_chunks
      where result_id = any($1::integer[])`,
    values: [resultIds],
  })
  return rows[0]?.bytes ?? 0
}

/** A chunk with the number of its first row. */
export type PlacedChunk = SizedChunk & { first_row: number }

/** Chunks that contain rows from..from+count, in order; includes frames up to a total of `smallBytes`. */
export async function findChunksAround(
  db: Db,
  resultId: number,
  from: number,
  count: number,
): Promise<PlacedChunk[]> {
  const { rows } = await sql<PlacedChunk>`
    select result_id, seq, first_row, row_count, byte_count, size,
      case when sum(size) over (order by seq) <= ${smallBytes} then frame end as frame
    from (
      select *, octet_length(frame) as size from query_result_chunks
      where result_id = ${resultId} and first_row < ${from + count} and first_row + row_count > ${from}
    ) chunks order by seq`.execute(db)
  return rows
}

/** The text of a chunk; reads its frame if that was not loaded. */
export async function readChunk(db: Db, chunk: SizedChunk): Promise<Buffer> {
  if (chunk.frame !== null) return readFrame(chunk.frame)
  const { result_id, seq } = chunk
  const frame = await gather(chunk, async (from) => {
    const { rows } = await sql<Slice>`
      select substring(frame from ${from} for ${sliceBytes}) as slice from query_result_chunks
      where result_id = ${result_id} and seq = ${seq}`.execute(db)
    return rows
  })
  const text = await readFrame(frame)
  giveBack(frame)
  return text
}

/** Reads the frame of a chunk that was not loaded with it. */
export async function fetchFrame(pool: pg.Pool, chunk: SizedChunk): Promise<Buffer> {
  return await gather(chunk, async (from) => {
    const { rows } = await pool.query<Slice>({
      name: 'slice_of_frame',
      text: `select substring(frame from $3 for $4) as slice from query_result_chunks where result_id = $1 and seq = $2`,
      values: [chunk.result_id, chunk.seq, from, sliceBytes],
    })
    return rows
  })
}

interface Slice {
  slice: Buffer
}

const sliceBytes = 1024 * 1024

/** Reads in slices, because the database driver takes several times the size of what it reads. */
async function gather(
  { result_id, size }: SizedChunk,
  read: (from: number) => Promise<readonly Slice[]>,
): Promise<Buffer> {
  const frame = Buffer.allocUnsafeSlow(size)
  for (let at = 0; at < size; ) {
    const slice = (await read(at + 1))[0]?.slice
    if (slice === undefined || slice.length === 0)
      throw new Error(`Result ${result_id} lacks some of its chunks.`)
    at += slice.copy(frame, at)
  }
  return frame
}
