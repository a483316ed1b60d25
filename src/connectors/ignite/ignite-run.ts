import type { ReadStatement } from '#shared/sql/split-statements.ts'
import { positionAt } from '#shared/sql/text-position.ts'
import { breaks } from '../breaks.ts'
import type { Sink, SinkColumn } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'
import { ConnectionLost } from '../http-answer.ts'
import { readStatements } from '../read-statements.ts'
import { EnoughRows, pulledFeed, type RemoteRun, runRemotely } from '../remote-run.ts'
import { requireColumns } from '../result-limits.ts'
import { requireSendable } from '../sendable-text.ts'
import { WireFault } from '../wire-fault.ts'
import { encoderOf, type IgniteCell, readCell, type ServerClock } from './ignite-cells.ts'
import { igniteDialect } from './ignite-dialect.ts'
import type { IgniteLink } from './ignite-link.ts'
import type { IgniteOptions } from './ignite-options.ts'
import { type IgniteReader, message } from './ignite-wire.ts'

const operation = { query: 2004, nextPage: 2005, close: 0 } as const
const rowsOfPage = 256

/** What a session of ours runs texts with. */
export interface IgniteSeat {
  options: IgniteOptions
  /** the server's own time limit; 0: none */
  maxMilliseconds: number
  link(signal: AbortSignal): Promise<IgniteLink>
  clock(link: IgniteLink, signal: AbortSignal): Promise<ServerClock>
}

/** The protocol takes one statement at a time. The last result counts. */
export async function runIgnite(
  seat: IgniteSeat,
  text: string,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  requireSendable(text, [], { takesNul: false })
  const statements = await readStatements(text, igniteDialect)
  if (statements.length === 0) throw new QueryFailed('Query is empty')
  for (const [index, statement] of statements.entries()) {
    const target = index === statements.length - 1 ? sink : nowhere
    await runStatement(seat, text, statement, target, signal)
  }
}

/** Results of statements that are not the one that counts. */
const nowhere: Sink = { columns() {}, rows: async () => true, log() {}, metadata() {} }

async function runStatement(
  seat: IgniteSeat,
  text: string,
  statement: ReadStatement,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  let link: IgniteLink | null = null
  // the server ends the queries of a connection that is gone
  const end = async () => link?.close()
  try {
    await runRemotely({ signal, end }, async (run) => {
      link = await seat.link(run.signal)
      const clock = await seat.clock(link, run.signal)
      const reply = await ask(link, queryRequest(seat, statement.text), run.signal)
      await readPages(link, reply, clock, sink, run)
    })
  } catch (error) {
    if (error instanceof EnoughRows) return
    if (error instanceof WireFault) throw new QueryFailed(error.message, { cause: error })
    if (error instanceof Refused) throw refusalIn(error, text, statement)
    throw error
  }
}

function queryRequest({ options, maxMilliseconds }: IgniteSeat, text: string) {
  return message()
    .short(operation.query)
    .long(1n)
    .int(0)
    .byte(0)
    .text(options.schema)
    .int(rowsOfPage)
    .int(-1)
    .text(text)
    .int(0)
    .byte(0)
    .flag(options.distributedJoins)
    .flag(false)
    .flag(false)
    .flag(options.enforceJoinOrder)
    .flag(false)
    .flag(options.lazy)
    .long(BigInt(maxMilliseconds))
    .flag(true)
    .done()
}

/** The server refused: its status and its message. */
class Refused extends QueryFailed {}

/** An answer behind its head. Throws Refused. */
async function ask(link: IgniteLink, request: Buffer, signal: AbortSignal): Promise<IgniteReader> {
  const reply = await link.ask(request, signal).catch((error: unknown) => {
    throw signal.aborted || error instanceof WireFault ? error : new ConnectionLost(error)
  })
  reply.long()
  if (reply.int() === 0) return reply
  throw new Refused(reply.text() || 'The server refused the query without a message.')
}

async function readPages(
  link: IgniteLink,
  first: IgniteReader,
  clock: ServerClock,
  sink: Sink,
  run: RemoteRun,
): Promise<void> {
  let reply = first
  const cursor = reply.long()
  const count = reply.int()
  if (count < 0 || count > reply.left) throw new WireFault('The server sent a result of no valid width.')
  const names: string[] = []
  for (let at = 0; at < count; at++) names.push(reply.text())
  requireColumns(names)
  let columns: SinkColumn[] | null = null
  const feed = pulledFeed(sink)
  const rest = breaks()
  for (;;) {
    const rows = reply.int()
    if (rows < 0 || rows > reply.left || (count === 0 && rows > 0))
      throw new WireFault('The server sent a page of no valid length.')
    /** the first page, which shows the types */
    const held: { row: (IgniteCell | null)[]; size: number }[] = []
    for (let at = 0; at < rows; at++) {
      const begin = reply.position
      const row: (IgniteCell | null)[] = []
      for (let column = 0; column < count; column++) row.push(readCell(reply, clock))
      const size = reply.position - begin
      if (columns === null) held.push({ row, size })
      else feed.push(row, size)
      await rest()
      if (columns !== null) await feed.room()
    }
    const hasMore = reply.byte() !== 0
    if (columns === null) {
      columns = names.map((name, at) => columnOf(name, held, at))
      sink.columns(columns)
      for (const { row, size } of held) {
        feed.push(row, size)
        await feed.room()
      }
    }
    if (!hasMore) break
    await feed.room()
    run.touch()
    reply = await ask(link, message().short(operation.nextPage).long(1n).long(cursor).done(), run.signal)
  }
  await feed.finish()
}

/** The protocol names no types: those of the first page count. Without a value there, the type is unknown. */
function columnOf(name: string, held: readonly { row: (IgniteCell | null)[] }[], at: number): SinkColumn {
  const types = new Set(held.flatMap(({ row }) => row[at]?.type ?? []))
  const [type = null] = types.size === 1 && held.every(({ row }) => row[at]?.type !== null) ? types : []
  return { name, type, encode: encoderOf(type) }
}

/** `Failed to parse query. Syntax error in SQL statement "SELECT 1 FRM T[*] U": …`: the mark is before the wrong word. */
function refusalIn(error: Refused, text: string, statement: ReadStatement): QueryFailed {
  const marked = /in SQL statement "([\s\S]*?)\[\*\]/.exec(error.message)?.[1]
  if (marked === undefined) return error
  const offset = marked.replaceAll('""', '"').length
  const blanks = /^\s*/.exec(statement.text.slice(offset))?.[0].length ?? 0
  const isPlace = offset + blanks <= statement.text.length
  return new QueryFailed(error.message, {
    position: isPlace ? positionAt(text, statement.start + offset + blanks) : null,
    cause: error,
  })
}
