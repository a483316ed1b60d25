import type { ReadStatement } from '#shared/sql/split-statements.ts'
import { positionAt } from '#shared/sql/text-position.ts'
import { breaks, inSteps } from '../breaks.ts'
import type { Sink, SinkColumn } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'
import { ConnectionLost } from '../http-answer.ts'
import { readStatements } from '../read-statements.ts'
import { EnoughRows, pulledFeed, type RemoteRun, runRemotely } from '../remote-run.ts'
import { maxColumns, requireColumns, tooManyColumns } from '../result-limits.ts'
import { requireSendable } from '../sendable-text.ts'
import { rowBudget } from '../wire-budget.ts'
import { WireFault } from '../wire-fault.ts'
import { encoderOf, type IgniteCell, type IgniteSource, readCell, type ServerClock } from './ignite-cells.ts'
import { igniteDialect } from './ignite-dialect.ts'
import type { IgniteLink } from './ignite-link.ts'
import type { IgniteOptions } from './ignite-options.ts'
import { type IgniteReader, message } from './ignite-wire.ts'

const operation = { query: 2004, nextPage: 2005, close: 0 } as const
const rowsOfPage = 256
/** The first rows, which show the types, are held up to this weight, whatever the server sends. */
const maxHeldBytes = 16_000_000

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
  if (count > maxColumns) throw new QueryFailed(tooManyColumns(count))
  const names: string[] = []
  for (let at = 0; at < count; at++) names.push(reply.text())
  requireColumns(names)
  let columns: SinkColumn[] | null = null
  const feed = pulledFeed(sink)
  const rest = breaks()
  /** the first rows, which show the types */
  const held: HeldRow[] = []
  let heldBytes = 0
  const begin = async () => {
    columns = names.map((name, at) => columnOf(name, held, at))
    sink.columns(columns)
    for (const { row, size } of held.splice(0)) {
      feed.push(row, size)
      await feed.room()
    }
  }
  for (;;) {
    const rows = reply.int()
    if (rows < 0 || rows > reply.left || (count === 0 && rows > 0))
      throw new WireFault('The server sent a page of no valid length.')
    for (let at = 0; at < rows; at++) {
      const from = reply.position
      const budget = rowBudget()
      const row = await inSteps(readRow(count, { reader: reply, clock, budget }), rest)
      const size = reply.position - from
      if (columns === null) {
        held.push({ row, size })
        heldBytes += budget.spent
        if (held.length === rowsOfPage || heldBytes > maxHeldBytes) await begin()
      } else {
        feed.push(row, size)
        await feed.room()
      }
      await rest()
    }
    const hasMore = reply.byte() !== 0
    if (columns === null) await begin()
    if (!hasMore) break
    await feed.room()
    run.touch()
    reply = await ask(link, message().short(operation.nextPage).long(1n).long(cursor).done(), run.signal)
  }
  await feed.finish()
}

interface HeldRow {
  row: (IgniteCell | null)[]
  size: number
}

function* readRow(count: number, source: IgniteSource): Generator<void, (IgniteCell | null)[]> {
  source.budget.spend(count)
  const row: (IgniteCell | null)[] = []
  for (let column = 0; column < count; column++) {
    row.push(yield* readCell(source))
    // the digits of a long decimal take a millisecond or more
    yield
  }
  return row
}

/** The protocol names no types: those of the first rows count. Without a value there, the type is unknown. */
function columnOf(name: string, held: readonly HeldRow[], at: number): SinkColumn {
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
