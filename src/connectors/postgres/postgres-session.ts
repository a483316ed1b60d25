import { isPhrase, type Phrase } from '#shared/messages/phrase.ts'
import type { BoundValue } from '#shared/sql/bound-value.ts'
import { type AnswerLimit, gatherAnswer, listOfTables, shortAnswer } from '../answer.ts'
import type { BackendReference, ConnectorHost, Session, Sink } from '../connector.ts'
import { ConnectionFailed, QueryFailed, stopReason } from '../connector-errors.ts'
import { codeOf } from '../network-failure.ts'
import { requirePlainStrings } from '../plain-strings.ts'
import { readStatements } from '../read-statements.ts'
import { requireSendable } from '../sendable-text.ts'
import { connectPostgres, type PostgresConnection, requestCancel } from './postgres-connection.ts'
import { type PostgresFamily, postgresItself } from './postgres-family.ts'
import type { PostgresOptions } from './postgres-options.ts'
import { ask, prepareSession, resetSession, startOf } from './postgres-preparation.ts'
import { noData, runReadOnly } from './postgres-read-only.ts'
import { type PostgresReading, readPostgres, type Submission } from './postgres-reader.ts'
import { boundSubmission, NotBound, textSubmission } from './postgres-submission.ts'
import { type ResultStatement, resultStatement } from './result-statement.ts'

export async function openPostgres(
  given: PostgresOptions | Phrase,
  host: ConnectorHost,
  signal: AbortSignal,
  family: PostgresFamily = postgresItself,
): Promise<Session> {
  const options = understood(given)
  const connection = await connectPostgres(options, signal)
  const stop = () => connection.wire.stream.destroy()
  signal.addEventListener('abort', stop, { once: true })
  try {
    const backend = await prepareSession(connection, family, host.maxSeconds)
    if (backend !== null) host.reportBackend(backend)
  } catch (error) {
    stop()
    throw signal.aborted ? stopReason(signal) : error
  } finally {
    signal.removeEventListener('abort', stop)
  }
  const collect = async (text: string, limit: AnswerLimit, stopSignal: AbortSignal) => {
    const { sink, rows } = gatherAnswer(limit)
    await run(options, connection, family, text, sink, stopSignal)
    return rows
  }
  return {
    run: (text, sink, runSignal, values) => run(options, connection, family, text, sink, runSignal, values),
    async ping(pingSignal) {
      await collect('SELECT 1', shortAnswer, pingSignal)
    },
    tables: (tablesSignal) => family.tables((text) => collect(text, listOfTables, tablesSignal)),
    reset: (resetSignal) => resetSession(connection, family, host.maxSeconds, resetSignal),
    close: () => close(connection),
  }
}

/** Ends the session left behind by a killed worker, unless its process id now belongs to another session. */
export async function killPostgresOrphan(
  given: PostgresOptions | Phrase,
  backend: BackendReference,
  family: PostgresFamily = postgresItself,
): Promise<void> {
  const { pid, backend_start } = backend
  if (typeof pid !== 'number' || typeof backend_start !== 'string') return
  // both values are written into the text below
  if (!Number.isSafeInteger(pid)) return
  const asksFirst = family.startText !== undefined
  if (!asksFirst && !seconds.test(backend_start)) return
  const signal = AbortSignal.timeout(10_000)
  const connection = await connectPostgres(understood(given), signal)
  const stop = () => connection.wire.stream.destroy()
  signal.addEventListener('abort', stop, { once: true })
  try {
    if (asksFirst) {
      if ((await startOf(connection, family, pid)) !== backend_start) return
      await ask(connection, `select pg_terminate_backend(${pid})`)
      return
    }
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

/** how PostgreSQL answers for `backend_start` */
const seconds = /^[\d.e+]+$/

function understood(options: PostgresOptions | Phrase): PostgresOptions {
  if (isPhrase(options)) throw new ConnectionFailed(String(options))
  return options
}

async function run(
  options: PostgresOptions,
  connection: PostgresConnection,
  { binds }: PostgresFamily,
  text: string,
  sink: Sink,
  signal: AbortSignal,
  values: readonly BoundValue[] = [],
): Promise<void> {
  requireSendable(text, values, { takesNul: false })
  const statements = await readStatements(text, binds.dialect)
  const result = resultStatement(statements)
  if (options.readOnly) {
    if (values.length > 0) requirePlainStrings(text, values, connection.settings)
    return await runReadOnly(
      connection,
      { text, values, statements, result, binds },
      {
        ask: (own) => ask(connection, own),
        submit: (submission, statement, needsResult) =>
          submit(options, connection, submission, statement, sink, signal, needsResult),
      },
    )
  }
  if (values.length > 0) {
    requirePlainStrings(text, values, connection.settings)
    const bound = boundSubmission({ text, values, statements, binds }, result.index)
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
  const requests: Promise<boolean>[] = []
  while (!hasEnded && performance.now() < until) {
    const patience = wait(until - performance.now())
    const request = requestCancel(options, connection)
    requests.push(request)
    await Promise.race([ended, patience, request])
    await Promise.race([ended, patience, wait(250)])
  }
  // a request that is still on its way would end the next query of this session
  if (hasEnded && (await Promise.all(requests)).every((isDone) => isDone)) return false
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
