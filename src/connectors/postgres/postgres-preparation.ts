import { gatherAnswer, shortAnswer } from '../answer.ts'
import type { BackendReference } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'
import { readStatements } from '../read-statements.ts'
import type { PostgresConnection } from './postgres-connection.ts'
import { postgresDialect } from './postgres-dialect.ts'
import { isServerError } from './postgres-failures.ts'
import { type PostgresFamily, statementTimeout } from './postgres-family.ts'
import { readPostgres } from './postgres-reader.ts'
import { textSubmission } from './postgres-submission.ts'
import { resultStatement } from './result-statement.ts'

/**
 * Each with the version of the server from which on it is set. Settings of the server, the database or the role must not
 * make results shorter (`gin_fuzzy_search_limit`), cut digits, or print values in other ways.
 * `client_connection_check_interval` lets the server notice a killed worker while a query runs.
 */
const ownSettings: readonly (readonly [name: string, value: string, since: number])[] = [
  ['IntervalStyle', 'postgres', 0],
  ['gin_fuzzy_search_limit', '0', 0],
  // older servers would print 16 digits, of which the last one may be wrong
  ['extra_float_digits', '1', 120_000],
  ['client_connection_check_interval', '1s', 140_000],
]

function ownSettingsText(version: number, maxSeconds: number | undefined): string {
  const timeout = maxSeconds === undefined ? [] : [timeoutSetting(maxSeconds)]
  const wanted = [...ownSettings, ...timeout].filter(([, , since]) => version >= since)
  const rows = wanted.map(([name, value]) => `('${name}', '${value}')`).join(', ')
  return `select set_config(s.name, w.value, false) from (values ${rows}) w (name, value) join pg_catalog.pg_settings s on lower(s.name) = lower(w.name)`
}

function timeoutSetting(maxSeconds: number): (typeof ownSettings)[number] {
  return ['statement_timeout', statementTimeout(maxSeconds), 0]
}

/**
 * Sets the text formats that the encoders expect and the string syntax of the scanner, whatever the role's defaults
 * are. Databases derived from PostgreSQL may lack some of these settings: the session continues without them.
 */
export async function prepareSession(
  connection: PostgresConnection,
  family: PostgresFamily,
  maxSeconds?: number,
): Promise<BackendReference | null> {
  await ask(connection, "set client_encoding to 'UTF8'")
  if (family.startText !== undefined) return await prepareDerived(connection, family, maxSeconds)
  let backend: BackendReference | null = null
  try {
    await ask(
      connection,
      "set datestyle to 'ISO'; set bytea_output to 'hex'; set standard_conforming_strings to on",
    )
    const [facts] = await ask(
      connection,
      `select current_setting('server_version_num') as version, extract(epoch from backend_start)::text as backend_start
       from pg_stat_activity where pid = pg_backend_pid()`,
    )
    const [version, start] = facts ?? []
    if (typeof start === 'string') backend = { pid: connection.processId, backend_start: start }
    if (facts !== undefined) await ask(connection, ownSettingsText(Number(version), maxSeconds))
  } catch (error) {
    if (!(error instanceof QueryFailed && isServerError(error.cause))) throw error
  }
  for (const [name, value] of family.settings(maxSeconds)) {
    await askTolerantly(connection, `set ${name} to ${value}`)
  }
  return backend
}

/** For a database whose sessions PostgreSQL's own questions do not fit. */
async function prepareDerived(
  connection: PostgresConnection,
  family: PostgresFamily,
  maxSeconds: number | undefined,
): Promise<BackendReference | null> {
  for (const [name, value] of family.settings(maxSeconds)) {
    await askTolerantly(connection, `set ${name} to ${value}`)
  }
  if (family.first !== undefined) await ask(connection, family.first)
  const start = await startOf(connection, family, connection.processId).catch(() => null)
  return start === null ? null : { pid: connection.processId, backend_start: start }
}

/** Null: there is no such session. */
export async function startOf(
  connection: PostgresConnection,
  { startText }: PostgresFamily,
  processId: number,
): Promise<string | null> {
  const [row] = startText === undefined ? [] : await ask(connection, startText(processId))
  return typeof row?.[0] === 'string' ? row[0] : null
}

/** Databases derived from PostgreSQL may refuse it. */
async function askTolerantly(connection: PostgresConnection, text: string): Promise<void> {
  try {
    await ask(connection, text)
  } catch (error) {
    if (!(error instanceof QueryFailed && isServerError(error.cause))) throw error
  }
}

/** Runs one of our own queries. Throws QueryFailed; an answer that is too large ends the connection. */
export async function ask(connection: PostgresConnection, text: string): Promise<(readonly unknown[])[]> {
  const { sink, rows } = gatherAnswer(shortAnswer)
  const stop = () => connection.wire.stream.destroy()
  const statement = resultStatement(await readStatements(text, postgresDialect))
  const reading = readPostgres(connection, textSubmission(text), statement, sink, stop)
  const { sinkFailure, serverFailure } = await reading.done
  const failure = sinkFailure ?? serverFailure
  if (failure !== null) throw failure.error
  return rows
}

/** Databases derived from PostgreSQL that do not know DISCARD refuse it: their sessions are not kept. */
export async function resetSession(
  connection: PostgresConnection,
  family: PostgresFamily,
  maxSeconds: number | undefined,
  signal: AbortSignal,
): Promise<void> {
  const stop = () => connection.wire.stream.destroy()
  signal.addEventListener('abort', stop, { once: true })
  try {
    await ask(connection, 'rollback')
    await ask(connection, 'discard all')
    await prepareSession(connection, family, maxSeconds)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
