import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { isPhrase, type Phrase } from '#shared/messages/phrase.ts'
import { type AnswerLimit, gatherAnswer, listOfTables, shortAnswer } from '../answer.ts'
import type { BackendReference, ConnectorHost, Session } from '../connector.ts'
import { ConnectionFailed, QueryFailed, stopReason } from '../connector-errors.ts'
import { requirePlainStrings } from '../plain-strings.ts'
import { connectVertica, type VerticaLink } from './vertica-link.ts'
import type { VerticaOptions } from './vertica-options.ts'
import { runVertica } from './vertica-run.ts'

export async function openVertica(
  given: VerticaOptions | Phrase,
  host: ConnectorHost,
  signal: AbortSignal,
): Promise<Session> {
  const link = await connectVertica(understood(given), host.tunnel, signal)
  try {
    await runVertica(link, settings, nowhere, signal).catch(ignoreNoData)
    const id = await sessionOf(link, signal)
    if (id !== '') host.reportBackend({ session_id: id })
    if (host.maxSeconds !== undefined) await limitRuns(link, host.maxSeconds, signal)
  } catch (error) {
    link.destroy()
    throw signal.aborted ? stopReason(signal) : error
  }
  return {
    async run(text, sink, runSignal, values = []) {
      if (values.length > 0) requirePlainStrings(text, values, requestedSettings)
      // an earlier text of this session may have changed how strings are read
      if (values.some(({ value }) => value.includes('\\')))
        await runVertica(link, settings, nowhere, runSignal).catch(ignoreNoData)
      await runVertica(link, text, sink, runSignal)
    },
    async ping(pingSignal) {
      await answers(link, 'SELECT 1', pingSignal)
    },
    tables: async (tablesSignal) => tablesOf(await answers(link, columnsText, tablesSignal, listOfTables)),
    close: async () => link.close(),
  }
}

/** Ends the session of a worker that died. Vertica never gives its id to another session. */
export async function killVerticaOrphan(
  given: VerticaOptions | Phrase,
  host: ConnectorHost,
  { session_id }: BackendReference,
): Promise<void> {
  if (typeof session_id !== 'string') return
  const signal = AbortSignal.timeout(10_000)
  const link = await connectVertica(understood(given), host.tunnel, signal)
  try {
    await answers(link, `SELECT close_session('${session_id.replaceAll("'", "''")}')`, signal)
  } finally {
    link.close()
  }
}

/** What values and results depend on; changes count without a COMMIT, as in other types. */
const settings = 'SET STANDARD_CONFORMING_STRINGS TO ON; SET DATESTYLE TO ISO; SET SESSION AUTOCOMMIT TO ON'

const requestedSettings = new Map([['standard_conforming_strings', 'on']])

/** A backstop for a worker that hangs: the server ends statements a little later than the worker does. */
async function limitRuns(link: VerticaLink, seconds: number, signal: AbortSignal): Promise<void> {
  try {
    await answers(link, `SET SESSION RUNTIMECAP '${Math.ceil(seconds) + 10} seconds'`, signal)
  } catch (error) {
    // an administrator may have set a shorter limit, which then counts
    if (!(error instanceof QueryFailed)) throw error
  }
}

async function sessionOf(link: VerticaLink, signal: AbortSignal): Promise<string> {
  const [row] = await answers(link, 'SELECT session_id FROM v_monitor.current_session', signal)
  return String(row?.[0] ?? '')
}

const nowhere = { columns() {}, rows: async () => true, log() {}, metadata() {} }

function ignoreNoData(error: unknown): void {
  if (!(error instanceof QueryFailed) || error.message !== 'No data was returned.') throw error
}

async function answers(
  link: VerticaLink,
  text: string,
  signal: AbortSignal,
  limit: AnswerLimit = shortAnswer,
): Promise<readonly (readonly unknown[])[]> {
  const { sink, rows } = gatherAnswer(limit)
  await runVertica(link, text, sink, signal).catch(ignoreNoData)
  return rows
}

function understood(options: VerticaOptions | Phrase): VerticaOptions {
  if (isPhrase(options)) throw new ConnectionFailed(String(options))
  return options
}

const columnsText = `SELECT table_schema, table_name, column_name, data_type FROM v_catalog.columns WHERE NOT is_system_table
  UNION ALL SELECT table_schema, table_name, column_name, data_type FROM v_catalog.view_columns`

/** Named `schema.table`. */
function tablesOf(rows: readonly (readonly unknown[])[]): SchemaTable[] {
  const tables = new Map<string, SchemaTable>()
  for (const [schema, table, name, type] of rows) {
    const fullName = `${schema}.${table}`
    const found = tables.get(fullName) ?? { name: fullName, columns: [] }
    tables.set(fullName, found)
    found.columns.push({ name: String(name), type: String(type) })
  }
  for (const { columns } of tables.values()) columns.sort((one, other) => (one.name < other.name ? -1 : 1))
  return [...tables.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}
