import type pg from 'pg'
import type { Sink } from '../connector.ts'
import { type RowFeed, rowFeed } from '../row-feed.ts'
import { WireFault } from '../wire-fault.ts'
import type { PostgresConnection, PostgresWire } from './postgres-connection.ts'
import { mayShrink, postgresColumn } from './postgres-encoders.ts'
import type { ResultStatement } from './result-statement.ts'

/**
 * What is sent, and what an error means. Rows are read as the text that the server sent, and requested all at once:
 * PostgreSQL plans a portal that is read in parts without parallel workers. Back-pressure is that of the socket.
 */
export interface Submission {
  send(wire: PostgresWire): void
  /** the error to throw for the server's error, after `completed` statements have finished */
  failure(error: unknown, completed: number): unknown
  /** listens while the submission runs; returns a function that stops listening */
  attend?(wire: PostgresWire): () => void
}

/** How a read ended. Errors of the sink and of the server are distinguished by their origin. */
export interface ReadingEnd {
  hasResult: boolean
  sinkFailure: { error: unknown } | null
  serverFailure: { error: unknown } | null
}

export interface PostgresReading {
  /** never rejects */
  done: Promise<ReadingEnd>
  /** stops passing rows to the sink and lets the server's remaining messages pass */
  discard(): void
}

interface RowDescription {
  fields: readonly { name: string; dataTypeID: number }[]
}

interface CommandComplete {
  /** for example `SELECT 5` */
  text: string
}

interface DataRow {
  fields: (string | null)[]
  length: number
}

/** `wanted`: the statement whose rows count; `stop`: the sink has enough. */
export function readPostgres(
  connection: PostgresConnection,
  submission: Submission,
  wanted: ResultStatement,
  sink: Sink,
  stop: () => void,
): PostgresReading {
  const { wire } = connection
  const ended = Promise.withResolvers<void>()
  const result = resultFor(sink, wire, stop)
  let statement = 0
  let isReading = false
  /** the server has announced rows and not yet said that they are complete */
  let isDescribed = false
  /** of the present statement */
  let rowCount = 0
  /** rows that a rule of the server added to a prepared statement; null: it added none */
  let addedCount: number | null = null
  const leave = submission.attend?.(wire)
  const submittable = {
    submit: () => submission.send(wire),
    // comes again for a statement if rules of the server add queries to a change without RETURNING
    handleRowDescription(message: RowDescription) {
      const isWanted = statement === wanted.index
      if (isDescribed && isWanted) {
        if (!wanted.isPrepared) throw new WireFault('The server sent two lists of columns for one statement.')
        addedCount ??= 0
        return
      }
      isDescribed = true
      isReading = isWanted && result.begin(message)
    },
    handleDataRow(row: DataRow) {
      if (!isDescribed) throw new WireFault('The server sent a row that it did not announce.')
      if (addedCount !== null) {
        addedCount++
        return
      }
      rowCount++
      if (isReading) result.push(row)
    },
    handleCommandComplete({ text }: CommandComplete) {
      const doubt = isDescribed
        ? checkCount(text, rowCount, statement === wanted.index ? wanted : null)
        : null
      if (doubt !== null) sink.log(doubt)
      if (addedCount !== null) {
        sink.log(`${addedCount} more rows are left out: another rule of the server returned them.`)
      }
      rowCount = 0
      addedCount = null
      statement++
      isReading = false
      isDescribed = false
    },
    handleEmptyQuery() {},
    handlePortalSuspended() {
      // we always request all rows
      throw new WireFault('The server sent only some of the rows.')
    },
    handleCopyInResponse(target: PostgresWire) {
      target.sendCopyFail('COPY FROM STDIN is not possible here')
      // in this state the server ignores an earlier Sync
      if (submission.attend !== undefined) target.sync()
    },
    handleCopyData() {},
    handleReadyForQuery() {
      if (!isDescribed) return ended.resolve()
      const fault = new WireFault('The server sent rows without saying that these were all.')
      ended.reject(submission.failure(fault, statement))
      wire.stream.destroy()
    },
    handleError: (error: unknown) => ended.reject(submission.failure(error, statement)),
  }
  connection.client.query(submittable as unknown as pg.Submittable)
  // no unhandled rejection here: `done` reports the error
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

const countOfRows = /^(SELECT|FETCH|INSERT \d+|UPDATE|DELETE|MERGE) (\d+)$/

/**
 * Compares the rows that came with the number that the server says. Servers that do not count say 0 or nothing. Changed
 * rows are returned by `RETURNING`. Without it, the rows are those of a rule of the server, as many as the rule likes.
 * Returns a line for the log when this is not known. Throws WireFault.
 */
function checkCount(tag: string, rows: number, wanted: ResultStatement | null): string | null {
  const [, command, number] = countOfRows.exec(tag) ?? []
  if (command === undefined) return null
  const said = Number(number)
  const isRead = command === 'SELECT' || command === 'FETCH'
  const isOther = isRead ? said !== 0 && rows !== said : wanted !== null && rows < said
  if (!isOther) return null
  if (isRead || wanted?.returnsChanged) {
    throw new WireFault(`The server sent ${rows} rows and says that it sent ${said}.`)
  }
  return `The statement changed ${said} rows and returned ${rows}.`
}

/** Passes one result set to the sink. */
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
        // an error thrown from the parser would end the process
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

/** `halves`: columns whose JSON may be half as long as what the server sent. */
function minLength(halves: readonly boolean[]) {
  return (row: readonly unknown[]) => {
    let length = 0
    for (const [index, cell] of (row as readonly (string | null)[]).entries()) {
      if (cell !== null) length += halves[index] ? cell.length / 2 : cell.length
    }
    return length
  }
}
