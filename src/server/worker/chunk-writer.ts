import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import type { StoredChunk } from '#server/runs/index.ts'
import { StoringFailed } from './storing-failed.ts'

const compress = promisify(zstdCompress)

export interface ChunkWriterOptions {
  writeChunk(chunk: StoredChunk): Promise<void>
  /** number of leading rows stored without a gap, and the columns as JSON text; called at most twice a second */
  onProgress(rows: number, columnsJson: string): Promise<void>
}

export interface ChunkWriter {
  setColumns(json: string): void
  /** number of chunks so far */
  count(): number
  throwIfFailed(): void
  /** waits while too many chunks are in flight. Throws StoringFailed, also for an earlier chunk. */
  write(bytes: Buffer, firstRow: number, rows: number): Promise<void>
  /** waits for all chunks in flight */
  settle(): Promise<void>
}

/** Maximum number of chunks being compressed and written at once; bounds the memory. */
const maxInFlight = 2
const progressMilliseconds = 500

/** Compresses and writes chunks, a few at a time. */
export function createChunkWriter(
  { writeChunk, onProgress }: ChunkWriterOptions,
  giveBack: (bytes: Buffer) => void,
): ChunkWriter {
  const inFlight = new Set<Promise<void>>()
  /** row counts of written chunks by seq, until all earlier chunks are written too */
  const written = new Map<number, number>()
  let seq = 0
  let storedRows = 0
  let nextStored = 0
  let failure: StoringFailed | null = null
  let columnsJson = '[]'
  let lastProgress = 0
  let reporting: Promise<void> | null = null

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
    report()
  }
  const report = () => {
    // a later chunk was written before the first: no row can be read yet, and a report now would delay the next one
    if (storedRows === 0) return
    const now = performance.now()
    if (reporting !== null || (lastProgress > 0 && now - lastProgress < progressMilliseconds)) return
    lastProgress = now
    // errors are ignored: what prevents progress reports also prevents the result, which reports the error
    reporting = onProgress(storedRows, columnsJson)
      .catch(() => {})
      .finally(() => {
        reporting = null
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
      await reporting
    },
  }
}
