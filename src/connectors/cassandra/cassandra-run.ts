import { firstSignificant } from '#shared/sql/scan-sql.ts'
import { type Statement, splitStatements } from '#shared/sql/split-statements.ts'
import type { Sink, SinkColumn } from '../connector.ts'
import { QueryFailed, stopReason } from '../connector-errors.ts'
import { EnoughRows, ofSink, type PulledFeed, pulledFeed, SinkFailure } from '../remote-run.ts'
import { maxColumns, maxRowBytes, requireColumns, rowTooLarge, tooManyColumns } from '../result-limits.ts'
import { requireSendable } from '../sendable-text.ts'
import { descriptionBudget } from '../wire-budget.ts'
import { WireFault } from '../wire-fault.ts'
import { cqlBinding } from './cassandra-dialect.ts'
import { queryFailure } from './cassandra-failures.ts'
import type { CassandraOptions } from './cassandra-options.ts'
import { cqlColumn, jsonLength } from './cql-cells.ts'
import { type CqlConnection, opcodes, query } from './cql-connection.ts'
import type { CqlStream } from './cql-stream.ts'
import { type CqlType, readType } from './cql-types.ts'

/** Runs the statements one by one; the last one gives the result. */
export async function runCql(
  connection: CqlConnection,
  options: CassandraOptions,
  text: string,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) throw stopReason(signal)
  requireSendable(text, [], { takesNul: true })
  const statements = statementsOf(text)
  // the server cannot end a query: the run does not wait for the page in progress, and requests no further page
  signal.addEventListener('abort', connection.drop, { once: true })
  try {
    for (const [index, statement] of statements.entries()) {
      const isLast = index === statements.length - 1
      const hasResult = await runStatement(connection, statement, isLast ? sink : null, sink).catch(
        (error: unknown) => {
          throw error instanceof SinkFailure ? error : queryFailure(error, options, text, statement)
        },
      )
      if (isLast && !hasResult) throw new QueryFailed('No data was returned.')
    }
    if (statements.length === 0) throw new QueryFailed('No data was returned.')
  } catch (error) {
    if (signal.aborted) throw stopReason(signal)
    throw error instanceof SinkFailure ? error.cause : error
  } finally {
    signal.removeEventListener('abort', connection.drop)
  }
}

/** The statements of a batch belong together. */
function statementsOf(text: string): Statement[] {
  const first = firstSignificant(text, cqlBinding.dialect)
  const isBatch = first !== null && /^begin$/i.test(text.slice(first.start, first.end))
  return isBatch
    ? [{ text, start: 0, end: text.length } as Statement]
    : splitStatements(text, cqlBinding.dialect)
}

const resultWithRows = 2

/** Returns whether it had columns. `target` null: rows are left out. */
async function runStatement(
  connection: CqlConnection,
  statement: Statement,
  target: Sink | null,
  log: Sink,
): Promise<boolean> {
  try {
    return await readPages(connection, statement, target, log)
  } catch (error) {
    // the rest of a page is not waited for
    if (connection.stream.left > 0 || error instanceof WireFault) connection.drop()
    if (error instanceof EnoughRows) return true
    throw error
  }
}

async function readPages(
  connection: CqlConnection,
  statement: Statement,
  target: Sink | null,
  log: Sink,
): Promise<boolean> {
  const { stream } = connection
  let pagingState: Buffer | null = null
  let columns: Columns | null = null
  let feed: PulledFeed | null = null
  do {
    // a comment at the end of a text needs the end of its line
    const body = query(`${statement.text}\n`, pagingState)
    const head = await connection.ask(opcodes.query, body, (warning) => tell(log, warning))
    if (head.opcode !== opcodes.result)
      throw new WireFault('The server answered a query with something else.')
    if ((await stream.int()) !== resultWithRows) {
      await stream.discard()
      return false
    }
    const metadata = await readMetadata(stream, columns)
    pagingState = metadata.pagingState
    if (columns === null) {
      columns = metadata.columns
      if (target !== null && columns.sink.length > 0) {
        begin(target, columns.sink)
        feed = pulledFeed(target)
      }
    }
    if (feed === null) {
      await stream.discard()
      return columns.sink.length > 0
    }
    await readRows(stream, columns, feed)
  } while (pagingState !== null)
  await feed.finish().catch(ofSink)
  return true
}

function tell(sink: Sink, warning: string): void {
  try {
    sink.log(warning)
  } catch (error) {
    throw new SinkFailure('', { cause: error })
  }
}

function begin(sink: Sink, columns: readonly SinkColumn[]): void {
  requireColumns(columns.map(({ name }) => name))
  try {
    sink.columns(columns)
  } catch (error) {
    throw new SinkFailure('', { cause: error })
  }
}

interface Columns {
  types: readonly CqlType[]
  sink: readonly SinkColumn[]
}

const hasOneTable = 0x01
const hasMorePages = 0x02
const hasNoMetadata = 0x04

async function readMetadata(
  stream: CqlStream,
  known: Columns | null,
): Promise<{ columns: Columns; pagingState: Buffer | null }> {
  const flags = await stream.int()
  const count = await stream.int()
  if (count < 0) throw new WireFault('The server sent a result with fewer than no columns.')
  const pagingState = (flags & hasMorePages) === 0 ? null : await stream.bytes()
  if ((flags & hasNoMetadata) !== 0) throw new WireFault('The server did not say what the columns are.')
  if ((flags & hasOneTable) !== 0) {
    await stream.text()
    await stream.text()
  }
  if (count > maxColumns) throw new QueryFailed(tooManyColumns(count))
  const budget = descriptionBudget()
  const names: string[] = []
  const types: CqlType[] = []
  for (let column = 0; column < count; column++) {
    if ((flags & hasOneTable) === 0) {
      await stream.text()
      await stream.text()
    }
    const name = await stream.text()
    budget.spend(1, name.length)
    names.push(name)
    types.push(await readType(stream, budget))
  }
  if (known !== null && known.sink.length !== count)
    throw new WireFault('The server sent a page with other columns than the one before.')
  const columns = known ?? { types, sink: names.map((name, at) => cqlColumn(name, types[at] as CqlType)) }
  return { columns, pagingState }
}

async function readRows(stream: CqlStream, { types }: Columns, feed: PulledFeed): Promise<void> {
  const width = types.length
  for (let left = await stream.int(); left > 0; left--) {
    const row = new Array<Buffer | null>(width)
    let bytes = 0
    let length = 0
    for (let column = 0; column < width; column++) {
      const size = await stream.int()
      if (size < 0) {
        row[column] = null
        continue
      }
      bytes += size
      if (bytes > maxRowBytes) throw new QueryFailed(rowTooLarge)
      if (!stream.has(size)) await stream.want(size)
      const cell = stream.take(size)
      row[column] = cell
      length += jsonLength(types[column] as CqlType, cell)
    }
    feed.push(row, length)
    await feed.room().catch(ofSink)
  }
}
