import type { Sink, SinkColumn } from './connector.ts'
import { type RowFeed, type RowSource, rowFeed } from './row-feed.ts'

/** rows of a result that are held back while a later result may replace it */
const heldRows = 5000
const heldBytes = 16_000_000

export interface ResultChoice {
  /** a result begins */
  columns(columns: readonly SinkColumn[]): void
  row(row: readonly unknown[], bytes: number): void
  /** drops what is not delivered */
  discard(): void
  /** once all has come; `leftOut`: results that were not shown; `failure`: of the sink */
  finish(): Promise<{ hasResult: boolean; leftOut: number; failure: { error: unknown } | null }>
}

interface Held {
  columns: readonly SinkColumn[]
  rows: { row: readonly unknown[]; bytes: number }[]
  bytes: number
}

/**
 * For databases that answer one text with several results: the last one counts, unless an earlier one is too long to be
 * held back. Without a sink all rows are dropped. Never throws: called from the driver's parser.
 */
export function resultChoice(sink: Sink | null, source: RowSource): ResultChoice {
  let held: Held | null = null
  let feed: RowFeed | null = null
  let isDropping = sink === null
  let hasResult = false
  let leftOut = 0
  let failure: { error: unknown } | null = null

  const take = () => {
    if (held === null || sink === null || isDropping) return
    const { columns, rows } = held
    held = null
    hasResult = true
    try {
      sink.columns(columns)
      feed = rowFeed(sink, source)
      for (const { row, bytes } of rows) feed.push(row, bytes)
    } catch (error) {
      failure = { error }
      isDropping = true
      source.stop()
    }
  }
  return {
    columns(columns) {
      if (isDropping) return
      if (hasResult) {
        // the rows of this one are dropped as they come
        isDropping = true
        leftOut++
        return
      }
      if (held !== null) leftOut++
      held = { columns, rows: [], bytes: 0 }
    },
    row(row, bytes) {
      if (isDropping) return
      if (feed !== null) return feed.push(row, bytes)
      if (held === null) return
      held.bytes += bytes
      if (held.rows.push({ row, bytes }) > heldRows || held.bytes > heldBytes) take()
    },
    discard() {
      isDropping = true
      held = null
      feed?.discard()
    },
    async finish() {
      take()
      try {
        await feed?.finish()
      } catch (error) {
        failure ??= { error }
      }
      return { hasResult, leftOut, failure }
    },
  }
}
