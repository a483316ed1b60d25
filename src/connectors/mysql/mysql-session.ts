import type { Connection } from 'mysql2'
import { type BoundValue, valuesWithin } from '#shared/parameters/bound-value.ts'
import { isSignificant, scanSql } from '#shared/queries/scan-sql.ts'
import { type Statement, splitStatements } from '#shared/queries/split-statements.ts'
import { offsetAt, positionAt } from '#shared/queries/text-position.ts'
import { type AnswerLimit, gatherAnswer, listOfTables, shortAnswer } from '../answer.ts'
import type { BackendReference, ConnectorHost, ConnectorOptions, Session, Sink } from '../connector.ts'
import { ConnectionFailed, QueryFailed, stopReason } from '../connector-errors.ts'
import { requireSendable } from '../sendable-text.ts'
import { connectMysql, drop, sentCharset } from './mysql-connection.ts'
import { mysqlDialect as dialect } from './mysql-dialect.ts'
import { isServerError, queryFailure } from './mysql-failures.ts'
import {
  type ModeRow,
  readServerMode,
  readsUtf8,
  serverModeText,
  writtenStatement,
} from './mysql-literals.ts'
import { type MysqlOptions, readMysqlOptions } from './mysql-options.ts'
import { type MysqlReading, readMysql } from './mysql-reader.ts'
import { type ColumnRow, type CommentRow, columnsText, commentsText, tablesOf } from './mysql-schema.ts'

export async function openMysql(
  stored: ConnectorOptions,
  host: ConnectorHost,
  signal: AbortSignal,
): Promise<Session> {
  const options = understood(stored)
  const connection = await connectMysql(options, signal)
  const collect: Collect = async (text, stopSignal, limit = shortAnswer) => {
    const { sink, rows } = gatherAnswer(limit)
    await run(options, connection, text, sink, stopSignal)
    return rows
  }
  try {
    const started = await serverStart(collect, signal)
    if (Number.isFinite(started))
      host.reportBackend({ thread_id: connection.threadId, server_start: started })
    await sessionMode(options, connection, signal)
    if (!options.autocommit) await change(options, connection, 'set autocommit = 0', signal)
  } catch (error) {
    drop(connection)
    throw error
  }
  return {
    run: (text, sink, runSignal, values) => run(options, connection, text, sink, runSignal, values),
    async ping(pingSignal) {
      await collect('SELECT 1', pingSignal)
    },
    async tables(tablesSignal) {
      const columns = await collect(columnsText, tablesSignal, listOfTables)
      const comments = await collect(commentsText, tablesSignal, listOfTables)
      return tablesOf(columns as ColumnRow[], comments as CommentRow[], options.database)
    },
    close: () => close(connection),
  }
}

type Collect = (text: string, signal: AbortSignal, limit?: AnswerLimit) => Promise<(readonly unknown[])[]>

/** Thread ids start anew with the server, so the time of its start belongs to the reference. */
async function serverStart(collect: Collect, signal: AbortSignal): Promise<number> {
  const [now] = await collect('select unix_timestamp()', signal)
  const [uptime] = await collect("show global status like 'Uptime'", signal)
  return Math.floor(Number(now?.[0]) - Number(uptime?.[1]))
}

/** Ends the session that a killed worker left behind, unless the server was started anew since. */
export async function killMysqlOrphan(stored: ConnectorOptions, backend: BackendReference): Promise<void> {
  const { thread_id, server_start } = backend
  if (typeof thread_id !== 'number' || typeof server_start !== 'number') return
  const options = understood(stored)
  const signal = AbortSignal.timeout(10_000)
  const connection = await connectMysql(options, signal)
  try {
    const collect: Collect = async (text) => {
      const { sink, rows } = gatherAnswer(shortAnswer)
      await run(options, connection, text, sink, signal)
      return rows
    }
    const toleratedSeconds = 2
    if (Math.abs((await serverStart(collect, signal)) - server_start) > toleratedSeconds) return
    await execute(connection, `kill ${thread_id}`, killMilliseconds)
  } catch (error) {
    if (!(error instanceof Error && 'errno' in error && error.errno === noSuchThread)) throw error
  } finally {
    await close(connection)
  }
}

/** ER_NO_SUCH_THREAD: it has ended by itself */
const noSuchThread = 1094

