import { randomUUID } from 'node:crypto'
import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { isPhrase } from '#shared/messages/phrase.ts'
import { type AnswerLimit, gatherAnswer, listOfTables, shortAnswer } from '../answer.ts'
import type { BackendReference, ConnectorHost, ConnectorOptions, Session } from '../connector.ts'
import { ConnectionFailed } from '../connector-errors.ts'
import { readString } from '../json-cut.ts'
import { type DatabendOptions, readDatabendOptions } from './databend-options.ts'
import { type DatabendLink, killDatabend, runDatabend } from './databend-run.ts'

/** Nothing is connected until the first request. */
export async function openDatabend(stored: ConnectorOptions, host: ConnectorHost): Promise<Session> {
  let queryId: string | null = newId()
  function newId() {
    const id = randomUUID()
    host.reportBackend({ query_id: id })
    return id
  }
  const link: DatabendLink = {
    options: understood(stored),
    host,
    nextId() {
      const id = queryId ?? newId()
      queryId = null
      return id
    },
  }
  const ask = async (text: string, signal: AbortSignal, limit: AnswerLimit = shortAnswer) => {
    const { sink, rows } = gatherAnswer(limit)
    await runDatabend(link, text, sink, signal)
    return rows.map((row) => row.map((cell) => readString((cell as string | null) ?? '') ?? ''))
  }
  return {
    run: (text, sink, signal) => runDatabend(link, text, sink, signal),
    async ping(signal) {
      await ask('SELECT 1', signal)
    },
    tables: async (signal) => tablesOf(await ask(columnsText, signal, listOfTables)),
    async close() {},
  }
}

/** Ends the query left behind by a killed worker. */
export async function killDatabendOrphan(
  stored: ConnectorOptions,
  host: ConnectorHost,
  { query_id: queryId }: BackendReference,
): Promise<void> {
  if (typeof queryId !== 'string') return
  await killDatabend({ options: understood(stored), host }, queryId, AbortSignal.timeout(10_000))
}

function understood(stored: ConnectorOptions): DatabendOptions {
  const options = readDatabendOptions(stored)
  if (isPhrase(options)) throw new ConnectionFailed(String(options))
  return options
}

const columnsText = `SELECT table_schema, table_name, column_name, data_type FROM information_schema.columns WHERE table_schema NOT IN ('information_schema', 'INFORMATION_SCHEMA', 'system')`

function tablesOf(rows: readonly string[][]): SchemaTable[] {
  const tables = new Map<string, SchemaTable>()
  for (const [schema = '', table = '', name = '', type = ''] of rows) {
    const fullName = `${schema}.${table}`
    const found = tables.get(fullName) ?? { name: fullName, columns: [] }
    tables.set(fullName, found)
    found.columns.push({ name, type })
  }
  return [...tables.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}
