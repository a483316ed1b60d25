import { offsetAt, positionAt } from '#shared/sql/text-position.ts'
import type { ConnectorHost, LentResult, QueryLender, Session, Sink, WantedQuery } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'
import type { LentTables } from '../table-lender.ts'
import { readResultsText } from './results-text.ts'
import { openTableEngine } from './table-engine.ts'

/** A session of Query Results; it has a folder of its own for what does not fit into memory. */
export async function openResults(host: ConnectorHost, signal: AbortSignal): Promise<Session> {
  const { engine, close } = await openTableEngine(host, 'Query Results', signal)
  return {
    ping: (until) => engine.ping(until),
    tables: async () => null,
    async run(text, sink, until, values = []) {
      const read = readResultsText(text, values)
      const lent = lend(host.queries, read.tables, sink, until)
      try {
        await engine.run(read.text, sink, until, read.values, lent)
      } catch (error) {
        if (!(error instanceof QueryFailed) || error.position === null) throw error
        const offset = read.originalOffset(offsetAt(read.text, error.position))
        throw new QueryFailed(error.message, { position: positionAt(text, offset), cause: error })
      }
    },
    close,
  }
}

/** The results that the text reads, requested once it was found to be readable. */
function lend(
  queries: QueryLender | undefined,
  tables: ReadonlyMap<string, WantedQuery>,
  sink: Sink,
  signal: AbortSignal,
): LentTables {
  let results: LentResult[] = []
  return {
    async tables() {
      if (tables.size === 0) return []
      if (queries === undefined) throw new Error('Query Results was opened without queries to read.')
      results = await queries.lend([...tables.values()], signal)
      return [...tables.keys()].map((name, index) => {
        const { columns = [], row_count = 0, truncated = false } = results[index] ?? {}
        if (truncated)
          sink.log(`${name} has only the first ${row_count} rows: a limit of its data source was reached.`)
        return { name, columns: columns.map((column) => ({ ...column })), row_count }
      })
    },
    frames(table) {
      const result = results[table]
      if (result === undefined) throw new Error('The engine asked for a table that it was not lent.')
      return result.frames()
    },
  }
}
