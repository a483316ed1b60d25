import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { isPhrase, type Phrase } from '#shared/messages/phrase.ts'
import { type AnswerLimit, gatherAnswer, listOfTables, shortAnswer } from '../answer.ts'
import type { Session } from '../connector.ts'
import { ConnectionFailed } from '../connector-errors.ts'
import { readString } from '../json-cut.ts'
import { connectExasol, type ExasolLink } from './exasol-link.ts'
import type { ExasolOptions } from './exasol-options.ts'
import { runExasol } from './exasol-run.ts'

/** What dates and numbers look like must not depend on the settings of the database. */
export const settingsTexts: readonly string[] = [
  "ALTER SESSION SET TIME_ZONE = 'UTC'",
  "ALTER SESSION SET NLS_DATE_FORMAT = 'YYYY-MM-DD'",
  "ALTER SESSION SET NLS_TIMESTAMP_FORMAT = 'YYYY-MM-DD HH24:MI:SS.FF6'",
  "ALTER SESSION SET NLS_NUMERIC_CHARACTERS = '.,'",
]

export const columnsText = 'SELECT column_schema, column_table, column_name, column_type FROM exa_all_columns'

export async function openExasol(options: ExasolOptions | Phrase, signal: AbortSignal): Promise<Session> {
  if (isPhrase(options)) throw new ConnectionFailed(String(options))
  let link: ExasolLink | null = null
  /** the connection; a new one if the last run has ended it */
  const linked = async (stopSignal: AbortSignal) => {
    if (link?.isOpen() === true) return link
    const made = await connectExasol(options, stopSignal)
    try {
      for (const sqlText of settingsTexts)
        await made.ask({ command: 'execute', attributes: {}, sqlText }, stopSignal)
    } catch (error) {
      made.close()
      throw error
    }
    link = made
    return made
  }
  const ask = async (text: string, stopSignal: AbortSignal, limit: AnswerLimit = shortAnswer) => {
    const { sink, rows } = gatherAnswer(limit)
    await runExasol(await linked(stopSignal), text, sink, stopSignal)
    return rows
  }
  await linked(signal)
  return {
    async run(text, sink, runSignal) {
      await runExasol(await linked(runSignal), text, sink, runSignal)
    },
    async ping(pingSignal) {
      await ask('SELECT 1 FROM DUAL', pingSignal)
    },
    tables: async (tablesSignal) => tablesOf(await ask(columnsText, tablesSignal, listOfTables)),
    async close() {
      link?.close()
    },
  }
}

/** `SCHEMA.TABLE` */
function tablesOf(rows: readonly (readonly unknown[])[]): SchemaTable[] {
  const tables = new Map<string, SchemaTable>()
  for (const row of rows) {
    const [schema, table, name, type] = row.map((cell) => readString(String(cell ?? '')) ?? '')
    const fullName = `${schema}.${table}`
    const found = tables.get(fullName) ?? { name: fullName, columns: [] }
    tables.set(fullName, found)
    found.columns.push({ name: name ?? '', type: type ?? '' })
  }
  return [...tables.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}
