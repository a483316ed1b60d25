import type { Connection } from 'mysql2'
import { type BoundValue, valuesWithin } from '#shared/sql/bound-value.ts'
import type { ReadStatement, Statement } from '#shared/sql/split-statements.ts'
import { offsetAt, positionAt } from '#shared/sql/text-position.ts'
import { gatherAnswer, shortAnswer } from '../answer.ts'
import type { Sink } from '../connector.ts'
import { QueryFailed, stopReason } from '../connector-errors.ts'
import { readStatements } from '../read-statements.ts'
import { requireSendable } from '../sendable-text.ts'
import { drop, sentCharset } from './mysql-connection.ts'
import { mysqlDialect as dialect } from './mysql-dialect.ts'
import { endQuery } from './mysql-ending.ts'
import { isServerError, queryFailure } from './mysql-failures.ts'
import {
  type ModeRow,
  readServerMode,
  readsUtf8,
  sendsUtf8,
  serverModeText,
  writtenStatement,
} from './mysql-literals.ts'
import type { MysqlOptions } from './mysql-options.ts'
import { type ReadingEnd, readMysql } from './mysql-reader.ts'

/** Runs the statements one by one: multi-statement mode stays off (docs/reference/promises.md#s5). */
export async function runMysql(
  options: MysqlOptions,
  connection: Connection,
  text: string,
  sink: Sink,
  signal: AbortSignal,
  values: readonly BoundValue[] = [],
): Promise<void> {
  if (signal.aborted) throw stopReason(signal)
  requireSendable(text, values, { takesNul: true })
  const statements = await readStatements(text, dialect)
  if (signal.aborted) throw stopReason(signal)
  const run = () => runStatements(options, connection, { text, statements, values }, sink, signal)
  if (!(options.readOnly ? await inReadOnly(options, connection, run) : await run())) {
    throw new QueryFailed('No data was returned.')
  }
}

interface StatementsOfText {
  text: string
  statements: readonly ReadStatement[]
  values: readonly BoundValue[]
}

/** Returns whether there was a result. */
async function runStatements(
  options: MysqlOptions,
  connection: Connection,
  { text, statements, values }: StatementsOfText,
  sink: Sink,
  signal: AbortSignal,
): Promise<boolean> {
  const resultIndex = statements.findLastIndex(mayReturnRows)
  let hasResult = false
  for (const [index, statement] of statements.entries()) {
    const target = index === resultIndex ? sink : null
    const own = valuesWithin(values, statement)
    const sent =
      own.length === 0
        ? null
        : writtenStatement(statement.text, own, await modeForValues(options, connection, signal))
    for (const own of options.readOnly ? beginReadOnly : []) await change(options, connection, own, signal)
    try {
      const end = await runStatement(options, connection, sent?.text ?? statement.text, target, signal)
      if (end.hasResult) hasResult = true
      if (target !== null && end.leftOut > 0)
        sink.log(`The procedure returned ${end.leftOut + 1} results. Only one of them is shown.`)
      if (end.warnings > 0) await tellWarnings(options, connection, end.warnings, text, sink, signal)
    } catch (error) {
      throw error instanceof DriverFailure ? placedFailure(error.cause, text, statement, sent) : error
    }
    if (signal.aborted) throw stopReason(signal)
    if (text !== serverModeText && changesCharset.test(statement.text)) {
      await sessionMode(options, connection, signal)
    }
  }
  return hasResult
}

/**
 * Before each statement, because an earlier one may have ended its transaction or changed the settings of the session.
 * The server takes only one statement in a message. The setting is for statements that first end the transaction, as
 * those that create and drop do in MariaDB.
 */
const beginReadOnly = ['set session transaction read only', 'start transaction read only']

async function inReadOnly<T>(
  options: MysqlOptions,
  connection: Connection,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run()
  } finally {
    // a session that was dropped has no transaction any more
    await change(options, connection, 'rollback', AbortSignal.timeout(2000)).catch(() => {})
  }
}

/**
 * Reads the current parsing mode of the server, which earlier statements or the server's `init_connect` may have
 * changed, and resets the session to UTF-8. Throws QueryFailed if the server does not accept that.
 */
