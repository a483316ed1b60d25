import type pg from 'pg'
import type { Sink } from '../connector.ts'
import { type RowFeed, rowFeed } from '../row-feed.ts'
import type { PostgresConnection, PostgresWire } from './postgres-connection.ts'
import { postgresColumn } from './postgres-encoders.ts'
import { queryFailure } from './postgres-failures.ts'

/**
 * Reads a text in one simple-protocol message: any number of statements, no portal (with one PostgreSQL would plan
 * without parallel workers), values as the text that the server sent. Back-pressure is that of the socket.
 */
export interface PostgresReading {
  /** true when a result set was read; rejects with the server's or the sink's error */
  done: Promise<boolean>
  /** stop handing rows to the sink, let the server's remaining messages pass */
  discard(): void
}

interface RowDescription {
  fields: readonly { name: string; dataTypeID: number }[]
}

interface DataRow {
  fields: (string | null)[]
  length: number
}

/** `resultStatement`: index of the statement whose rows count; `stop`: the sink has enough. */
export function readPostgres(
  connection: PostgresConnection,
  text: string,
  resultStatement: number,
  sink: Sink,
  stop: () => void,
): PostgresReading {
  const { wire } = connection
  const ended = Promise.withResolvers<void>()
  let statement = 0
  let feed: RowFeed | null = null
  let isReading = false
  let isDiscarding = false
  let failure: { error: unknown } | null = null

  const begin = (message: RowDescription) => {
    isReading = statement === resultStatement && feed === null && !isDiscarding
    if (!isReading) return
    try {
      sink.columns(message.fields.map((field) => postgresColumn(field.name, field.dataTypeID)))
      feed = rowFeed(sink, { pause: () => wire.stream.pause(), resume: () => wire.stream.resume(), stop })
    } catch (error) {
      // thrown out of the parser it would end the process
      failure = { error }
      isReading = false
      stop()
    }
  }

  const submittable = {
    submit: () => wire.query(text),
    handleRowDescription: begin,
    handleDataRow(row: DataRow) {
      if (isReading) feed?.push(row.fields, row.length)
    },
    handleCommandComplete() {
      statement++
      isReading = false
    },
    handleEmptyQuery() {},
    handlePortalSuspended() {},
    handleCopyInResponse: (target: PostgresWire) =>
      target.sendCopyFail('COPY FROM STDIN is not possible here'),
    handleCopyData() {},
    handleReadyForQuery: () => ended.resolve(),
    handleError(error: unknown) {
      ended.reject(queryFailure(error, text))
    },
  }
  connection.client.query(submittable as unknown as pg.Submittable)

  const done = ended.promise.then(
    async () => {
      if (failure !== null) throw failure.error
      await feed?.finish()
      return feed !== null
    },
    async (error: unknown) => {
      if (failure !== null) throw failure.error
      feed?.discard()
      // an error of the sink explains the cancel that followed it
      await feed?.finish()
      throw error
    },
  )
  return {
    done,
    discard() {
      isDiscarding = true
      feed?.discard()
      wire.stream.resume()
    },
  }
}
