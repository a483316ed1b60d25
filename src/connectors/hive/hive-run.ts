import { setTimeout as delay } from 'node:timers/promises'
import { type BoundValue, valuesWithin } from '#shared/sql/bound-value.ts'
import type { Statement } from '#shared/sql/split-statements.ts'
import { offsetAt, positionAt } from '#shared/sql/text-position.ts'
import { breaks } from '../breaks.ts'
import type { Sink } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'
import { EnoughRows, ofSink, pulledFeed, runRemotely, SinkFailure } from '../remote-run.ts'
import {
  closeOperation,
  executeStatement,
  fetchRows,
  type HiveLink,
  HiveRefusal,
  metadataOf,
  type Operation,
  statusOf,
} from './hive-calls.ts'
import { cellsOf, columnsOf, lengthOf } from './hive-columns.ts'
import { writtenStatement } from './hive-dialect.ts'
import { queryFailure } from './hive-failures.ts'

/** Rows of one answer: few at first, because a row may be large; then as many as such an amount has. */
const firstRows = 100
const maxRows = 20_000
const maxCells = 200_000
const wantedBytes = 4_000_000

/** The first questions come quickly, because most statements are short. */
const pollMilliseconds = [10, 20, 50, 100, 200]
const slowMilliseconds = 500
/** So long, the answer to a call is waited for when the run is stopped. */
const answerMilliseconds = 800

/** Runs one statement. Returns whether it has a result. */
export async function runStatement(
  link: HiveLink,
  text: string,
  statement: Statement,
  values: readonly BoundValue[],
  target: Sink | null,
  signal: AbortSignal,
): Promise<boolean> {
  const written = writtenStatement(statement.text, valuesWithin(values, statement))
  const begin = (ownSignal: AbortSignal) => executeStatement(link, written.text, ownSignal)
  try {
    return await runOperation(link, begin, target, signal)
  } catch (error) {
    if (!(error instanceof HiveRefusal)) throw error
    const { place } = error
    if (place === null) throw error
    const offset = statement.start + written.originalOffset(offsetAt(written.text, place))
    throw new QueryFailed(error.message, { position: positionAt(text, offset), cause: error })
  }
}

/** What an operation gives, to the sink. An aborted signal, or an error of the sink, ends it in the server. */
export async function runOperation(
  link: HiveLink,
  begin: (signal: AbortSignal) => Promise<Operation>,
  target: Sink | null,
  signal: AbortSignal,
): Promise<boolean> {
  let operation: Operation | null = null
  /** the server is asked one question at a time; a call that was begun is ended by its answer */
  const calls = new AbortController()
  const end = async (ending: AbortSignal) => {
    clearTimeout(timer)
    if (operation !== null) await link.cancel(operation, ending)
  }
  let timer: NodeJS.Timeout | undefined
  // a call that the server does not answer costs the connection
  const hurry = () => {
    timer = setTimeout(() => calls.abort(), answerMilliseconds)
  }
  try {
    return await runRemotely({ signal, end }, async (run) => {
      run.signal.addEventListener('abort', hurry, { once: true })
      operation = await begin(calls.signal)
      run.signal.throwIfAborted()
      const hasResult = await waitForEnd(link, operation, run.signal, calls.signal)
      if (hasResult && target !== null) await readResult(link, operation, target, run.signal, calls.signal)
      await closeOperation(link, operation, calls.signal)
      run.signal.removeEventListener('abort', hurry)
      return hasResult
    })
  } catch (error) {
    if (error instanceof EnoughRows) return true
    throw error instanceof SinkFailure ? error.cause : queryFailure(error)
  } finally {
    clearTimeout(timer)
  }
}

async function waitForEnd(
  link: HiveLink,
  operation: Operation,
  signal: AbortSignal,
  calls: AbortSignal,
): Promise<boolean> {
  for (let time = 0; ; time++) {
    const status = await statusOf(link, operation, calls)
    signal.throwIfAborted()
    if (!status.isRunning) return status.hasResult ?? true
    await delay(pollMilliseconds[time] ?? slowMilliseconds, undefined, { signal })
  }
}

async function readResult(
  link: HiveLink,
  operation: Operation,
  sink: Sink,
  signal: AbortSignal,
  calls: AbortSignal,
): Promise<void> {
  const columns = columnsOf(await metadataOf(link, operation, calls))
  try {
    sink.columns(columns)
  } catch (error) {
    ofSink(error)
  }
  const feed = pulledFeed(sink)
  const rest = breaks()
  const limit = Math.max(1, Math.min(maxRows, Math.floor(maxCells / Math.max(1, columns.length))))
  let rows = Math.min(firstRows, limit)
  for (;;) {
    signal.throwIfAborted()
    const { set, hasMore } = await fetchRows(link, operation, rows, calls)
    const lists = cellsOf(set, columns.length)
    const count = lists[0]?.length ?? 0
    if (lists.some((list) => list.length !== count))
      throw new QueryFailed('The server sent columns of different lengths.')
    let bytes = 0
    for (let at = 0; at < count; at++) {
      const row = lists.map((list) => list[at])
      const length = lengthOf(row)
      bytes += length
      feed.push(row, length)
      await feed.room().catch(ofSink)
      await rest()
    }
    // Hive never says that there is more; Impala may have no rows yet
    if (count === 0 && !hasMore) break
    if (bytes < wantedBytes) rows = Math.min(limit, rows * 2)
    else rows = Math.max(1, Math.floor(rows / 2))
  }
  await feed.finish().catch(ofSink)
}
