import { randomUUID } from 'node:crypto'
import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { isPhrase } from '#shared/messages/phrase.ts'
import { type AnswerLimit, gatherAnswer, listOfTables, shortAnswer } from '../answer.ts'
import type { BackendReference, ConnectorHost, ConnectorOptions, Session } from '../connector.ts'
import { ConnectionFailed } from '../connector-errors.ts'
import { readString } from '../json-cut.ts'
import { type DruidOptions, readDruidOptions } from './druid-options.ts'
import { cancelQueries, type DruidLink, runDruid } from './druid-run.ts'

/** Nothing is connected until the first request: the protocol has no sessions. */
export async function openDruid(stored: ConnectorOptions, host: ConnectorHost): Promise<Session> {
  const link: DruidLink = { options: understood(stored), host, queryId: `sextant_${randomUUID()}` }
  host.reportBackend({ sql_query_id: link.queryId })
  const ask = async (text: string, signal: AbortSignal, limit: AnswerLimit = shortAnswer) => {
    const { sink, rows } = gatherAnswer(limit)
    await runDruid(link, text, sink, signal)
    return rows.map((row) => row.map((cell) => readString((cell as string | null) ?? '') ?? ''))
  }
  return {
    run: (text, sink, signal) => runDruid(link, text, sink, signal),
    async ping(signal) {
      await ask('SELECT 1', signal)
    },
    tables: async (signal) => tablesOf(await ask(columnsText, signal, listOfTables)),
    async close() {},
  }
}

/** Ends the query left behind by a killed worker. */
export async function killDruidOrphan(
  stored: ConnectorOptions,
  host: ConnectorHost,
  { sql_query_id: queryId }: BackendReference,
): Promise<void> {
  if (typeof queryId !== 'string') return
  const link: DruidLink = { options: understood(stored), host, queryId }
  await cancelQueries(link, AbortSignal.timeout(10_000))
}

function understood(stored: ConnectorOptions): DruidOptions {
  const options = readDruidOptions(stored)
  if (isPhrase(options)) throw new ConnectionFailed(String(options))
  return options
}

const columnsText = `SELECT TABLE_SCHEMA, TABLE_NAME, COLUMN_NAME, DATA_TYPE FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_SCHEMA <> 'INFORMATION_SCHEMA'`

function tablesOf(rows: readonly string[][]): SchemaTable[] {
  const tables = new Map<string, SchemaTable>()
  for (const [schema, table, name = '', type = ''] of rows) {
    const fullName = `${schema}.${table}`
    const found = tables.get(fullName) ?? { name: fullName, columns: [] }
    tables.set(fullName, found)
    found.columns.push({ name, type })
  }
  return [...tables.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}