export async function sessionMode(
  options: MysqlOptions,
  connection: Connection,
  signal: AbortSignal,
): Promise<{ row: ModeRow; isUtf8: boolean }> {
  const read = async () => {
    const { sink, rows } = gatherAnswer(shortAnswer)
    await runMysql({ ...options, readOnly: false }, connection, serverModeText, sink, signal)
    return rows[0] ?? []
  }
  const row = await read()
  if (readsUtf8(row) && sendsUtf8(row)) return { row, isUtf8: true }
  try {
    await change(options, connection, `set names ${sentCharset}`, signal)
  } catch (error) {
    // a server without utf8mb4 gets no bound values; texts without parameters still run
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
export async function change(
  options: MysqlOptions,
  connection: Connection,
  statement: string,
  signal: AbortSignal,
) {
  try {
    await runStatement(options, connection, statement, null, signal)
  } catch (error) {
    if (!(error instanceof DriverFailure)) throw error
    throw queryFailure(error.cause, statement, { text: statement, start: 0, end: statement.length })
  }
}

const shownWarnings = 50
/** Statements about the previous statement: our own query in between would change their answer. */
const asksAboutLast = /row_count|found_rows|diagnostics|\b(?:warning|error)_count|show\s+(?:warnings|errors)/i

/**
 * If the server cuts a value (GROUP_CONCAT, casts), it only warns, so warnings go to the log of the result. Throws only
 * the reason of the signal, because the rows are complete.
 */
async function tellWarnings(
  options: MysqlOptions,
  connection: Connection,
  count: number,
  text: string,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  const answer = gatherAnswer(shortAnswer)
  if (!asksAboutLast.test(text)) {
    try {
      await runStatement(options, connection, `show warnings limit ${shownWarnings}`, answer.sink, signal)
    } catch (error) {
      if (signal.aborted || !(error instanceof DriverFailure || error instanceof QueryFailed)) throw error
    }
  }
  for (const [level, code, message] of answer.rows) sink.log(`${level} ${code}: ${message}`)
  const left = count - answer.rows.length
  if (left <= 0) return
  const more = answer.rows.length > 0 ? `${left.toLocaleString('en-US')} more` : left.toLocaleString('en-US')
  sink.log(`The server has ${more} warnings for this query: values may be cut. SHOW WARNINGS lists them.`)
}

/** Matches statements that may change the session's character set. */
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

/** Marks an error of the driver, as opposed to the sink. */
class DriverFailure extends Error {}

async function runStatement(
  options: MysqlOptions,
  connection: Connection,
  statement: string,
  sink: Sink | null,
  signal: AbortSignal,
): Promise<Pick<ReadingEnd, 'hasResult' | 'warnings' | 'leftOut'>> {
  /** whether the session had to be closed */
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
  const { hasResult, warnings, leftOut, sinkFailure, driverFailure } = await reading.done
  signal.removeEventListener('abort', onAbort)
  const isGivenUp = await ending
  if (signal.aborted) throw stopReason(signal)
  if (sinkFailure !== null) throw sinkFailure.error
  if (driverFailure === null) return { hasResult, leftOut, warnings: ending === undefined ? warnings : 0 }
  // the sink had enough: the server's error about our KILL is expected, any other is a failure
  if (ending !== undefined && (isGivenUp || isInterrupted(driverFailure.error))) {
    return { hasResult: true, leftOut: 0, warnings: 0 }
  }
  // the rest of an unreadable answer would be read as the next answer
  if (!isServerError(driverFailure.error)) drop(connection)
  throw new DriverFailure('', { cause: driverFailure.error })
}

/** ER_QUERY_INTERRUPTED */
const interrupted = 1317

function isInterrupted(error: unknown): boolean {
  return isServerError(error) && error.errno === interrupted
}

const returning = new Set([
  ...['SELECT', 'WITH', 'SHOW', 'DESCRIBE', 'DESC', 'EXPLAIN', 'TABLE', 'VALUES', 'CALL', 'EXECUTE', 'CHECK'],
  ...['ANALYZE', 'OPTIMIZE', 'REPAIR', 'CHECKSUM', 'HELP', 'HANDLER', '('],
])
const changing = new Set(['INSERT', 'REPLACE', 'DELETE', 'UPDATE'])

function mayReturnRows({ first, noted }: ReadStatement): boolean {
  if (changing.has(first)) return noted.has('RETURNING')
  return returning.has(first) && !noted.has('INTO')
}
