import type { Connection, FieldPacket, Query } from 'mysql2'
import { firstSignificant } from '#shared/sql/scan-sql.ts'
import type { Sink } from '../connector.ts'
import { type RowFeed, rowFeed } from '../row-feed.ts'
import { WireFault } from '../wire-fault.ts'
import { mysqlDialect } from './mysql-dialect.ts'
import { mysqlColumn, readCell } from './mysql-encoders.ts'

/** How a read ended. Errors of the sink and of the driver are distinguished by their origin. */
export interface ReadingEnd {
  hasResult: boolean
  /** number of warnings for the statement; the server may have cut a value */
  warnings: number
  /** number of results of a procedure that were not passed on */
  leftOut: number
  sinkFailure: { error: unknown } | null
  driverFailure: { error: unknown } | null
}

export interface MysqlReading {
  /** never rejects */
  done: Promise<ReadingEnd>
  /** stops passing rows to the sink and lets the server's remaining packets pass */
  discard(): void
  /** ends `done`: a connection destroyed by this side does not notify its command */
  abandon(error: Error): void
}

interface ResultSet {
  fields: readonly FieldPacket[]
  rows: (readonly unknown[])[]
  bytes: number
  feed: RowFeed | null
}

/** rows of a procedure's result that are held back while a later result may replace it */
const heldRows = 5000
const heldBytes = 16_000_000

/**
 * Runs one statement and streams its rows to the sink. Of a procedure with several results the last one counts, unless
 * an earlier one is too long to be held back. Without a sink the rows are dropped. `stop` is called when the sink has
 * enough.
 */
export function readMysql(
  connection: Connection,
  statement: string,
  sink: Sink | null,
  stop: () => void,
): MysqlReading {
  const ended = Promise.withResolvers<void>()
  const choice = resultChoice(connection, sink, stop)
  const mayHaveSeveral = runsProcedure(statement)
  let leftOut = 0
  let current: ResultSet | null = null
  const onFailure = (error: Error) => ended.reject(error)
  // the driver reports a lost connection to the connection only, or, if already closed, when it gets the command
  connection.on('error', onFailure)
  const command = connection.query({ sql: statement, rowsAsArray: true, typeCast: readCell }) as Query
  const warnings = countWarnings(command)
  command.on('fields', (fields: readonly FieldPacket[] | undefined) => {
    // undefined at the end of a procedure and for statements without rows
    if (fields === undefined) return
    if (choice.isTaken()) {
      // its rows are dropped as they come
      current = null
      leftOut++
      return
    }
    current = { fields, rows: [], bytes: 0, feed: null }
    if (!mayHaveSeveral) choice.take(current)
    else if (choice.hold(current)) leftOut++
  })
  command.on('result', (row: unknown) => {
    if (current === null || !Array.isArray(row) || choice.isClosed()) return
    requireWhole(command)
    const bytes = bytesOf(row)
    if (current.feed !== null) current.feed.push(row, bytes)
    else {
      current.bytes += bytes
      if (current.rows.push(row) > heldRows || current.bytes > heldBytes) choice.take(current)
    }
  })
  // after an error in reading, the driver emits `end` too
  command.on('end', () => ended.resolve())
  command.on('error', onFailure)
  const done = ended.promise
    .then(
      async (): Promise<ReadingEnd> => ({
        ...(await choice.finish()),
        warnings: warnings(),
        leftOut,
        driverFailure: null,
      }),
      async (error: unknown): Promise<ReadingEnd> => {
        choice.discard()
        return { ...(await choice.finish()), warnings: 0, leftOut, driverFailure: { error } }
      },
    )
    .finally(() => connection.off('error', onFailure))
  return {
    done,
    discard() {
      choice.discard()
      connection.resume()
    },
    abandon: (error) => ended.reject(error),
  }
}

/** `call p()`, also behind a comment, and what may contain it: such a statement may have several results. */
function runsProcedure(statement: string): boolean {
  const first = firstSignificant(statement, mysqlDialect)
  return first !== null && /^(?:call|execute)$/i.test(statement.slice(first.start, first.end))
}

interface AnswerPacket {
  isEOF(): boolean
  eofWarningCount(): number
}

/** The last packet of an answer contains the number. The driver exposes it for statements without rows only. */
function countWarnings(command: Query): () => number {
  const own = command as unknown as { execute(packet: AnswerPacket | undefined, ...rest: unknown[]): boolean }
  const execute = own.execute.bind(command)
  let last: AnswerPacket | undefined
  let withoutRows = 0
  own.execute = (packet, ...rest) => {
    last = packet
    return execute(packet, ...rest)
  }
  command.on('result', (header: unknown) => {
    if (!Array.isArray(header))
      withoutRows = (header as { warningStatus?: number } | null)?.warningStatus ?? 0
  })
  return () => (last?.isEOF() ? last.eofWarningCount() : withoutRows) & 0xffff
}

/** Without this check the driver would read past the end of a packet whose cells claim to be longer. */
function requireWhole(command: Query): void {
  const { packet } = (command as unknown as { _rowParser: { packet: { offset: number; end: number } } })
    ._rowParser
  if (packet.offset !== packet.end)
    throw new WireFault('The server sent a row that is not as long as its cells.')
}

/** Chooses the result set for the sink: the first one that had to be passed on, else the last one held back. */
function resultChoice(connection: Connection, sink: Sink | null, stop: () => void) {
  const state: {
    held: ResultSet | null
    taken: ResultSet | null
    isClosed: boolean
    failure: { error: unknown } | null
  } = { held: null, taken: null, isClosed: sink === null, failure: null }
  const take = (set: ResultSet) => {
    if (state.taken !== null || state.isClosed || sink === null) return
    state.taken = set
    try {
      sink.columns(set.fields.map(mysqlColumn))
      const feed = rowFeed(sink, { pause: () => connection.pause(), resume: () => connection.resume(), stop })
      set.feed = feed
      for (const row of set.rows) feed.push(row, bytesOf(row))
      set.rows = []
    } catch (error) {
      // an error thrown from the parser would end the process
      state.failure = { error }
      state.isClosed = true
      stop()
    }
  }
  return {
    take,
    isTaken: () => state.taken !== null,
    /** whether this result replaces an earlier one */
    hold(set: ResultSet): boolean {
      const replaces = state.held !== null
      state.held = set
      return replaces
    },
    isClosed: () => state.isClosed,
    discard() {
      state.isClosed = true
      state.taken?.feed?.discard()
    },
    async finish(): Promise<Pick<ReadingEnd, 'hasResult' | 'sinkFailure'>> {
      if (state.held !== null) take(state.held)
      try {
        await state.taken?.feed?.finish()
      } catch (error) {
        state.failure ??= { error }
      }
      return { hasResult: state.taken !== null, sinkFailure: state.failure }
    },
  }
}

/** Estimates the JSON size of a row; bytes count twice, because they become hex text. */
function bytesOf(row: readonly unknown[]): number {
  let bytes = 0
  for (const cell of row as readonly (string | Uint8Array | null)[]) {
    if (cell !== null) bytes += typeof cell === 'string' ? cell.length : cell.length * 2
  }
  return bytes
}
