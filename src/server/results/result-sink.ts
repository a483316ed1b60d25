import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import type { Sink, SinkColumn } from '#connectors/connector.ts'
import { QueryFailed } from '#connectors/connector-errors.ts'
import { uniqueColumnNames } from '#shared/results/column-names.ts'
import type { ResultColumn } from '#shared/results/results-api.ts'
import { chunkText } from './chunk-text.ts'
import { type EncodeRow, rowEncoder } from './row-encoder.ts'
import { StoringFailed } from './storing-failed.ts'

const compress = promisify(zstdCompress)

/** One chunk as it lies in query_result_chunks. */
export interface StoredChunk {
  seq: number
  first_row: number
  row_count: number
  byte_count: number
  frame: Buffer
}

export interface SinkOptions {
  maxRows: number
  maxBytes: number
  writeChunk(chunk: StoredChunk): Promise<void>
  /** rows that lie in the database without a gap, and the columns as JSON text; called at most twice a second */
  onProgress(rows: number, columnsJson: string): Promise<void>
}

/** What the row of a result says of its chunks. */
export interface SinkSummary {
  columns_json: string
  extras_json: string
  row_count: number
  byte_count: number
  truncated: boolean
}

export interface ResultSink extends Sink {
  /** writes what is left and answers the summary. Throws StoringFailed, and QueryFailed when there are no columns. */
  finish(): Promise<SinkSummary>
  /** waits until nothing is being written any more; for runs that failed */
  settle(): Promise<void>
}

/** Size of the text of a chunk. The first is small, so that something can be shown soon. */
const chunkBytes = 1_000_000
const firstChunkBytes = 64_000
/** A chunk is cut after this time even when it is small: the first one, the others. */
const firstChunkMilliseconds = 100
const chunkMilliseconds = 2000
/** Chunks being compressed and written while the next is read: what bounds the memory. */
const maxInFlight = 2
const progressMilliseconds = 500
const maxLogLines = 1000

/** Counts, cuts, encodes, compresses and stores the rows that a connector reads. */
export function createResultSink(options: SinkOptions): ResultSink {
  const pending = chunkText(chunkBytes)
  const writer = createWriter(options, pending.giveBack)
  const log: string[] = []
  const metadata: Record<string, unknown> = {}
  let columnsJson: string | null = null
  let encode: EncodeRow | null = null
  let pendingRows = 0
  /** UTF-16 units of the pending rows: no more than their bytes, at least a third of them */
  let pendingLength = 0
  let rowCount = 0
  let byteCount = 0
  let truncated = false
  /** the run is over: a connector that goes on reading is not listened to */
  let closed = false
  let lastCut = performance.now()
  let timer: NodeJS.Timeout | undefined

  const cut = async () => {
    clearTimeout(timer)
    timer = undefined
    lastCut = performance.now()
    if (pendingRows === 0) return
    const bytes = pending.take()
    const rows = pendingRows
    pendingRows = 0
    pendingLength = 0
    byteCount += bytes.length
    await writer.write(bytes, rowCount - rows, rows)
  }
  const isDue = () => {
    const isFirst = writer.count() === 0
    if (pendingLength >= (isFirst ? firstChunkBytes : chunkBytes)) return true
    return performance.now() - lastCut >= (isFirst ? firstChunkMilliseconds : chunkMilliseconds)
  }
  /** Rows of a slow query are shown although no further ones come to push them out. */
  const cutSoon = () => {
    if (timer !== undefined || pendingRows === 0) return
    const wait = writer.count() > 0 ? chunkMilliseconds : firstChunkMilliseconds
    timer = setTimeout(() => void cut().catch(() => {}), wait)
  }
  /** Exact only near the limit: before, three bytes for each UTF-16 unit cannot reach it. */
  const isOverLimit = (row: string) => {
    if (byteCount + (pendingLength + row.length + 1) * 3 <= options.maxBytes) return false
    const bytes = Buffer.byteLength(row) + (rowCount === 0 ? 0 : 1)
    return byteCount + pending.length() + bytes > options.maxBytes
  }

  return {
    columns(columns: readonly SinkColumn[]) {
      const names = uniqueColumnNames(columns.map((column) => column.name))
      encode = rowEncoder(columns, names)
      const shown: ResultColumn[] = columns.map((column, index) => {
        const name = names[index] ?? column.name
        return { name, friendly_name: name, type: column.type }
      })
      columnsJson = JSON.stringify(shown)
      writer.setColumns(columnsJson)
      lastCut = performance.now()
    },
    async rows(batch) {
      if (encode === null) throw new Error('A connector sent rows before columns.')
      if (closed) return false
      writer.throwIfFailed()
      for (const cells of batch) {
        if (truncated) return false
        const row = encode(cells)
        if (rowCount >= options.maxRows || isOverLimit(row)) {
          truncated = true
          return false
        }
        const text = rowCount === 0 ? row : `,${row}`
        pending.append(text)
        pendingLength += text.length
        pendingRows++
        rowCount++
        if (pendingLength >= firstChunkBytes && isDue()) await cut()
      }
      if (isDue()) await cut()
      else cutSoon()
      return true
    },
    log(line) {
      if (log.length < maxLogLines) log.push(line)
    },
    metadata(facts) {
      Object.assign(metadata, facts)
    },
    async finish() {
      await cut()
      await writer.settle()
      writer.throwIfFailed()
      if (columnsJson === null) throw new QueryFailed('Query completed but it returned no data.')
      const extras = {
        ...(truncated ? { truncated: true } : {}),
        ...(log.length > 0 ? { log } : {}),
        ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
      }
      return {
        columns_json: columnsJson,
        extras_json: JSON.stringify(extras),
        row_count: rowCount,
        byte_count: byteCount,
        truncated,
      }
    },
    async settle() {
      closed = true
      clearTimeout(timer)
      pendingRows = 0
      await writer.settle()
    },
  }
}

/** Compresses and writes chunks, a few at the same time; `write` waits when too many are under way. */
function createWriter({ writeChunk, onProgress }: SinkOptions, giveBack: (bytes: Buffer) => void) {
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
