import type { Connection } from 'mysql2'
import { type BoundValue, valuesWithin } from '#shared/parameters/bound-value.ts'
import { isSignificant, scanSql } from '#shared/queries/scan-sql.ts'
import { type Statement, splitStatements } from '#shared/queries/split-statements.ts'
import { offsetAt, positionAt } from '#shared/queries/text-position.ts'
import { gatherAnswer, shortAnswer } from '../answer.ts'
import type { Sink } from '../connector.ts'
import { QueryFailed, stopReason } from '../connector-errors.ts'
import { requireSendable } from '../sendable-text.ts'
import { drop, sentCharset } from './mysql-connection.ts'
import { mysqlDialect as dialect } from './mysql-dialect.ts'
import { endQuery } from './mysql-ending.ts'
import { isServerError, queryFailure } from './mysql-failures.ts'
import {
  type ModeRow,
  readServerMode,
  readsUtf8,
  serverModeText,
  writtenStatement,
} from './mysql-literals.ts'
import type { MysqlOptions } from './mysql-options.ts'
import { type ReadingEnd, readMysql } from './mysql-reader.ts'

/** The statements one by one, as the protocol's multi-statement mode stays off (docs/reference/promises.md#s5). */
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
      const end = await runStatement(options, connection, sent?.text ?? statement.text, target, signal)
      if (end.hasResult) hasResult = true
      if (end.warnings > 0) await tellWarnings(options, connection, end.warnings, text, sink, signal)
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
export async function sessionMode(
  options: MysqlOptions,
  connection: Connection,
  signal: AbortSignal,
): Promise<{ row: ModeRow; isUtf8: boolean }> {
  const read = async () => {
    const { sink, rows } = gatherAnswer(shortAnswer)
    await runMysql(options, connection, serverModeText, sink, signal)
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
/** What these answer would be of our question then. */
const asksAboutLast = /row_count|found_rows|diagnostics|\b(?:warning|error)_count|show\s+(?:warnings|errors)/i

/**
 * A value that the server cut (GROUP_CONCAT, casts) comes with a warning and no more, so warnings are told in the log of the
 * result. Throws only the reason of the signal: the rows are all there.
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
): Promise<Pick<ReadingEnd, 'hasResult' | 'warnings'>> {
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
  const { hasResult, warnings, sinkFailure, driverFailure } = await reading.done
  signal.removeEventListener('abort', onAbort)
  const isGivenUp = await ending
  if (signal.aborted) throw stopReason(signal)
  if (sinkFailure !== null) throw sinkFailure.error
  if (driverFailure === null) return { hasResult, warnings: ending === undefined ? warnings : 0 }
  // the sink had enough: what the server says about our kill is no failure, whatever else it says is one
  if (ending !== undefined && (isGivenUp || isInterrupted(driverFailure.error))) {
    return { hasResult: true, warnings: 0 }
  }
  // what is left of an answer that nobody understood would be taken for the next one
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

function mayReturnRows(statement: string): boolean {
  const words = scanSql(statement, dialect)
    .filter((token) => isSignificant(token) && token.kind !== 'quoted')
    .map((token) => statement.slice(token.start, token.end).toUpperCase())
  const first = words[0] ?? ''
  if (changing.has(first)) return words.includes('RETURNING')
  return returning.has(first) && !words.includes('INTO')
}
