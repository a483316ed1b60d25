import { isPhrase, type Phrase } from '#shared/messages/phrase.ts'
import { type AnswerLimit, gatherAnswer, listOfTables, shortAnswer } from '../answer.ts'
import type { Session } from '../connector.ts'
import { ConnectionFailed } from '../connector-errors.ts'
import { connectionFailure } from './cassandra-failures.ts'
import type { CassandraOptions } from './cassandra-options.ts'
import { runCql } from './cassandra-run.ts'
import { type ColumnRow, columnsText, type TableRow, tablesOf, tablesText } from './cassandra-schema.ts'
import { chooseKeyspace, connectCql } from './cql-connection.ts'

export async function openCassandra(
  options: CassandraOptions | Phrase,
  signal: AbortSignal,
): Promise<Session> {
  if (isPhrase(options)) throw new ConnectionFailed(String(options))
  let connection = await connectCql(options, signal)
  let isClosed = false
  /** Stopping a run closes its connection, because the server would continue to send rows. */
  const live = async (runSignal: AbortSignal) => {
    if (isClosed) throw new ConnectionFailed('The session is closed.')
    if (!connection.isOpen()) connection = await connectCql(options, runSignal)
    return connection
  }
  const collect = async (text: string, stopSignal: AbortSignal, limit: AnswerLimit = shortAnswer) => {
    const { sink, rows } = gatherAnswer(limit)
    await runCql(await live(stopSignal), options, text, sink, stopSignal)
    // texts come as bytes
    return rows.map((row) => row.map((cell) => String(cell ?? '')))
  }
  return {
    async run(text, sink, runSignal) {
      await runCql(await live(runSignal), options, text, sink, runSignal)
    },
    async ping(pingSignal) {
      await collect('SELECT key FROM system.local', pingSignal)
    },
    async tables(tablesSignal) {
      const { keyspace } = options
      const columns = await collect(columnsText(keyspace), tablesSignal, listOfTables)
      const tables = await collect(tablesText(keyspace), tablesSignal, listOfTables)
      return tablesOf(columns as unknown as ColumnRow[], tables as unknown as TableRow[])
    },
    async reset(resetSignal) {
      const used = await live(resetSignal)
      resetSignal.addEventListener('abort', used.drop, { once: true })
      try {
        // the only thing that CQL keeps of a session
        await chooseKeyspace(used, options.keyspace)
      } catch (error) {
        throw connectionFailure(error, options)
      } finally {
        resetSignal.removeEventListener('abort', used.drop)
      }
    },
    async close() {
      isClosed = true
      connection.drop()
    },
  }
}
