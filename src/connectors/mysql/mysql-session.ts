import type { Connection } from 'mysql2'
import { type BoundValue, valuesWithin } from '#shared/parameters/bound-value.ts'
import { isSignificant, scanSql } from '#shared/queries/scan-sql.ts'
import { type Statement, splitStatements } from '#shared/queries/split-statements.ts'
import { offsetAt, positionAt } from '#shared/queries/text-position.ts'
import type { BackendReference, ConnectorHost, ConnectorOptions, Session, Sink } from '../connector.ts'
import { ConnectionFailed, QueryFailed, stopReason } from '../connector-errors.ts'
import { connectMysql } from './mysql-connection.ts'
import { mysqlDialect as dialect } from './mysql-dialect.ts'
import { queryFailure } from './mysql-failures.ts'
import { readServerMode, writtenStatement } from './mysql-literals.ts'
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
  const collect = async (text: string, stopSignal: AbortSignal) => {
    const rows: (readonly unknown[])[] = []
    await run(options, connection, text, collecting(rows), stopSignal)
    return rows
  }
  try {
    const started = await serverStart(collect, signal)
    host.reportBackend({ thread_id: connection.threadId, server_start: started })
    if (!options.autocommit) await execute(connection, 'set autocommit = 0')
  } catch (error) {
    connection.destroy()
    throw error
  }
  return {
    run: (text, sink, runSignal, values) => run(options, connection, text, sink, runSignal, values),
    async ping(pingSignal) {
      await collect('SELECT 1', pingSignal)
    },
    async tables(tablesSignal) {
      const columns = await collect(columnsText, tablesSignal)
      const comments = await collect(commentsText, tablesSignal)
      return tablesOf(columns as ColumnRow[], comments as CommentRow[], options.database)
    },
    close: () => close(connection),
  }
}

type Collect = (text: string, signal: AbortSignal) => Promise<(readonly unknown[])[]>

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
      const rows: (readonly unknown[])[] = []
      await run(options, connection, text, collecting(rows), signal)
      return rows
    }
    const toleratedSeconds = 2
    if (Math.abs((await serverStart(collect, signal)) - server_start) > toleratedSeconds) return
    await execute(connection, `kill ${thread_id}`)
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

/** The statements one by one, as the protocol's multi-statement mode stays off (promises S5). */
async function run(
  options: MysqlOptions,
  connection: Connection,
  text: string,
  sink: Sink,
  signal: AbortSignal,
  values: readonly BoundValue[] = [],
): Promise<void> {
  if (signal.aborted) throw stopReason(signal)
  const statements = splitStatements(text, dialect)
  const resultIndex = statements.findLastIndex((statement) => mayReturnRows(statement.text))
  let hasResult = false
  for (const [index, statement] of statements.entries()) {
    const target = index === resultIndex ? sink : null
    const own = valuesWithin(values, statement)
    const sent =
      own.length === 0
        ? null
        : writtenStatement(statement.text, own, await serverMode(options, connection, signal))
    try {
      const hasRows = await runStatement(options, connection, sent?.text ?? statement.text, target, signal)
      if (hasRows) hasResult = true
    } catch (error) {
      throw error instanceof DriverFailure ? placedFailure(error.cause, text, statement, sent) : error
    }
    if (signal.aborted) throw stopReason(signal)
  }
  if (!hasResult) throw new QueryFailed('No data was returned.')
}

/** How the server reads a text now: earlier statements may have changed it. */
async function serverMode(options: MysqlOptions, connection: Connection, signal: AbortSignal) {
  const rows: (readonly unknown[])[] = []
  await run(
    options,
    connection,
    'select @@session.sql_mode, @@session.character_set_client',
    collecting(rows),
    signal,
  )
  return readServerMode(rows[0] ?? [], options.charset)
}

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
  let ending: Promise<void> | undefined
  const end = () => {
    ending ??= endQuery(options, connection, reading)
  }
  const onAbort = () => {
    reading.discard()
    end()
  }
  signal.addEventListener('abort', onAbort, { once: true })
  const reading = readMysql(connection, statement, sink, end)
  try {
    return await reading.done
  } catch (error) {
    // the sink had enough: what the server says about the kill is no failure
    if (ending !== undefined && isFromDriver(error)) return true
    throw isFromDriver(error) ? new DriverFailure('', { cause: error }) : error
  } finally {
    signal.removeEventListener('abort', onAbort)
    await ending
  }
}

function isFromDriver(error: unknown): boolean {
  return error instanceof Error && ('sqlState' in error || 'fatal' in error)
}

/** Kills until the query has ended; a server that does not obey loses its session (promise R4: two seconds). */
async function endQuery(options: MysqlOptions, connection: Connection, reading: MysqlReading): Promise<void> {
  let hasEnded = false
  const ended = reading.done.then(
    () => {
      hasEnded = true
    },
    () => {
      hasEnded = true
    },
  )
  try {
    const killer = await connectMysql(options, AbortSignal.timeout(1500))
    for (let attempt = 0; attempt < 5 && !hasEnded; attempt++) {
      await execute(killer, `kill query ${connection.threadId}`).catch(() => {})
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 250))])
    }
    if (!hasEnded) await execute(killer, `kill ${connection.threadId}`).catch(() => {})
    await close(killer)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    // no second session to be had: giving up the first one is what is left
  }
  if (hasEnded) return
  connection.destroy()
  reading.abandon(
    Object.assign(new Error('The server did not end the query.'), { code: 'ABANDONED', fatal: true }),
  )
}

function execute(connection: Connection, statement: string): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.query(statement, (error) => (error ? reject(error) : resolve()))
  })
}

function close(connection: Connection): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      connection.destroy()
      resolve()
    }, 1000)
    connection.end(() => {
      clearTimeout(timer)
      resolve()
    })
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

function collecting(rows: (readonly unknown[])[]): Sink {
  return {
    columns() {},
    async rows(batch) {
      for (const row of batch) rows.push(row)
      return true
    },
    log() {},
    metadata() {},
  }
}
