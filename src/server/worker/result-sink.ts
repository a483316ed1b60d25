import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RunProgress, Sink, SinkColumn } from '#connectors/connector.ts'
import { QueryFailed } from '#connectors/connector-errors.ts'
import { requireColumns } from '#connectors/result-limits.ts'
import { type EncodeRow, rowEncoder } from '#server/runs/index.ts'
import { uniqueColumnNames } from '#shared/results/column-names.ts'
import type { ResultColumn } from '#shared/results/results-api.ts'
import { type ChunkWriterOptions, chunkText, createChunkWriter } from './chunk-writer.ts'
import { progressReport } from './progress-report.ts'

export interface SinkOptions extends ChunkWriterOptions {
  maxRows: number
  maxBytes: number
  /** what the data source says of its work; called at most twice a second */
  onWork?(progress: RunProgress): Promise<void>
}

/** The columns of a result's row that describe its chunks. */
export interface SinkSummary {
  columns_json: string
  extras_json: string
  row_count: number
  byte_count: number
  truncated: boolean
}

export interface ResultSink extends Sink {
  /** writes the remaining rows and returns the summary. Throws StoringFailed, and QueryFailed without columns. */
  finish(): Promise<SinkSummary>
  /** stops and waits until no chunk is being written; for failed runs */
  settle(): Promise<void>
}

/** Size of a chunk's text. The first chunk is small, so that rows can be shown soon. */
const chunkBytes = 1_000_000
const firstChunkBytes = 64_000
/** A chunk is cut after this time even when it is small. */
const firstChunkMilliseconds = 100
const chunkMilliseconds = 2000
/** UTF-16 units encoded before other work of the process gets a turn. */
const turnLength = 1_000_000
const maxLogLines = 1000
/** Longer log lines are cut. */
const maxLineLength = 10_000

/** Encodes and stores the rows that a connector reads, in compressed chunks and within the limits. */
export function createResultSink(options: SinkOptions): ResultSink {
  const cutter = createCutter(options)
  const work = progressReport(options.onWork ?? (async () => {}))
  const log: string[] = []
  const metadata: Record<string, unknown> = {}
  let columnsJson: string | null = null
  let encode: EncodeRow | null = null
  let truncated = false
  /** UTF-16 units encoded since other work had a turn */
  let encoded = 0
  /** the run is over: later rows of the connector are ignored */
  let closed = false
  /** the first error thrown here: the result is incomplete, even if the connector swallows the error */
  let failure: { error: unknown } | null = null
  const remembered = (error: unknown) => {
    failure ??= { error }
    return error
  }

  return {
    columns(columns: readonly SinkColumn[]) {
      try {
        if (encode !== null) throw new Error('A connector sent columns twice.')
        requireColumns(columns.map((column) => column.name))
      } catch (error) {
        throw remembered(error)
      }
      const names = uniqueColumnNames(columns.map((column) => column.name))
      encode = rowEncoder(columns, names)
      columnsJson = describeColumns(columns, names)
      cutter.begin(columnsJson)
    },
    async rows(batch) {
      if (closed || truncated) return false
      try {
        if (failure !== null) throw failure.error
        if (encode === null) throw new Error('A connector sent rows before columns.')
        cutter.throwIfFailed()
        for (const cells of batch) {
          const row = encode.isLong(cells) ? await encode.inSteps(cells, nextTurn) : encode(cells)
          if (closed) return false
          if (cutter.isFull(row)) {
            truncated = true
            return false
          }
          if (cutter.add(row)) await cutter.cut()
          encoded += row.length
          if (encoded < turnLength) continue
          encoded = 0
          await nextTurn()
          if (closed) return false
        }
        await cutter.endBatch()
        return true
      } catch (error) {
        throw remembered(error)
      }
    },
    log(line) {
      if (log.length < maxLogLines) log.push(line.length > maxLineLength ? beginning(line) : line)
    },
    progress: work.note,
    metadata(facts) {
      Object.assign(metadata, facts)
    },
    async finish() {
      if (failure !== null) throw failure.error
      await work.stop()
      await cutter.finish()
      if (columnsJson === null) throw new QueryFailed('Query completed but it returned no data.')
      const extras = {
        ...(truncated ? { truncated: true } : {}),
        ...(log.length > 0 ? { log } : {}),
        ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
      }
      return { columns_json: columnsJson, extras_json: JSON.stringify(extras), truncated, ...cutter.counts() }
    },
    async settle() {
      closed = true
      await work.stop()
      await cutter.drop()
    },
  }
}

/** Copies the beginning: a slice would keep the whole line in memory. */
function beginning(line: string): string {
  return `${Buffer.from(line.slice(0, maxLineLength))} …`
}

function describeColumns(columns: readonly SinkColumn[], names: readonly string[]): string {
  const shown: ResultColumn[] = columns.map((column, index) => {
    const name = names[index] ?? column.name
    return { name, friendly_name: name, type: column.type }
  })
  return JSON.stringify(shown)
}

/** Collects rows and cuts them into chunks: by size, and by time so that readers need not wait. */
function createCutter(options: SinkOptions) {
  const text = chunkText(chunkBytes)
  const writer = createChunkWriter(options, text.giveBack)
  let pendingRows = 0
  /** UTF-16 units of the pending rows: between a third of their bytes and all of them */
  let pendingLength = 0
  let rowCount = 0
  let byteCount = 0
  let lastCut = performance.now()
  let timer: NodeJS.Timeout | undefined

  const cut = async () => {
    clearTimeout(timer)
    timer = undefined
    lastCut = performance.now()
    if (pendingRows === 0) return
    const bytes = text.take()
    const rows = pendingRows
    pendingRows = 0
    pendingLength = 0
    byteCount += bytes.length
    await writer.write(bytes, rowCount - rows, rows)
  }
  const maxAge = () => (writer.count() === 0 ? firstChunkMilliseconds : chunkMilliseconds)
  const isDue = () =>
    pendingLength >= (writer.count() === 0 ? firstChunkBytes : chunkBytes) ||
    performance.now() - lastCut >= maxAge()
  return {
    cut,
    begin(columnsJson: string) {
      writer.setColumns(columnsJson)
      lastCut = performance.now()
    },
    throwIfFailed: writer.throwIfFailed,
    /** Counts exactly only near the limit, which three bytes per UTF-16 unit could reach. */
    isFull(row: string): boolean {
      if (rowCount >= options.maxRows) return true
      if (byteCount + (pendingLength + row.length + 1) * 3 <= options.maxBytes) return false
      const bytes = Buffer.byteLength(row) + (rowCount === 0 ? 0 : 1)
      return byteCount + text.length() + bytes > options.maxBytes
    },
    /** true: enough rows for a chunk */
    add(row: string): boolean {
      const own = rowCount === 0 ? row : `,${row}`
      text.append(own)
      pendingLength += own.length
      pendingRows++
      rowCount++
      return pendingLength >= firstChunkBytes && isDue()
    },
    /** Sets a timer, so that rows of a slow query are stored even when no further rows arrive. */
    async endBatch() {
      if (isDue()) await cut()
      else if (timer === undefined && pendingRows > 0) {
        timer = setTimeout(() => void cut().catch(() => {}), maxAge())
      }
    },
    async finish() {
      await cut()
      await writer.settle()
      writer.throwIfFailed()
    },
    async drop() {
      clearTimeout(timer)
      pendingRows = 0
      await writer.settle()
    },
    counts: () => ({ row_count: rowCount, byte_count: byteCount }),
  }
}
