import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { isPhrase } from '#shared/messages/phrase.ts'
import type { BoundValue } from '#shared/sql/bound-value.ts'
import { type AnswerLimit, gatherAnswer, listOfTables, shortAnswer } from '../answer.ts'
import type { BackendReference, ConnectorHost, ConnectorOptions, Session, Sink } from '../connector.ts'
import { ConnectionFailed, QueryFailed, stopReason } from '../connector-errors.ts'
import { codeOf } from '../network-failure.ts'
import { readStatements } from '../read-statements.ts'
import { requireSendable } from '../sendable-text.ts'
import { connectPostgres, type PostgresConnection, requestCancel } from './postgres-connection.ts'
import { postgresDialect } from './postgres-dialect.ts'
import { isServerError } from './postgres-failures.ts'
import { type PostgresOptions, readPostgresOptions } from './postgres-options.ts'
import { noData, runReadOnly } from './postgres-read-only.ts'
import { type PostgresReading, readPostgres, type Submission } from './postgres-reader.ts'
import { type CatalogueRow, catalogueText, type KeyRow, keysText, tablesOf } from './postgres-schema.ts'
import { boundSubmission, NotBound, requirePlainStrings, textSubmission } from './postgres-submission.ts'
import { type ResultStatement, resultStatement } from './result-statement.ts'

export async function openPostgres(
  stored: ConnectorOptions,
  host: ConnectorHost,
  signal: AbortSignal,
): Promise<Session> {
  const options = understood(stored, host)
  const connection = await connectPostgres(options, signal)
  const stop = () => connection.wire.stream.destroy()
  signal.addEventListener('abort', stop, { once: true })
  try {
    const backend = await prepareSession(connection, host.maxSeconds)
    if (backend !== null) host.reportBackend(backend)
  } catch (error) {
    stop()
    throw signal.aborted ? stopReason(signal) : error
  } finally {
    signal.removeEventListener('abort', stop)
  }
  const collect = async (text: string, limit: AnswerLimit, stopSignal: AbortSignal) => {
    const { sink, rows } = gatherAnswer(limit)
    await run(options, connection, text, sink, stopSignal)
    return rows
  }
  return {
    run: (text, sink, runSignal, values) => run(options, connection, text, sink, runSignal, values),
    async ping(pingSignal) {
      await collect('SELECT 1', shortAnswer, pingSignal)
    },
    async tables(tablesSignal): Promise<SchemaTable[]> {
      const rows = (await collect(catalogueText, listOfTables, tablesSignal)) as CatalogueRow[]
      return tablesOf(rows, (await collect(keysText, listOfTables, tablesSignal)) as KeyRow[])
    },
    reset: (resetSignal) => resetSession(connection, host.maxSeconds, resetSignal),
    close: () => close(connection),
  }
}

