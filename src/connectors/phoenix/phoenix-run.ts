import { randomUUID } from 'node:crypto'
import type { ReadStatement } from '#shared/sql/split-statements.ts'
import { offsetAt, positionAt } from '#shared/sql/text-position.ts'
import { breaks, inSteps } from '../breaks.ts'
import type { ConnectorHost, Sink } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'
import { readStatements } from '../read-statements.ts'
import { EnoughRows, type PulledFeed, pulledFeed, type RemoteRun, runRemotely } from '../remote-run.ts'
import { requireColumns } from '../result-limits.ts'
import { requireSendable } from '../sendable-text.ts'
import { rowBudget } from '../wire-budget.ts'
import { WireFault } from '../wire-fault.ts'
import { type AvaticaLink, AvaticaRefusal, call } from './avatica-link.ts'
import { FieldReader, fields } from './avatica-wire.ts'
import { type AvaticaColumn, phoenixColumn, readCell, readColumn } from './phoenix-columns.ts'
import { phoenixDialect } from './phoenix-dialect.ts'

const rowsOfFrame = 1000

/**
 * Each run has a connection of its own in the server, which its statements share. They are sent one by one; the last
 * result counts.
 */
export async function runPhoenix(
  url: string,
  host: Pick<ConnectorHost, 'fetchServer'>,
  text: string,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  requireSendable(text, [], { takesNul: false })
  const statements = await readStatements(text, phoenixDialect)
  if (statements.length === 0) throw new QueryFailed('Query is empty')
  const link: AvaticaLink = { url, host, connectionId: randomUUID() }
  const end = async (ending: AbortSignal) => {
    await call(link, 'CloseConnection', fields().text(1, link.connectionId).done(), ending)
  }
  try {
    await runRemotely({ signal, end }, async (run) => {
      await call(link, 'OpenConnection', fields().text(1, link.connectionId).done(), run.signal)
      for (const [index, statement] of statements.entries()) {
        const target = index === statements.length - 1 ? sink : nowhere
        await runStatement(link, statement, target, run).catch((error: unknown) => {
          throw error instanceof AvaticaRefusal ? placed(error, text, statement) : error
        })
      }
      // everything has arrived: what the server says to this changes nothing
      await end(run.signal).catch(() => {})
    })
  } catch (error) {
    if (error instanceof EnoughRows) return
    if (error instanceof WireFault) throw new QueryFailed(error.message, { cause: error })
    throw error
  }
}

/** Results of statements that are not the one that counts. */
const nowhere: Sink = { columns() {}, rows: async () => true, log() {}, metadata() {} }

async function runStatement(
  link: AvaticaLink,
  statement: ReadStatement,
  sink: Sink,
  run: RemoteRun,
): Promise<void> {
  const created = await call(link, 'CreateStatement', fields().text(1, link.connectionId).done(), run.signal)
  const statementId = numberIn(created, 2)
  // its parser requires a line break behind a comment
  const request = fields()
    .text(1, link.connectionId)
    .text(2, `${statement.text}\n`)
    .number(3, -1)
    .number(4, statementId)
    .number(5, -1)
    .number(6, rowsOfFrame)
  const reply = await call(link, 'PrepareAndExecute', request.done(), run.signal)
  const result = resultIn(reply)
  if (result === null || result.columns === null) {
    sink.columns([])
    return
  }
  requireColumns(result.columns.map(({ name }) => name))
  const columns = result.columns.map(phoenixColumn)
  sink.columns(columns)
  const feed = pulledFeed(sink)
  let offset = 0
  for (let frame = result.frame; frame !== null; ) {
    run.touch()
    const { rows, isDone } = await readFrame(frame, columns.length, feed)
    offset += rows
    if (isDone) break
    if (rows === 0) throw new QueryFailed('The server sent a part of the result without rows.')
    const fetch = fields().text(1, link.connectionId).number(2, statementId).number(3, offset)
    const next = await call(
      link,
      'Fetch',
      fetch.number(4, rowsOfFrame).number(5, rowsOfFrame).done(),
      run.signal,
    )
    frame = frameIn(next)
  }
  await feed.finish()
  await call(
    link,
    'CloseStatement',
    fields().text(1, link.connectionId).number(2, statementId).done(),
    run.signal,
  )
}

function numberIn(reader: FieldReader, field: number): number {
  let found = 0
  while (reader.next()) {
    if (reader.field === field) found = reader.number()
    else reader.skip()
  }
  return found
}

interface Result {
  /** null: the statement has no result */
  columns: AvaticaColumn[] | null
  frame: FieldReader | null
}

/** The last of the results. */
function resultIn(reader: FieldReader): Result | null {
  let result: Result | null = null
  while (reader.next()) {
    if (reader.field !== 1) {
      reader.skip()
      continue
    }
    const message = reader.message()
    result = { columns: null, frame: null }
    while (message.next()) {
      if (message.field === 4) result.columns = columnsIn(message.message())
      else if (message.field === 5) result.frame = message.message()
      else message.skip()
    }
    if (result.columns?.length === 0) result.columns = null
  }
  return result
}

const maxColumnMessages = 20_000

function columnsIn(reader: FieldReader): AvaticaColumn[] {
  const columns: AvaticaColumn[] = []
  while (reader.next()) {
    if (reader.field !== 1) reader.skip()
    else if (columns.push(readColumn(reader.message())) > maxColumnMessages) break
  }
  return columns
}

function frameIn(reader: FieldReader): FieldReader {
  let frame: FieldReader | null = null
  while (reader.next()) {
    if (reader.field === 1) frame = reader.message()
    else if (reader.field === 2 || reader.field === 3) {
      if (reader.number() !== 0)
        throw new QueryFailed('The server has ended the query and dropped its result.')
    } else reader.skip()
  }
  // a frame without rows may be an empty message
  return frame ?? new FieldReader(Buffer.alloc(0), reader.budget)
}

async function readFrame(
  reader: FieldReader,
  width: number,
  feed: PulledFeed,
): Promise<{ rows: number; isDone: boolean }> {
  let [rows, isDone] = [0, false]
  const rest = breaks()
  while (reader.next()) {
    if (reader.field === 2) isDone = reader.number() !== 0
    else if (reader.field === 3) {
      const message = reader.message(rowBudget())
      const { size } = message
      const cells = await inSteps(readRow(message), rest)
      if (cells.length !== width) {
        throw new QueryFailed(`The server sent a row of ${cells.length} cells for ${width} columns.`)
      }
      feed.push(cells, size)
      rows++
      await rest()
      await feed.room()
    } else reader.skip()
  }
  return { rows, isDone }
}

function* readRow(message: FieldReader): Generator<void, (string | null)[]> {
  const cells: (string | null)[] = []
  while (message.next()) {
    if (message.field === 1) cells.push(yield* readCell(message.message()))
    else message.skip()
    // the digits of a long number take a millisecond or more
    yield
  }
  return cells
}

/** `ERROR 601 (42P00): Syntax error. Encountered "x" at line 1, column 8.` */
function placed(error: AvaticaRefusal, text: string, statement: ReadStatement): QueryFailed {
  const place = /at line (\d+), column (\d+)/i.exec(error.message)
  if (place === null) return error
  const offset = offsetAt(statement.text, { line: Number(place[1]), column: Number(place[2]) })
  return new QueryFailed(error.message, {
    position: positionAt(text, statement.start + offset),
    cause: error,
  })
}
