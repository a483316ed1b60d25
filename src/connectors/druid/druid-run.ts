import type { Statement } from '#shared/sql/split-statements.ts'
import { offsetAt, positionAt } from '#shared/sql/text-position.ts'
import type { ConnectorHost, Sink, SinkColumn } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { ConnectionLost, linesOf, startOf } from '../http-answer.ts'
import { cutList, readString } from '../json-cut.ts'
import { readStatements } from '../read-statements.ts'
import { EnoughRows, type PulledFeed, pulledFeed, type RemoteRun, runRemotely } from '../remote-run.ts'
import { requireColumns } from '../result-limits.ts'
import { requireSendable } from '../sendable-text.ts'
import { calciteDialect } from '../standard-dialect.ts'
import { druidColumn } from './druid-columns.ts'
import type { DruidOptions } from './druid-options.ts'

/** A server and the account, as one session of ours uses them. */
export interface DruidLink {
  options: DruidOptions
  host: Pick<ConnectorHost, 'fetchServer'>
  /** all queries of the session have it: one runs at a time */
  queryId: string
}

/** Druid has no texts of several statements; they are sent one by one, and the last result counts. */
export async function runDruid(
  link: DruidLink,
  text: string,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  requireSendable(text, [], { takesNul: true })
  const statements = await readStatements(text, calciteDialect)
  if (statements.length === 0) throw new QueryFailed('Query is empty')
  for (const [index, statement] of statements.entries()) {
    const target = index === statements.length - 1 ? sink : nowhere
    await runStatement(link, text, statement, target, signal)
  }
}

/** Results of statements that are not the one that counts. */
const nowhere: Sink = { columns() {}, rows: async () => true, log() {}, metadata() {} }

async function runStatement(
  link: DruidLink,
  text: string,
  statement: Statement,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  const end = (ending: AbortSignal) => cancelQueries(link, ending)
  const body = JSON.stringify({
    query: statement.text,
    resultFormat: 'arrayLines',
    ...{ header: true, typesHeader: true, sqlTypesHeader: true },
    // arrays as lists, not as texts
    context: { sqlQueryId: link.queryId, sqlStringifyArrays: false },
  })
  try {
    await runRemotely({ signal, end }, async (run) => {
      const reply = await send(link, 'POST', '/druid/v2/sql/', body, run.signal)
      if (reply.status !== 200) throw await refusalOf(reply, link.options, text, statement)
      await readLines(reply, sink, run)
    })
  } catch (error) {
    if (!(error instanceof EnoughRows)) throw error
  }
}

/** Names, native types, SQL types, then the rows: each a line. An empty line says that the answer is complete. */
async function readLines(reply: Response, sink: Sink, run: RemoteRun): Promise<void> {
  const head: string[] = []
  let columns: SinkColumn[] = []
  let feed: PulledFeed | null = null
  let isComplete = false
  for await (const lines of linesOf(reply)) {
    run.touch()
    for (const line of lines) {
      if (line === '') {
        isComplete = true
      } else if (feed !== null) {
        feed.push(cellsOf(line, columns), line.length)
      } else if (head.push(line) === headLines) {
        columns = columnsOf(head)
        sink.columns(columns)
        feed = pulledFeed(sink)
      }
    }
    await feed?.room()
  }
  // an error after the first rows cuts the answer, and Druid tells only its own log which one it is
  if (!isComplete || feed === null) throw new ConnectionLost(null)
  await (feed as PulledFeed).finish()
}

const headLines = 3

function columnsOf([names = '', , types = '']: readonly string[]): SinkColumn[] {
  const sqlTypes = cutList(types)
  const columns = cutList(names).map((name, at) =>
    druidColumn(readString(name) ?? name, readString(sqlTypes[at] ?? '') ?? ''),
  )
  requireColumns(columns.map(({ name }) => name))
  return columns
}

function cellsOf(line: string, columns: readonly SinkColumn[]): (string | null)[] {
  const cells: (string | null)[] = cutList(line)
  if (cells.length !== columns.length) {
    throw new QueryFailed(`The server sent a row of ${cells.length} cells for ${columns.length} columns.`)
  }
  for (let at = 0; at < cells.length; at++) if (cells[at] === 'null') cells[at] = null
  return cells
}

/** Ends the queries of the session. Those that have ended already are unknown to the server, which changes nothing. */
export async function cancelQueries(link: DruidLink, signal: AbortSignal): Promise<void> {
  const path = `/druid/v2/sql/${encodeURIComponent(link.queryId)}`
  const reply = await send(link, 'DELETE', path, undefined, signal)
  await reply.body?.cancel()
}

function send(
  { options: { origin, headers }, host }: DruidLink,
  method: 'POST' | 'DELETE',
  path: string,
  body: string | undefined,
  signal: AbortSignal,
): Promise<Response> {
  const content = body === undefined ? {} : { body }
  const request = { method, headers: { ...headers, 'content-type': 'application/json' }, ...content }
  return host.fetchServer(origin + path, request, signal)
}

async function refusalOf(
  reply: Response,
  { origin }: DruidOptions,
  text: string,
  statement: Statement,
): Promise<Error> {
  const start = await startOf(reply)
  if (reply.status === 401) return new ConnectionFailed(`${origin} refuses the user or the password.`)
  const told = toldIn(start)
  if (told === null) {
    return new ConnectionFailed(
      `${origin} answers, but not as Druid does (status ${reply.status}). Is it the address of a broker or router? ${start}`,
    )
  }
  const place = /line \[?(\d+)\]?, column \[?(\d+)\]?/.exec(told)
  if (place === null) return new QueryFailed(told)
  const offset = offsetAt(statement.text, { line: Number(place[1]), column: Number(place[2]) })
  return new QueryFailed(told, { position: positionAt(text, statement.start + offset) })
}

/** `{"error": …, "errorMessage": …}`; the list of everything that might stand there instead is left out. */
function toldIn(text: string): string | null {
  try {
    const { error, errorMessage } = JSON.parse(text) as { error?: unknown; errorMessage?: unknown }
    const told = typeof errorMessage === 'string' ? errorMessage : error
    return typeof told === 'string' ? told.replace(/, acceptable options: \[.*\]$/s, '') : null
  } catch {
    return null
  }
}
