import { randomUUID } from 'node:crypto'
import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { isPhrase } from '#shared/messages/phrase.ts'
import { type AnswerLimit, gatherAnswer, listOfTables, shortAnswer } from '../answer.ts'
import type { BackendReference, ConnectorHost, ConnectorOptions, Session } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { readString } from '../json-cut.ts'
import { readClickhouseOptions, type ServerOptions } from './clickhouse-options.ts'
import { type ClickhouseLink, killQueries, runClickhouse } from './clickhouse-run.ts'

/** Nothing is connected until the first request: connections are shared by all sessions of the worker. */
export async function openClickhouse(stored: ConnectorOptions, host: ConnectorHost): Promise<Session> {
  const link: ClickhouseLink = { options: understood(stored), host, prefix: `sextant_${randomUUID()}` }
  host.reportBackend({ query_prefix: link.prefix })
  const ask = async (text: string, signal: AbortSignal, limit: AnswerLimit = shortAnswer) => {
    const { sink, rows } = gatherAnswer(limit)
    await runClickhouse(link, text, sink, signal)
    return rows.map((row) => row.map((cell) => (cell === null ? '' : (readString(cell as string) ?? ''))))
  }
  return {
    run: (text, sink, signal) => runClickhouse(link, text, sink, signal),
    async ping(signal) {
      await ask('SELECT 1', signal)
    },
    async tables(signal) {
      const columns = await ask(columnsText, signal, listOfTables)
      const comments = await ask(commentsText, signal, listOfTables).catch((error: unknown) => {
        // servers before 21.6 have no comments of tables
        if (error instanceof QueryFailed) return []
        throw error
      })
      return tablesOf(columns, comments)
    },
    async close() {},
  }
}

/** Ends the queries left behind by a killed worker. */
export async function killClickhouseOrphan(
  stored: ConnectorOptions,
  host: ConnectorHost,
  { query_prefix: prefix }: BackendReference,
): Promise<void> {
  if (typeof prefix !== 'string' || !/^sextant_[\da-f-]+$/.test(prefix)) return
  const link: ClickhouseLink = { options: understood(stored), host, prefix }
  await killQueries(link, `startsWith(query_id, '${prefix}_')`, AbortSignal.timeout(10_000))
}

function understood(stored: ConnectorOptions): ServerOptions {
  const options = readClickhouseOptions(stored)
  if (isPhrase(options)) throw new ConnectionFailed(String(options))
  return options
}

const systemDatabases = "('system', 'information_schema', 'INFORMATION_SCHEMA')"
const columnsText = `SELECT database, table, name, type, comment FROM system.columns WHERE database NOT IN ${systemDatabases}`
const commentsText = `SELECT database, name, comment FROM system.tables WHERE database NOT IN ${systemDatabases} AND comment != ''`

function tablesOf(columns: readonly string[][], comments: readonly string[][]): SchemaTable[] {
  const described = new Map(comments.map(([database, name, comment]) => [`${database}.${name}`, comment]))
  const tables = new Map<string, SchemaTable>()
  for (const [database, tableName, name = '', type = '', comment = ''] of columns) {
    const fullName = `${database}.${tableName}`
    let table = tables.get(fullName)
    if (table === undefined) {
      const description = described.get(fullName)
      table = { name: fullName, columns: [], ...(description ? { description } : {}) }
      tables.set(fullName, table)
    }
    table.columns.push({ name, type, ...(comment === '' ? {} : { description: comment }) })
  }
  return [...tables.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}
