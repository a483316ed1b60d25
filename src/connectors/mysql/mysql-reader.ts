import type { Connection, FieldPacket, Query } from 'mysql2'
import type { Sink } from '../connector.ts'
import { type RowFeed, rowFeed } from '../row-feed.ts'
import { WireFault } from '../wire-fault.ts'
import { mysqlColumn, readCell } from './mysql-encoders.ts'

/** How a reading ended. The errors of the sink and of the driver are told apart by where they come from. */
export interface ReadingEnd {
  hasResult: boolean
  sinkFailure: { error: unknown } | null
  driverFailure: { error: unknown } | null
}

export interface MysqlReading {
  /** never rejects */
  done: Promise<ReadingEnd>
  /** stop handing rows to the sink, let the server's remaining packets pass */
  discard(): void
  /** ends `done`, as a connection that is destroyed by this side tells nothing to its command */
  abandon(error: Error): void
}

interface ResultSet {
  fields: readonly FieldPacket[]
  rows: (readonly unknown[])[]
  bytes: number
  feed: RowFeed | null
}

/** what is held back of a procedure's result while a later one may still replace it */
const heldRows = 5000
const heldBytes = 16_000_000

/**
 * Runs one statement. Its rows go to the sink as they come; of a procedure with several results the last one counts,
 * unless an earlier one is too long to be held back. Without a sink the rows are dropped. `stop`: the sink has enough.
 */
export function readMysql(
  connection: Connection,
  statement: string,
  sink: Sink | null,
  stop: () => void,
): MysqlReading {
  const ended = Promise.withResolvers<void>()
  const choice = resultChoice(connection, sink, stop)
  const mayHaveSeveral = /^\s*call\b/i.test(statement)
  let current: ResultSet | null = null
  const onFailure = (error: Error) => ended.reject(error)
  // the loss of the connection is told to the connection only; a closed one tells it while the command is handed over
  connection.on('error', onFailure)
  const command = connection.query({ sql: statement, rowsAsArray: true, typeCast: readCell }) as Query
  command.on('fields', (fields: readonly FieldPacket[] | undefined) => {
    // the end of a procedure and statements without rows come as undefined
    if (fields === undefined) return
    current = { fields, rows: [], bytes: 0, feed: null }
    if (mayHaveSeveral) choice.hold(current)
    else choice.take(current)
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
  // the driver tells the end of what it could not read as well, after the error
  command.on('end', () => ended.resolve())
  command.on('error', onFailure)
  const done = ended.promise
    .then(
      async (): Promise<ReadingEnd> => ({ ...(await choice.finish()), driverFailure: null }),
      async (error: unknown): Promise<ReadingEnd> => {
        choice.discard()
        return { ...(await choice.finish()), driverFailure: { error } }
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

/** The driver reads on behind the end of a packet whose cells are longer than itself. */
function requireWhole(command: Query): void {
  const { packet } = (command as unknown as { _rowParser: { packet: { offset: number; end: number } } })
    ._rowParser
  if (packet.offset !== packet.end)
    throw new WireFault('The server sent a row that is not as long as its cells.')
}

/** Which result set goes to the sink: the first one taken, else the last one held back. */
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
      // thrown out of the parser it would end the process
      state.failure = { error }
      state.isClosed = true
      stop()
    }
  }
  return {
    take,
    hold(set: ResultSet) {
      state.held = set
    },
    isClosed: () => state.isClosed,
    discard() {
      state.isClosed = true
      state.taken?.feed?.discard()
    },
    async finish(): Promise<Omit<ReadingEnd, 'driverFailure'>> {
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

/** As JSON takes them at least: bytes are written as hex text. */
function bytesOf(row: readonly unknown[]): number {
  let bytes = 0
  for (const cell of row as readonly (string | Uint8Array | null)[]) {
    if (cell !== null) bytes += typeof cell === 'string' ? cell.length : cell.length * 2
  }
  return bytes
}