function understood(stored: ConnectorOptions): MysqlOptions {
  const options = readMysqlOptions(stored)
  if (typeof options === 'string') throw new ConnectionFailed(options)
  return options
}

/** The statements one by one, as the protocol's multi-statement mode stays off (docs/reference/promises.md#s5). */
async function run(
  options: MysqlOptions,
  connection: Connection,
  text: string,
  sink: Sink,
  signal: AbortSignal,
  values: readonly BoundValue[] = [],
): Promise<void> {
  if (signal.aborted) throw stopReason(signal)
  requireSendable(text, values, { takesNul: true })
  const statements = splitStatements(text, dialect)
  const resultIndex = statements.findLastIndex((statement) => mayReturnRows(statement.text))
  let hasResult = false
  for (const [index, statement] of statements.entries()) {
    const target = index === resultIndex ? sink : null
    const own = valuesWithin(values, statement)
    const sent =
      own.length === 0
        ? null
        : writtenStatement(statement.text, own, await modeForValues(options, connection, signal))
    try {
      const hasRows = await runStatement(options, connection, sent?.text ?? statement.text, target, signal)
      if (hasRows) hasResult = true
    } catch (error) {
      throw error instanceof DriverFailure ? placedFailure(error.cause, text, statement, sent) : error
    }
    if (signal.aborted) throw stopReason(signal)
    if (text !== serverModeText && changesCharset.test(statement.text)) {
      await sessionMode(options, connection, signal)
    }
  }
  if (!hasResult) throw new QueryFailed('No data was returned.')
}

/**
 * How the server reads a text now: earlier statements may have changed it, and so may `init_connect` of the server. The
 * session is led back to UTF-8, which is what is sent. Throws QueryFailed when it does not obey.
 */
async function sessionMode(
  options: MysqlOptions,
  connection: Connection,
  signal: AbortSignal,
): Promise<{ row: ModeRow; isUtf8: boolean }> {
  const read = async () => {
    const { sink, rows } = gatherAnswer(shortAnswer)
    await run(options, connection, serverModeText, sink, signal)
    return rows[0] ?? []
  }
  const row = await read()
  if (readsUtf8(row)) return { row, isUtf8: true }
  try {
    await change(options, connection, `set names ${sentCharset}`, signal)
  } catch (error) {
    // a server without utf8mb4 gets no values; texts without parameters still run as they are
    if (error instanceof QueryFailed) return { row, isUtf8: false }
    throw error
  }
  const changed = await read()
  return { row: changed, isUtf8: readsUtf8(changed) }
}

async function modeForValues(options: MysqlOptions, connection: Connection, signal: AbortSignal) {
  const { row, isUtf8 } = await sessionMode(options, connection, signal)
  if (isUtf8) return readServerMode(row)
  throw new QueryFailed(
    `The server does not take ${sentCharset} as the character set of the session, so values cannot be sent safely.`,
  )
}

/** A statement without rows. */
async function change(options: MysqlOptions, connection: Connection, statement: string, signal: AbortSignal) {
  try {
    await runStatement(options, connection, statement, null, signal)
  } catch (error) {
    if (!(error instanceof DriverFailure)) throw error
    throw queryFailure(error.cause, statement, { text: statement, start: 0, end: statement.length })
  }
}

/** Statements after which the session may talk in another character set. */
const changesCharset = /names|charset|character/i

function placedFailure(
  cause: unknown,
  text: string,
  statement: Statement,
  sent: { text: string; originalOffset(offset: number): number } | null,
): QueryFailed {
  if (sent === null) return queryFailure(cause, text, statement)
  const failure = queryFailure(cause, sent.text, { text: sent.text, start: 0, end: sent.text.length })
  if (failure.position === null) return failure
  const offset = sent.originalOffset(offsetAt(sent.text, failure.position))
  return new QueryFailed(failure.message, { position: positionAt(text, statement.start + offset), cause })
}

/** What the driver threw, told apart from errors of the sink. */
class DriverFailure extends Error {}

