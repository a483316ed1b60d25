import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import type pg from 'pg'

/** PostgreSQL's COPY as a stream with bounded memory. */

/** The COPY methods of a `pg` connection, which its types lack. */
interface CopyConnection {
  stream: Duplex
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

/** The methods that `pg` calls on a query. */
interface CopyQuery {
  submit(connection: CopyConnection): void
  handleError(error: Error): void
  handleCommandComplete(): void
  handleReadyForQuery(): void
  handleCopyInResponse(connection: CopyConnection): void
  handleCopyData(message: { chunk: Buffer }): void
}

const run = (client: pg.ClientBase, query: CopyQuery): void => {
  client.query(query as unknown as pg.Submittable)
}

/** Above this many unread bytes, reading from PostgreSQL pauses. */
const maxWaiting = 1_000_000

/** The output of `COPY … TO STDOUT` as it arrives. Throws PostgreSQL's errors. */
export async function* copyOut(client: pg.ClientBase, statement: string): AsyncGenerator<Buffer> {
  const state: {
    chunks: Buffer[]
    bytes: number
    ended: boolean
    error: Error | null
    stream: Duplex | null
  } = {
    chunks: [],
    bytes: 0,
    ended: false,
    error: null,
    stream: null,
  }
  let wake = () => {}
  run(client, {
    submit(connection) {
      state.stream = connection.stream
      connection.query(statement)
    },
    handleCopyData({ chunk }) {
      // copy, because pg reuses the memory for the next piece
      state.chunks.push(Buffer.from(chunk))
      state.bytes += chunk.length
      if (state.bytes > maxWaiting) state.stream?.pause()
      wake()
    },
    handleCopyInResponse: (connection) => connection.sendCopyFail('nothing is sent'),
    handleCommandComplete: () => {},
    handleReadyForQuery() {
      state.ended = true
      wake()
    },
    handleError(error) {
      state.error = error
      wake()
    },
  })
  for (;;) {
    if (state.error !== null) throw state.error
    const { chunks } = state
    if (chunks.length > 0) {
      state.chunks = []
      state.bytes = 0
      yield Buffer.concat(chunks)
      state.stream?.resume()
    } else if (state.ended) return
    else {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
}

/** Feeds `COPY … FROM STDIN`. Throws PostgreSQL's errors and those of reading the rows. */
export async function copyIn(
  client: pg.ClientBase,
  statement: string,
  rows: AsyncIterable<Buffer>,
): Promise<void> {
  let failure: Error | null = null
  const feed = async (connection: CopyConnection) => {
    try {
      for await (const chunk of rows) {
        if (failure !== null) return
        connection.sendCopyFromChunk(chunk)
        if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
      }
      connection.endCopyFrom()
    } catch (error) {
      failure ??= error as Error
      connection.sendCopyFail('the rows could not be read')
    }
  }
  await new Promise<void>((resolve, reject) => {
    run(client, {
      submit: (connection) => connection.query(statement),
      handleCopyInResponse: (connection) => void feed(connection),
      handleCopyData: () => {},
      handleCommandComplete: () => {},
      handleReadyForQuery: () => (failure === null ? resolve() : reject(failure)),
      handleError(error) {
        failure ??= error
        reject(failure)
      },
    })
  })
}
