import type { Connection, FieldPacket, Query } from 'mysql2'
import type { Sink } from '../connector.ts'
import { type RowFeed, rowFeed } from '../row-feed.ts'
import { mysqlColumn, readCell } from './mysql-encoders.ts'

export interface MysqlReading {
  /** true when a result set was read; rejects with the driver's or the sink's error */
  done: Promise<boolean>
  /** stop handing rows to the sink, let the server's remaining packets pass */
  discard(): void
  /** ends `done`, as a connection that is destroyed by this side tells nothing to its command */
  abandon(error: Error): void
}

interface ResultSet {
  fields: readonly FieldPacket[]
  rows: (readonly unknown[])[]
  feed: RowFeed | null
}

/** rows of a procedure's result that are held back while a later result may still replace it */
const heldRows = 5000

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
    current = { fields, rows: [], feed: null }
    if (mayHaveSeveral) choice.hold(current)
    else choice.take(current)
  })
  command.on('result', (row: unknown) => {
    if (current === null || !Array.isArray(row) || choice.isClosed()) return
    if (current.feed !== null) current.feed.push(row, bytesOf(row))
    else if (current.rows.push(row) > heldRows) choice.take(current)
  })
  command.on('end', () => ended.resolve())
  command.on('error', onFailure)
  const done = ended.promise
    .then(choice.finish, async (error: unknown) => {
      choice.discard()
      // an error of the sink explains the kill that followed it
      await choice.finish()
      throw error
    })
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

/** Which result set goes to the sink: the first one taken, else the last one held back. */
function resultChoice(connection: Connection, sink: Sink | null, stop: () => void) {
  const state: { held: ResultSet | null; taken: ResultSet | null; isClosed: boolean; failure: unknown[] } = {
    held: null,
    taken: null,
    isClosed: sink === null,
    failure: [],
  }
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
      state.failure.push(error)
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
    /** true when there was a result set */
    async finish(): Promise<boolean> {
      if (state.held !== null) take(state.held)
      if (state.failure.length > 0) throw state.failure[0]
      await state.taken?.feed?.finish()
      return state.taken !== null
    },
  }
}

function bytesOf(row: readonly unknown[]): number {
  let bytes = 0
  for (const cell of row) {
    if (cell !== null) bytes += (cell as string | Uint8Array).length
  }
  return bytes
}