/** Databases derived from PostgreSQL that do not know DISCARD refuse it: their sessions are not kept. */
async function resetSession(
  connection: PostgresConnection,
  maxSeconds: number | undefined,
  signal: AbortSignal,
): Promise<void> {
  const stop = () => connection.wire.stream.destroy()
  signal.addEventListener('abort', stop, { once: true })
  try {
    await ask(connection, 'rollback')
    await ask(connection, 'discard all')
    await prepareSession(connection, maxSeconds)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Ends the session left behind by a killed worker, unless its process id now belongs to another session. */
export async function killPostgresOrphan(
  stored: ConnectorOptions,
  host: ConnectorHost,
  backend: BackendReference,
): Promise<void> {
  const { pid, backend_start } = backend
  if (typeof pid !== 'number' || typeof backend_start !== 'string') return
  // both values are written into the text below
  if (!Number.isSafeInteger(pid) || !seconds.test(backend_start)) return
  const signal = AbortSignal.timeout(10_000)
  const connection = await connectPostgres(understood(stored, host), signal)
  const stop = () => connection.wire.stream.destroy()
  signal.addEventListener('abort', stop, { once: true })
  try {
    await ask(
      connection,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where pid = ${pid} and extract(epoch from backend_start)::text = '${backend_start}'`,
    )
  } finally {
    signal.removeEventListener('abort', stop)
    await close(connection)
  }
}

/** the format of `backend_start` below */
const seconds = /^[\d.e+]+$/

function understood(stored: ConnectorOptions, { tunnel }: ConnectorHost): PostgresOptions {
  const options = readPostgresOptions(stored, tunnel)
  if (isPhrase(options)) throw new ConnectionFailed(String(options))
  return options
}

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

/** Our own limit ends the run first; this one counts when the worker cannot. */
const graceSeconds = 15
const maxTimeout = 2_147_483_647

function ownSettingsText(version: number, maxSeconds: number | undefined): string {
  const timeout = maxSeconds === undefined ? [] : [timeoutSetting(maxSeconds)]
  const wanted = [...ownSettings, ...timeout].filter(([, , since]) => version >= since)
  const rows = wanted.map(([name, value]) => `('${name}', '${value}')`).join(', ')
  return `select set_config(s.name, w.value, false) from (values ${rows}) w (name, value) join pg_catalog.pg_settings s on lower(s.name) = lower(w.name)`
}

function timeoutSetting(maxSeconds: number): (typeof ownSettings)[number] {
  const milliseconds = Math.min((maxSeconds + graceSeconds) * 1000, maxTimeout)
  return ['statement_timeout', String(Math.ceil(milliseconds)), 0]
}

/**
 * Sets the text formats that the encoders expect and the string syntax of the scanner, whatever the role's defaults
 * are. Databases derived from PostgreSQL may lack some of these settings: the session continues without them.
 */
async function prepareSession(
  connection: PostgresConnection,
  maxSeconds?: number,
): Promise<BackendReference | null> {
  await ask(connection, "set client_encoding to 'UTF8'")
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
    if (facts === undefined) return null
    const [version, start] = facts
    if (typeof start === 'string') backend = { pid: connection.processId, backend_start: start }
    await ask(connection, ownSettingsText(Number(version), maxSeconds))
  } catch (error) {
    if (!(error instanceof QueryFailed && isServerError(error.cause))) throw error
  }
  return backend
}

/** Runs one of our own queries. Throws QueryFailed; an answer that is too large ends the connection. */
async function ask(connection: PostgresConnection, text: string): Promise<(readonly unknown[])[]> {
  const { sink, rows } = gatherAnswer(shortAnswer)
  const stop = () => connection.wire.stream.destroy()
  const statement = resultStatement(await readStatements(text, postgresDialect))
  const reading = readPostgres(connection, textSubmission(text), statement, sink, stop)
  const { sinkFailure, serverFailure } = await reading.done
  const failure = sinkFailure ?? serverFailure
  if (failure !== null) throw failure.error
  return rows
}

async function run(
  options: PostgresOptions,
  connection: PostgresConnection,
  text: string,
  sink: Sink,
  signal: AbortSignal,
  values: readonly BoundValue[] = [],
): Promise<void> {
  requireSendable(text, values, { takesNul: false })
  const statements = await readStatements(text, postgresDialect)
  const result = resultStatement(statements)
  if (options.readOnly) {
    if (values.length > 0) requirePlainStrings(text, values, connection.settings)
    return await runReadOnly(
      connection,
      { text, values, statements, result },
      {
        ask: (own) => ask(connection, own),
        submit: (submission, statement, needsResult) =>
          submit(options, connection, submission, statement, sink, signal, needsResult),
      },
    )
  }
  if (values.length > 0) {
    requirePlainStrings(text, values, connection.settings)
    const bound = boundSubmission(text, values, statements, result.index)
    try {
      if (bound !== null) return await submit(options, connection, bound, result, sink, signal)
    } catch (error) {
      if (!(error instanceof NotBound)) throw error
    }
  }
  await submit(options, connection, textSubmission(text), result, sink, signal)
}

async function submit(
  options: PostgresOptions,
  connection: PostgresConnection,
  submission: Submission,
  statement: ResultStatement,
  sink: Sink,
  signal: AbortSignal,
  needsResult = true,
): Promise<void> {
  if (signal.aborted) throw stopReason(signal)
  const encoding = connection.settings.get('client_encoding')
  /** answers whether the session had to be given up */
  let ending: Promise<boolean> | undefined
  const end = () => {
    ending ??= endQuery(options, connection, reading)
  }
  const log = (notice: { severity?: string; message?: string }) =>
    sink.log(`${notice.severity ?? 'NOTICE'}: ${notice.message ?? ''}`)
  const onAbort = () => {
    reading.discard()
    end()
  }
  connection.notices.begin()
  connection.client.on('notice', log)
  signal.addEventListener('abort', onAbort, { once: true })
  const reading = readPostgres(connection, submission, statement, sink, end)
  const { hasResult, sinkFailure, serverFailure } = await reading.done
  signal.removeEventListener('abort', onAbort)
  connection.client.off('notice', log)
  const dropped = connection.notices.dropped()
  if (dropped > 0) sink.log(`${dropped.toLocaleString('en-US')} more notices of the server are left out.`)
  const isGivenUp = await ending
  if (signal.aborted) throw stopReason(signal)
  if (sinkFailure !== null) throw sinkFailure.error
  if (serverFailure !== null) {
    // the sink had enough: the server's error about our cancel is expected, any other is a failure
    const isOwnDoing = ending !== undefined && (isGivenUp || isCancelled(serverFailure.error))
    if (!isOwnDoing) throw serverFailure.error
  } else if (!hasResult && needsResult) throw new QueryFailed(noData)
  if (connection.settings.get('client_encoding') !== encoding) {
    throw new QueryFailed('The query changed client_encoding, so the texts of its result cannot be read.')
  }
}

const queryCanceled = '57014'

function isCancelled(error: unknown): boolean {
  return error instanceof QueryFailed && codeOf(error.cause) === queryCanceled
}

/** If the query has not ended after this time, the session is closed (docs/reference/promises.md#r4: two seconds). */
const obeyMilliseconds = 1750

/** Cancels until the query has ended. Returns whether the session had to be closed. */
async function endQuery(
  options: PostgresOptions,
  connection: PostgresConnection,
  reading: PostgresReading,
): Promise<boolean> {
  let hasEnded = false
  const ended = reading.done.then(() => {
    hasEnded = true
  })
  const until = performance.now() + obeyMilliseconds
  while (!hasEnded && performance.now() < until) {
    const patience = wait(until - performance.now())
    await Promise.race([ended, patience, requestCancel(options, connection)])
    await Promise.race([ended, patience, wait(250)])
  }
  if (hasEnded) return false
  connection.wire.stream.destroy()
  return true
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

async function close({ client, wire }: PostgresConnection): Promise<void> {
  const timer = setTimeout(() => wire.stream.destroy(), 1000)
  try {
    await client.end()
  } finally {
    clearTimeout(timer)
  }
}