async function runStatement(
  options: MysqlOptions,
  connection: Connection,
  statement: string,
  sink: Sink | null,
  signal: AbortSignal,
): Promise<boolean> {
  /** answers whether the session had to be given up */
  let ending: Promise<boolean> | undefined
  const end = () => {
    ending ??= endQuery(options, connection, reading)
  }
  const onAbort = () => {
    reading.discard()
    end()
  }
  signal.addEventListener('abort', onAbort, { once: true })
  const reading = readMysql(connection, statement, sink, end)
  const { hasResult, sinkFailure, driverFailure } = await reading.done
  signal.removeEventListener('abort', onAbort)
  const isGivenUp = await ending
  if (signal.aborted) throw stopReason(signal)
  if (sinkFailure !== null) throw sinkFailure.error
  if (driverFailure === null) return hasResult
  // the sink had enough: what the server says about our kill is no failure, whatever else it says is one
  if (ending !== undefined && (isGivenUp || isInterrupted(driverFailure.error))) return true
  // what is left of an answer that nobody understood would be taken for the next one
  if (!isServerError(driverFailure.error)) drop(connection)
  throw new DriverFailure('', { cause: driverFailure.error })
}

/** ER_QUERY_INTERRUPTED */
const interrupted = 1317

function isInterrupted(error: unknown): boolean {
  return isServerError(error) && error.errno === interrupted
}

const killMilliseconds = 1000
/** A server that does not obey within this time loses its session (docs/reference/promises.md#r4: two seconds). */
const obeyMilliseconds = 1750

/** Kills until the query has ended. Answers whether the session had to be given up. */
async function endQuery(
  options: MysqlOptions,
  connection: Connection,
  reading: MysqlReading,
): Promise<boolean> {
  let hasObeyed = false
  let isGivenUp = false
  const ended = reading.done.then(() => {
    hasObeyed = !isGivenUp
  })
  const killing = kill(options, connection.threadId, ended, () => hasObeyed)
  await Promise.race([ended, killing, wait(obeyMilliseconds)])
  if (hasObeyed) {
    await killing
    return false
  }
  isGivenUp = true
  drop(connection)
  reading.abandon(new Error('The server did not end the query.'))
  return true
}

/** Over a connection of its own; it never rejects. */
async function kill(
  options: MysqlOptions,
  threadId: number,
  ended: Promise<void>,
  hasObeyed: () => boolean,
): Promise<void> {
  try {
    const killer = await connectMysql(options, AbortSignal.timeout(1500))
    for (let attempt = 0; attempt < 5 && !hasObeyed(); attempt++) {
      await execute(killer, `kill query ${threadId}`, killMilliseconds).catch(() => {})
      await Promise.race([ended, wait(250)])
    }
    if (!hasObeyed()) await execute(killer, `kill ${threadId}`, killMilliseconds).catch(() => {})
    await close(killer)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    // no second session to be had: giving up the first one is what is left
  }
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** A server that does not answer in time loses the session. What it answers is not kept. */
async function execute(connection: Connection, statement: string, milliseconds: number): Promise<void> {
  const reading = readMysql(connection, statement, null, () => {})
  const timer = setTimeout(() => {
    drop(connection)
    reading.abandon(new Error(`no answer within ${milliseconds} ms`))
  }, milliseconds)
  const { driverFailure } = await reading.done
  clearTimeout(timer)
  if (driverFailure !== null) throw driverFailure.error
}

/** How long the server may take to close the connection after our farewell. */
const farewellMilliseconds = 1000

function close(connection: Connection): Promise<void> {
  return new Promise((resolve) => {
    // do not wait for a server that keeps its side open, but destroy the socket
    const timer = setTimeout(() => {
      drop(connection)
      resolve()
    }, farewellMilliseconds)
    connection.once('end', () => clearTimeout(timer))
    connection.end(() => resolve())
  })
}

const returning = new Set([
  ...['SELECT', 'WITH', 'SHOW', 'DESCRIBE', 'DESC', 'EXPLAIN', 'TABLE', 'VALUES', 'CALL', 'EXECUTE', 'CHECK'],
  ...['ANALYZE', 'OPTIMIZE', 'REPAIR', 'CHECKSUM', 'HELP', 'HANDLER', '('],
])
const changing = new Set(['INSERT', 'REPLACE', 'DELETE', 'UPDATE'])

function mayReturnRows(statement: string): boolean {
  const words = scanSql(statement, dialect)
    .filter((token) => isSignificant(token) && token.kind !== 'quoted')
    .map((token) => statement.slice(token.start, token.end).toUpperCase())
  const first = words[0] ?? ''
  if (changing.has(first)) return words.includes('RETURNING')
  return returning.has(first) && !words.includes('INTO')
}
