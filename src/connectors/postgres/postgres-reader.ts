import type pg from 'pg'
import type { Sink } from '../connector.ts'
import { type RowFeed, rowFeed } from '../row-feed.ts'
import { WireFault } from '../wire-fault.ts'
import type { PostgresConnection, PostgresWire } from './postgres-connection.ts'
import { mayShrink, postgresColumn } from './postgres-encoders.ts'

/**
 * What is sent, and what an error means. Rows are read as the text that the server sent, all of them at once (with a
 * portal that is read in parts PostgreSQL would plan without parallel workers). Back-pressure is that of the socket.
 */
export interface Submission {
  send(wire: PostgresWire): void
  /** what to throw for the server's error, after so many statements have come to their end */
  failure(error: unknown, completed: number): unknown
  /** listens while it runs; answers how to stop that */
  attend?(wire: PostgresWire): () => void
}

/** How a reading ended. The errors of the sink and of the server are told apart by where they come from. */
export interface ReadingEnd {
  hasResult: boolean
  sinkFailure: { error: unknown } | null
  serverFailure: { error: unknown } | null
}

export interface PostgresReading {
  /** never rejects */
  done: Promise<ReadingEnd>
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
  submission: Submission,
  resultStatement: number,
  sink: Sink,
  stop: () => void,
): PostgresReading {
  const { wire } = connection
  const ended = Promise.withResolvers<void>()
  const result = resultFor(sink, wire, stop)
  let statement = 0
  let isReading = false
  const leave = submission.attend?.(wire)
  const submittable = {
    submit: () => submission.send(wire),
    handleRowDescription(message: RowDescription) {
      isReading = statement === resultStatement && result.begin(message)
    },
    handleDataRow(row: DataRow) {
      if (isReading) result.push(row)
    },
    handleCommandComplete() {
      statement++
      isReading = false
    },
    handleEmptyQuery() {},
    handlePortalSuspended() {},
    handleCopyInResponse(target: PostgresWire) {
      target.sendCopyFail('COPY FROM STDIN is not possible here')
      // a Sync that came before is swallowed in this state
      if (submission.attend !== undefined) target.sync()
    },
    handleCopyData() {},
    handleReadyForQuery: () => ended.resolve(),
    handleError: (error: unknown) => ended.reject(submission.failure(error, statement)),
  }
  connection.client.query(submittable as unknown as pg.Submittable)
  // without a listener there is nobody to hear of the error here: `done` tells it
  if (leave !== undefined) ended.promise.then(leave, leave)

  const done = ended.promise.then(
    async (): Promise<ReadingEnd> => ({ ...(await result.finish()), serverFailure: null }),
    async (error: unknown): Promise<ReadingEnd> => {
      result.discard()
      return { ...(await result.finish()), serverFailure: { error } }
    },
  )
  return {
    done,
    discard() {
      result.discard()
      wire.stream.resume()
    },
  }
}

/** The way of one result set to the sink. */
function resultFor(sink: Sink, wire: PostgresWire, stop: () => void) {
  const state: {
    feed: RowFeed | null
    width: number
    isDiscarding: boolean
    failure: { error: unknown } | null
  } = { feed: null, width: 0, isDiscarding: false, failure: null }
  return {
    /** whether its rows are wanted */
    begin(message: RowDescription): boolean {
      if (state.feed !== null || state.isDiscarding) return false
      try {
        sink.columns(message.fields.map((field) => postgresColumn(field.name, field.dataTypeID)))
        state.width = message.fields.length
        state.feed = rowFeed(sink, {
          pause: () => wire.stream.pause(),
          resume: () => wire.stream.resume(),
          stop,
          minLength: minLength(message.fields.map((field) => mayShrink(field.dataTypeID))),
        })
        return true
      } catch (error) {
        // thrown out of the parser it would end the process
        state.failure = { error }
        stop()
        return false
      }
    },
    push(row: DataRow) {
      if (row.fields.length !== state.width) {
        throw new WireFault(`The server sent a row of ${row.fields.length} cells for ${state.width} columns.`)
      }
      state.feed?.push(row.fields, row.length)
    },
    discard() {
      state.isDiscarding = true
      state.feed?.discard()
    },
    async finish(): Promise<Omit<ReadingEnd, 'serverFailure'>> {
      try {
        await state.feed?.finish()
      } catch (error) {
        state.failure ??= { error }
      }
      return { hasResult: state.feed !== null, sinkFailure: state.failure }
    },
  }
}

/** `halves`: columns whose cells may take half of what the server sent. */
function minLength(halves: readonly boolean[]) {
  return (row: readonly unknown[]) => {
    let length = 0
    for (const [index, cell] of (row as readonly (string | null)[]).entries()) {
      if (cell !== null) length += halves[index] ? cell.length / 2 : cell.length
    }
    return length
  }
}
