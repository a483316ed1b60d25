import type { Sink } from './connector.ts'
import { QueryFailed } from './connector-errors.ts'
import { inTurn } from './reading-turns.ts'
import { maxRowLength, rowTooLarge } from './result-limits.ts'

/** The controls of a driver's stream of rows. */
export interface RowSource {
  pause(): void
  resume(): void
  /** the sink has enough, or failed: end the query in the data source */
  stop(): void
  /** min UTF-16 units of a row's JSON text, if that may be less than its bytes */
  minLength?(row: readonly unknown[]): number
}

export interface RowFeed {
  /** never throws: called from the driver's parser */
  push(row: readonly unknown[], bytes: number): void
  /** drops undelivered rows and lets the source run to its end */
  discard(): void
  /** delivers the rest; rejects with the sink's error */
  finish(): Promise<void>
}

const batchRows = 2000
const batchBytes = 512 * 1024
/** Counted for each cell in addition: a server can send rows of empty cells for thousands of columns with few bytes. */
const cellBytes = 5
/** slow rows are delivered after this time, even if the batch is not full */
const batchMilliseconds = 50

function nextBatch() {
  let rows: (readonly unknown[])[] = []
  let bytes = 0
  return {
    add(row: readonly unknown[], size: number) {
      rows.push(row)
      bytes += size + row.length * cellBytes
    },
    isFull: () => rows.length >= batchRows || bytes >= batchBytes,
    isEmpty: () => rows.length === 0,
    take() {
      const taken = rows
      rows = []
      bytes = 0
      return taken
    },
  }
}

/**
 * Passes rows to the sink in bounded batches, one at a time. While the sink works, the next batch is filled; when that
 * one is full too, the source is paused. So memory does not depend on the size of the result. A row that is too large
 * for a result fails the feed before it is encoded.
 */
export function rowFeed(sink: Sink, source: RowSource): RowFeed {
  const batch = nextBatch()
  let working: Promise<void> | null = null
  let isPaused = false
  let isClosed = false
  let failure: { error: unknown } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const goOn = () => {
    if (!isPaused) return
    isPaused = false
    source.resume()
  }
  const close = () => {
    isClosed = true
    batch.take()
    clearTimeout(timer)
    goOn()
  }
  const hand = async (rows: (readonly unknown[])[]) => {
    try {
      if (await inTurn(() => sink.rows(rows))) return
    } catch (error) {
      failure ??= { error }
    }
    if (isClosed) return
    close()
    source.stop()
  }
  const deliver = () => {
    clearTimeout(timer)
    timer = undefined
    if (isClosed || batch.isEmpty()) return
    working = hand(batch.take()).then(() => {
      working = null
      deliverSoon()
      goOn()
    })
  }
  const deliverSoon = () => {
    if (batch.isFull()) deliver()
    else if (!batch.isEmpty()) timer ??= setTimeout(deliver, batchMilliseconds)
  }
  return {
    push(row, size) {
      if (isClosed) return
      if (size > maxRowLength && (source.minLength?.(row) ?? size) > maxRowLength) {
        failure ??= { error: new QueryFailed(rowTooLarge) }
        close()
        source.stop()
        return
      }
      batch.add(row, size)
      if (working === null) {
        deliverSoon()
      } else if (!isPaused && batch.isFull()) {
        isPaused = true
        source.pause()
      }
    },
    discard: close,
    async finish() {
      while (working !== null) await working
      deliver()
      while (working !== null) await working
      isClosed = true
      if (failure !== null) throw failure.error
    },
  }
}
