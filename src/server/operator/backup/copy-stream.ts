import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import type pg from 'pg'

/** PostgreSQL's COPY in pieces, with no more of it in memory than is on its way. */

/** The part of a connection of `pg` that copies; its types leave it out. */
interface CopyConnection {
  stream: Duplex
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

/** What `pg` calls of a query. */
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

/** Beyond so many bytes that nobody has taken, PostgreSQL has to wait. */
const maxWaiting = 1_000_000

/** The rows of `COPY … TO STDOUT`, as they come. Throws what PostgreSQL says. */
export async function* copyOut(client: pg.ClientBase, statement: string): AsyncGenerator<Buffer> {
  const state: {
    chunks: Buffer[]
    bytes: number
    ended: boolean
    error: Error | null
    stream: Duplex | null
  } = {
    ...{ chunks: [], bytes: 0, ended: false, error: null, stream: null },
  }
  let wake = () => {}
  run(client, {
    submit(connection) {
      state.stream = connection.stream
      connection.query(statement)
    },
    handleCopyData({ chunk }) {
      // it lies in memory that the next piece is read into
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

/** Feeds `COPY … FROM STDIN`. Throws what PostgreSQL says, or what reading the rows throws. */
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
