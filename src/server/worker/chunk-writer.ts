import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import type { StoredChunk } from '#server/runs/index.ts'
import { StoringFailed } from './storing-failed.ts'

const compress = promisify(zstdCompress)

export interface ChunkWriterOptions {
  writeChunk(chunk: StoredChunk): Promise<void>
  /** rows that lie in the database without a gap, and the columns as JSON text; called at most twice a second */
  onProgress(rows: number, columnsJson: string): Promise<void>
}

export interface ChunkWriter {
  setColumns(json: string): void
  /** chunks given so far */
  count(): number
  throwIfFailed(): void
  /** waits while too many are under way. Throws StoringFailed, also for an earlier chunk. */
  write(bytes: Buffer, firstRow: number, rows: number): Promise<void>
  /** waits for all that is under way */
  settle(): Promise<void>
}

/** Chunks being compressed and written while the next is read: what bounds the memory. */
const maxInFlight = 2
const progressMilliseconds = 500

/** Compresses and writes chunks, a few at the same time; `write` waits when too many are under way. */
export function createChunkWriter(
  { writeChunk, onProgress }: ChunkWriterOptions,
  giveBack: (bytes: Buffer) => void,
): ChunkWriter {
  const inFlight = new Set<Promise<void>>()
  /** rows of each written chunk by seq, until all before it are written too */
  const written = new Map<number, number>()
  let seq = 0
  let storedRows = 0
  let nextStored = 0
  let failure: StoringFailed | null = null
  let columnsJson = '[]'
  let lastProgress = 0
  let telling: Promise<void> | null = null

  const store = async (own: number, bytes: Buffer, firstRow: number, rows: number) => {
    const frame = await compress(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } })
    const byteCount = bytes.length
    giveBack(bytes)
    await writeChunk({ seq: own, first_row: firstRow, row_count: rows, byte_count: byteCount, frame })
    written.set(own, rows)
    for (let count = written.get(nextStored); count !== undefined; count = written.get(nextStored)) {
      storedRows += count
      written.delete(nextStored++)
    }
    tell()
  }
  const tell = () => {
    // a later chunk was written before the first one: no row can be read yet, and the next word comes half a second later
    if (storedRows === 0) return
    const now = performance.now()
    if (telling !== null || (lastProgress > 0 && now - lastProgress < progressMilliseconds)) return
    lastProgress = now
    // progress is a courtesy: what keeps it from being written keeps the result from it too, and is told there
    telling = onProgress(storedRows, columnsJson)
      .catch(() => {})
      .finally(() => {
        telling = null
      })
  }
  return {
    setColumns(json: string) {
      columnsJson = json
    },
    count: () => seq,
    throwIfFailed() {
      if (failure !== null) throw failure
    },
    async write(bytes: Buffer, firstRow: number, rows: number) {
      const own = seq++
      const work: Promise<void> = store(own, bytes, firstRow, rows)
        .catch((error) => {
          failure ??= new StoringFailed(error)
        })
        .finally(() => inFlight.delete(work))
      inFlight.add(work)
      if (inFlight.size >= maxInFlight) await Promise.race(inFlight)
      if (failure !== null) throw failure
    },
    async settle() {
      await Promise.all(inFlight)
      await telling
    },
  }
}
