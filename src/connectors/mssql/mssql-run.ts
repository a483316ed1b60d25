import type { Request } from 'tedious'
import { type BoundValue, replaceValues, sentStatement, valuesWithin } from '#shared/sql/bound-value.ts'
import { scanSql } from '#shared/sql/scan-sql.ts'
import { offsetAt, positionAt } from '#shared/sql/text-position.ts'
import type { Sink } from '../connector.ts'
import { QueryFailed, stopReason } from '../connector-errors.ts'
import { resultChoice } from '../result-choice.ts'
import { requireSendable } from '../sendable-text.ts'
import { lengthOf, mssqlColumn } from './mssql-cells.ts'
import type { MssqlConnection } from './mssql-connection.ts'
import { mssqlBinding, mssqlDialect } from './mssql-dialect.ts'
import { queryFailure, serverErrorOf } from './mssql-failures.ts'

/** Runs the batches one by one; the last one gives the result. */
export async function runMssql(
  server: MssqlConnection,
  text: string,
  sink: Sink,
  signal: AbortSignal,
  values: readonly BoundValue[] = [],
): Promise<void> {
  if (signal.aborted) throw stopReason(signal)
  requireSendable(text, values, { takesNul: false })
  const batches = batchesOf(text)
  let hasResult = false
  for (const [index, batch] of batches.entries()) {
    const target = index === batches.length - 1 ? sink : null
    const part = text.slice(batch.start, batch.end)
    const own = valuesWithin(values, batch)
    hasResult = await runBatch(server, part, own, target, sink, signal).catch((error: unknown) => {
      if (!(error instanceof QueryFailed) || error.position === null || batch.start === 0) throw error
      const offset = batch.start + offsetAt(part, error.position)
      throw new QueryFailed(error.message, { position: positionAt(text, offset), cause: error.cause })
    })
  }
  if (!hasResult) throw new QueryFailed('No data was returned.')
}

/** A line `GO` ends a batch, as in the vendor's tools: the server itself does not know the word. */
function batchesOf(text: string): { start: number; end: number }[] {
  const batches: { start: number; end: number }[] = []
  let start = 0
  const add = (end: number) => {
    if (text.slice(start, end).trim() !== '') batches.push({ start, end })
  }
  for (const token of scanSql(text, mssqlDialect)) {
    if (token.kind !== 'word' || !/^go$/i.test(text.slice(token.start, token.end))) continue
    const isAlone =
      /(?:^|\n)[ \t]*$/.test(text.slice(0, token.start)) && /^[ \t;]*(?:\r?\n|$)/.test(text.slice(token.end))
    if (!isAlone) continue
    add(token.start)
    start = token.end + (/^[ \t;]*/.exec(text.slice(token.end))?.[0].length ?? 0)
  }
  add(text.length)
  return batches
}

/** Syntax errors: the server refuses the batch as a whole, before any part of it runs. */
const refusedAsWhole = new Set([102, 105, 137, 156, 170, 319, 1018, 1050])

async function runBatch(
  server: MssqlConnection,
  text: string,
  values: readonly BoundValue[],
  target: Sink | null,
  log: Sink,
  signal: AbortSignal,
): Promise<boolean> {
  const sent = sentStatement(text, values, mssqlBinding)
  if (sent !== null) {
    try {
      return await execute(
        server,
        sent.text,
        sent.values.map(({ value }) => value),
        target,
        log,
        signal,
      )
    } catch (error) {
      if (!(error instanceof DriverFailure)) throw error
      // some places take only literals
      if (!refusedAsWhole.has(serverErrorOf(error.cause)?.number ?? 0)) {
        throw placed(error.cause, sent.text, text, sent.originalOffset)
      }
    }
  }
  // `N'…'`: a plain literal loses the characters that the code page of the database lacks
  const written = replaceValues(text, values, ({ value }) => `N'${value.replaceAll("'", "''")}'`)
  try {
    return await execute(server, written.text, [], target, log, signal)
  } catch (error) {
    if (!(error instanceof DriverFailure)) throw error
    throw placed(error.cause, written.text, text, written.originalOffset)
  }
}

function placed(
  error: unknown,
  sent: string,
  text: string,
  originalOffset: (offset: number) => number,
): QueryFailed {
  const failure = queryFailure(error, sent)
  if (failure.position === null || sent === text) return failure
  const position = positionAt(text, originalOffset(offsetAt(sent, failure.position)))
  return new QueryFailed(failure.message, { position, cause: error })
}

/** Marks an error of the driver or the server, as opposed to the sink. */
class DriverFailure extends Error {}

/** Changes of the database or the language: every connection begins with them. */
const contextChanges = new Set([5701, 5703])

async function execute(
  { connection, arrived }: MssqlConnection,
  text: string,
  values: readonly string[],
  target: Sink | null,
  log: Sink,
  signal: AbortSignal,
): Promise<boolean> {
  const { Request, TYPES } = await import('tedious')
  if (signal.aborted) throw stopReason(signal)
  const ended = Promise.withResolvers<Error | null>()
  let isStopped = false
  const request: Request = new Request(text, (error) => ended.resolve(error ?? null))
  const stop = () => {
    isStopped = true
    // nothing to cancel: all of the answer has come
    connection.cancel()
  }
  const choice = resultChoice(target, {
    pause: () => request.pause(),
    resume: () => request.resume(),
    stop,
  })
  request.on('columnMetadata', (columns) => {
    if (Array.isArray(columns)) choice.columns(columns.map(mssqlColumn))
  })
  request.on('row', (columns: { value: unknown }[]) => {
    arrived()
    const row = columns.map(({ value }) => value)
    choice.row(row, lengthOf(row))
  })
  for (const event of ['done', 'doneInProc', 'doneProc'] as const) request.on(event as 'done', arrived)
  const tell = ({ number, message }: { number: number; message: string }) => {
    if (!contextChanges.has(number)) log.log(message)
  }
  const lost = () => ended.resolve(new Error('The server closed the connection.'))
  const onAbort = () => {
    choice.discard()
    stop()
  }
  connection.on('infoMessage', tell)
  connection.once('end', lost)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    values.forEach((value, index) => {
      request.addParameter(`sextant${index + 1}`, TYPES.NVarChar, value)
    })
    arrived()
    if (values.length === 0) connection.execSqlBatch(request)
    else connection.execSql(request)
    const error = await ended.promise
    if (error !== null && !isStopped) choice.discard()
    const { hasResult, leftOut, failure } = await choice.finish()
    if (signal.aborted) throw stopReason(signal)
    if (failure !== null) throw failure.error
    if (isStopped) return true
    if (error !== null) throw new DriverFailure('', { cause: error })
    if (leftOut > 0) log.log(`The text returned ${leftOut + 1} results. Only one of them is shown.`)
    return hasResult
  } finally {
    signal.removeEventListener('abort', onAbort)
    connection.off('infoMessage', tell)
    connection.off('end', lost)
  }
}
