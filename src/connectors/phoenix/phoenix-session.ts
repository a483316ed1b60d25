import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { isPhrase } from '#shared/messages/phrase.ts'
import { type AnswerLimit, gatherAnswer, listOfTables, shortAnswer } from '../answer.ts'
import type { ConnectorHost, ConnectorOptions, Session } from '../connector.ts'
import { ConnectionFailed } from '../connector-errors.ts'
import { typeNames } from './phoenix-columns.ts'
import { readPhoenixUrl } from './phoenix-options.ts'
import { runPhoenix } from './phoenix-run.ts'

/** Nothing is connected until the first request. */
export async function openPhoenix(stored: ConnectorOptions, host: ConnectorHost): Promise<Session> {
  const url = readPhoenixUrl(stored)
  if (isPhrase(url)) throw new ConnectionFailed(String(url))
  const ask = async (text: string, signal: AbortSignal, limit: AnswerLimit = shortAnswer) => {
    const { sink, rows } = gatherAnswer(limit)
    await runPhoenix(url, host, text, sink, signal)
    return rows.map((row) => row.map((cell) => (cell as string | null) ?? ''))
  }
  return {
    run: (text, sink, signal) => runPhoenix(url, host, text, sink, signal),
    async ping(signal) {
      await ask('select 1', signal)
    },
    tables: async (signal) => tablesOf(await ask(columnsText, signal, listOfTables)),
    async close() {},
  }
}

const columnsText = `SELECT TABLE_SCHEM, TABLE_NAME, COLUMN_NAME, DATA_TYPE FROM SYSTEM.CATALOG WHERE COLUMN_NAME IS NOT NULL AND (TABLE_SCHEM IS NULL OR TABLE_SCHEM <> 'SYSTEM')`

function tablesOf(rows: readonly string[][]): SchemaTable[] {
  const tables = new Map<string, SchemaTable>()
  for (const [schema = '', table = '', name = '', type] of rows) {
    const fullName = schema === '' ? table : `${schema}.${table}`
    const found = tables.get(fullName) ?? { name: fullName, columns: [] }
    tables.set(fullName, found)
    const typeName = typeNames[Number(type)]
    found.columns.push({ name, ...(typeName === undefined ? {} : { type: typeName }) })
  }
  return [...tables.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}
