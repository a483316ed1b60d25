import { randomUUID } from 'node:crypto'
import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { isPhrase } from '#shared/messages/phrase.ts'
import { type AnswerLimit, gatherAnswer, listOfTables, shortAnswer } from '../answer.ts'
import type { BackendReference, ConnectorHost, ConnectorOptions, Session } from '../connector.ts'
import { ConnectionFailed } from '../connector-errors.ts'
import { readString } from '../json-cut.ts'
import { type DrillOptions, readDrillOptions } from './drill-options.ts'
import { cancelDrill, type DrillLink, runDrill } from './drill-run.ts'

/** Nothing is connected until the first request. */
export async function openDrill(stored: ConnectorOptions, host: ConnectorHost): Promise<Session> {
  const link: DrillLink = { options: understood(stored), host, tag: `sextant_${randomUUID()}` }
  host.reportBackend({ tag: link.tag })
  const ask = async (text: string, signal: AbortSignal, limit: AnswerLimit = shortAnswer) => {
    const { sink, rows } = gatherAnswer(limit)
    await runDrill(link, text, sink, signal)
    return rows.map((row) => row.map((cell) => readString((cell as string | null) ?? '') ?? ''))
  }
  return {
    run: (text, sink, signal) => runDrill(link, text, sink, signal),
    async ping(signal) {
      await ask('select version from sys.version', signal)
    },
    tables: async (signal) => tablesOf(await ask(columnsText(link.options), signal, listOfTables)),
    async close() {},
  }
}

/** Ends the query left behind by a killed worker. */
export async function killDrillOrphan(
  stored: ConnectorOptions,
  host: ConnectorHost,
  { tag }: BackendReference,
): Promise<void> {
  if (typeof tag !== 'string') return
  await cancelDrill({ options: understood(stored), host, tag }, AbortSignal.timeout(10_000))
}

function understood(stored: ConnectorOptions): DrillOptions {
  const options = readDrillOptions(stored)
  if (isPhrase(options)) throw new ConnectionFailed(String(options))
  return options
}

function columnsText({ schemas }: DrillOptions): string {
  // none of them has a quote
  const allowed = schemas.map((schema) => `'${schema}'`).join(', ')
  const only = schemas.length === 0 ? '' : ` AND TABLE_SCHEMA IN (${allowed})`
  return `SELECT TABLE_SCHEMA, TABLE_NAME, COLUMN_NAME, DATA_TYPE FROM INFORMATION_SCHEMA.\`COLUMNS\` WHERE TABLE_SCHEMA NOT IN ('INFORMATION_SCHEMA', 'information_schema', 'sys') AND TABLE_SCHEMA NOT LIKE '%.information_schema' AND TABLE_SCHEMA NOT LIKE 'information_schema.%'${only}`
}

function tablesOf(rows: readonly string[][]): SchemaTable[] {
  const tables = new Map<string, SchemaTable>()
  for (const [schema = '', table = '', name = '', type = ''] of rows) {
    const fullName = `${schema}.${table}`
    const found = tables.get(fullName) ?? { name: fullName, columns: [] }
    tables.set(fullName, found)
    found.columns.push({ name, ...(type === '' ? {} : { type }) })
  }
  return [...tables.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}
