import type { ReadStatement } from '#shared/sql/split-statements.ts'
import { offsetAt, positionAt } from '#shared/sql/text-position.ts'
import { breaks } from '../breaks.ts'
import type { Sink } from '../connector.ts'
import { QueryFailed, stopReason } from '../connector-errors.ts'
import { cutList, cutObject, itemsOf } from '../json-cut.ts'
import { readStatements } from '../read-statements.ts'
import { EnoughRows, pulledFeed } from '../remote-run.ts'
import { maxColumns, requireColumns } from '../result-limits.ts'
import { requireSendable } from '../sendable-text.ts'
import { WireFault } from '../wire-fault.ts'
import { exasolColumn } from './exasol-columns.ts'
import { exasolDialect } from './exasol-dialect.ts'
import { type ExasolLink, ExasolRefusal } from './exasol-link.ts'

/** What is asked for at once; a single row may be longer. */
const bytesOfFetch = 2_000_000

/** Runs the statements one by one; the last one gives the result. */
export async function runExasol(
  link: ExasolLink,
  text: string,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) throw stopReason(signal)
  requireSendable(text, [], { takesNul: false })
  const statements = await readStatements(text, exasolDialect)
  if (statements.length === 0) throw new QueryFailed('Query is empty')
  for (const [index, statement] of statements.entries()) {
    const target = index === statements.length - 1 ? sink : null
    await runStatement(link, text, statement, target, signal)
  }
}

async function runStatement(
  link: ExasolLink,
  text: string,
  statement: ReadStatement,
  sink: Sink | null,
  signal: AbortSignal,
): Promise<void> {
  let handle: string | null = null
  try {
    const answer = await link.ask({ command: 'execute', attributes: {}, sqlText: statement.text }, signal)
    const result = cutObject(cutList(answer.get('results') ?? '[]', 1)[0] ?? '{}', 10)
    const rows = result.get('resultSet')
    if (rows === undefined) {
      if (sink !== null) throw new QueryFailed('No data was returned.')
      return
    }
    const set = cutObject(rows, 20)
    handle = set.get('resultSetHandle') ?? null
    if (sink !== null) await readRows(link, set, handle, sink, signal)
  } catch (error) {
    if (signal.aborted) throw stopReason(signal)
    if (error instanceof EnoughRows) return
    throw failureIn(error, text, statement)
  } finally {
    if (handle !== null && link.isOpen()) {
      const request = { command: 'closeResultSet', resultSetHandles: [Number(handle)] }
      await link.ask(request, AbortSignal.timeout(2000)).catch(() => {})
    }
  }
}

async function readRows(
  link: ExasolLink,
  set: ReadonlyMap<string, string>,
  handle: string | null,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  const columns = cutList(set.get('columns') ?? '[]', maxColumns + 1).map(exasolColumn)
  requireColumns(columns.map(({ name }) => name))
  const total = countOf(set.get('numRows'))
  sink.columns(columns)
  const feed = pulledFeed(sink)
  let taken = 0
  const take = async (data: string | undefined, count: number) => {
    await rowsOf(data ?? '[]', columns.length, count, async (row, size) => {
      feed.push(row, size)
      await feed.room()
    })
    taken += count
  }
  if (handle === null) await take(set.get('data'), countOf(set.get('numRowsInMessage') ?? set.get('numRows')))
  while (handle !== null && taken < total) {
    const request = { command: 'fetch', resultSetHandle: Number(handle), startPosition: taken }
    const answer = await link.ask({ ...request, numBytes: bytesOfFetch }, signal)
    const count = countOf(answer.get('numRows'))
    if (count === 0) throw new WireFault('The server sent less rows than it had told.')
    await take(answer.get('data'), count)
    if (signal.aborted) throw stopReason(signal)
  }
  if (taken !== total) throw new WireFault('The server sent another number of rows than it had told.')
  await feed.finish()
}

function countOf(json: string | undefined): number {
  const count = Number(json)
  if (json === undefined || !Number.isSafeInteger(count) || count < 0)
    throw new WireFault('The server sent no valid number of rows.')
  return count
}

/**
 * The answer has the cells of one column after the other. They are cut out row by row: all cells of an answer at once
 * would take ten times its memory.
 */
export async function rowsOf(
  data: string,
  width: number,
  count: number,
  push: (row: (string | null)[], size: number) => Promise<void>,
): Promise<void> {
  const rest = breaks()
  const columns: Generator<string>[] = []
  for (const column of itemsOf(data)) {
    if (columns.length === width) throw new WireFault('The server sent more columns than it had told.')
    columns.push(itemsOf(column))
    await rest()
  }
  if (count > 0 && (columns.length !== width || width === 0))
    throw new WireFault('The server sent less columns than it had told.')
  for (let at = 0; at < count; at++) {
    let size = 0
    const row = columns.map((cells) => {
      const { done, value } = cells.next()
      if (done === true) throw new WireFault(otherLength)
      size += value.length
      return value === 'null' ? null : value
    })
    await push(row, size)
    await rest()
  }
  if (columns.some((cells) => cells.next().done !== true)) throw new WireFault(otherLength)
}

const otherLength = 'The server sent a column of another length than told.'

/** `syntax error, unexpected … [line 1, column 8]`: the place counts in the statement. */
function failureIn(error: unknown, text: string, statement: ReadStatement): unknown {
  if (error instanceof WireFault) return new QueryFailed(error.message, { cause: error })
  // the sink's own errors are thrown as they are
  if (!(error instanceof ExasolRefusal)) return error
  const [whole = '', line, column] = / ?\[line (\d+), column (\d+)\]/.exec(error.message) ?? []
  if (line === undefined) return error
  const offset = offsetAt(statement.text, { line: Number(line), column: Number(column) })
  return new QueryFailed(error.message.replace(whole, ''), {
    position: positionAt(text, statement.start + offset),
    cause: error,
  })
}
