import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import type { StoredChunk } from '#server/runs/index.ts'

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

/** The growing text of a chunk, in a reused buffer. */
interface ChunkText {
  append(text: string): void
  /** bytes so far */
  length(): number
  /** returns the bytes and starts a new chunk; the caller returns the buffer with `giveBack` */
  take(): Buffer
  giveBack(bytes: Buffer): void
}

/** Texts are concatenated up to this length before they are written to the buffer, to save calls. */
const gatherLength = 8192
const spareBuffers = 3

export function chunkText(usualBytes: number): ChunkText {
  const size = usualBytes + gatherLength * 8
  const spare: Buffer[] = []
  let buffer: Buffer = Buffer.allocUnsafeSlow(size)
  let used = 0
  let gathered = ''

  const spill = () => {
    if (gathered === '') return
    const needed = used + gathered.length * 3
    if (needed > buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, buffer.length * 2))
      buffer.copy(larger, 0, 0, used)
      buffer = larger
    }
    used += buffer.write(gathered, used, 'utf8')
    gathered = ''
  }
  return {
    append(text) {
      gathered += text
      if (gathered.length >= gatherLength) spill()
    },
    length() {
      spill()
      return used
    },
    take() {
      spill()
      const bytes = buffer.subarray(0, used)
      buffer = spare.pop() ?? Buffer.allocUnsafeSlow(size)
      used = 0
      return bytes
    },
    giveBack(bytes) {
      // a buffer that grew for a huge row is left to the garbage collector
      if (bytes.buffer.byteLength === size && spare.length < spareBuffers)
        spare.push(Buffer.from(bytes.buffer))
    },
  }
}

/** The result could not be stored: no space within the quota, the disk is full, or the database is gone. */
export class StoringFailed extends Error {
  constructor(cause: unknown) {
    super(`The result could not be stored: ${describe(cause)}`, { cause })
    this.name = 'StoringFailed'
  }
}

const diskFull = '53100'

function describe(cause: unknown): string {
  if ((cause as { code?: unknown } | null)?.code === diskFull)
    return 'the disk of the Sextant database is full.'
  return cause instanceof Error ? cause.message : String(cause)
}
