import type { ReadStatement } from '#shared/sql/split-statements.ts'
import { offsetAt, positionAt } from '#shared/sql/text-position.ts'
import type { ConnectorHost, Sink, SinkColumn } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { startOf, textOf } from '../http-answer.ts'
import { readJsonAnswer } from '../json-answer.ts'
import { cutList, cutObject, readString } from '../json-cut.ts'
import { readStatements } from '../read-statements.ts'
import { EnoughRows, type PulledFeed, pulledFeed, type RemoteRun, runRemotely } from '../remote-run.ts'
import { requireColumns } from '../result-limits.ts'
import { requireSendable } from '../sendable-text.ts'
import { drillColumn } from './drill-columns.ts'
import { drillDialect } from './drill-dialect.ts'
import type { DrillOptions } from './drill-options.ts'

export interface DrillLink {
  options: DrillOptions
  host: Pick<ConnectorHost, 'fetchServer'>
  /** a name for the queries of the session, which they begin with as a comment */
  tag: string
}

/** The API takes one statement at a time. The last result counts. */
export async function runDrill(
  link: DrillLink,
  text: string,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  requireSendable(text, [], { takesNul: true })
  const statements = await readStatements(text, drillDialect)
  if (statements.length === 0) throw new QueryFailed('Query is empty')
  for (const [index, statement] of statements.entries()) {
    const target = index === statements.length - 1 ? sink : nowhere
    await runStatement(link, text, statement, target, signal)
  }
}

/** Results of statements that are not the one that counts. */
const nowhere: Sink = { columns() {}, rows: async () => true, log() {}, metadata() {} }

async function runStatement(
  link: DrillLink,
  text: string,
  statement: ReadStatement,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  const end = (ending: AbortSignal) => cancelDrill(link, ending)
  // on a line of its own, so that columns stay as they are
  const body = JSON.stringify({ queryType: 'SQL', query: `-- ${link.tag}\n${statement.text}` })
  const { options, host } = link
  const headers = { ...options.headers, 'content-type': 'application/json' }
  try {
    await runRemotely({ signal, end }, async (run) => {
      const url = `${options.url}/query.json`
      const reply = await host.fetchServer(url, { method: 'POST', headers, body }, run.signal)
      if (reply.status !== 200) throw await refusalOf(reply, options)
      await readAnswer(reply, sink, run)
    })
  } catch (error) {
    if (error instanceof EnoughRows) return
    throw error instanceof QueryFailed ? placed(error, text, statement) : error
  }
}

const others = Object.fromEntries(
  ['columns', 'metadata', 'queryState', 'errorMessage', 'exception'].map((name) => [name, [name]]),
)

async function readAnswer(reply: Response, sink: Sink, run: RemoteRun): Promise<void> {
  const told = new Map<string, string>()
  let reading: { columns: SinkColumn[]; names: string[]; feed: PulledFeed } | null = null
  const begin = (first: ReadonlyMap<string, string>) => {
    const names = cutList(told.get('columns') ?? '[]').map((name) => readString(name) ?? name)
    requireColumns(names)
    const types = told.get('metadata')
    const kinds = types === undefined ? null : cutList(types).map((type) => readString(type) ?? '')
    const columns = names.map((name, at) => drillColumn(name, kinds?.[at], first.get(name) ?? null))
    sink.columns(columns)
    return { columns, names, feed: pulledFeed(sink) }
  }
  const hasRows = await readJsonAnswer(
    reply,
    { rows: ['rows'], others },
    {
      other: (name, json) => told.set(name, json),
      isReady: () => told.has('columns'),
      row(json) {
        const cells = cutObject(json)
        reading ??= begin(cells)
        // the server may have other columns in later rows, which the first ones do not announce
        for (const name of cells.keys()) {
          if (!reading.names.includes(name)) {
            throw new QueryFailed(
              `The result changes its columns: "${name}" comes only in later rows. Name the columns.`,
            )
          }
        }
        const row = reading.names.map((name) => {
          const cell = cells.get(name)
          return cell === undefined || cell === 'null' ? null : cell
        })
        reading.feed.push(row, json.length)
      },
      room: async () => {
        await reading?.feed.room()
      },
    },
    run,
  )
  const message = readString(told.get('errorMessage') ?? '') ?? readString(told.get('exception') ?? '')
  if (message !== null) throw new QueryFailed(message)
  const state = readString(told.get('queryState') ?? '')
  if (state !== null && state !== 'COMPLETED') {
    throw new QueryFailed(
      `Drill says that the query is ${state}. Its profile in the Web UI of Drill may say why.`,
    )
  }
  if (!hasRows && !told.has('columns')) throw new QueryFailed('The server sent an answer without a result.')
  const last = (reading as { feed: PulledFeed } | null) ?? begin(new Map())
  await last.feed.finish()
}

const maxProfiles = 20_000_000

/** Ends the queries of the session that run. Those that have ended already are not listed. */
export async function cancelDrill({ options, host, tag }: DrillLink, signal: AbortSignal): Promise<void> {
  if (!/^sextant_[\w-]+$/.test(tag)) return
  const get = (path: string) => host.fetchServer(options.url + path, { headers: options.headers }, signal)
  const reply = await get('/profiles.json')
  const list = cutObject(await textOf(reply, maxProfiles, 'The list of queries is too long.')).get(
    'runningQueries',
  )
  for (const item of cutList(list ?? '[]')) {
    const members = cutObject(item)
    const [query, id] = ['query', 'queryId'].map((name) => readString(members.get(name) ?? '') ?? '')
    // the server shows the beginning of a query only, with other white space
    const isOurs = new RegExp(`^-- ${tag}(?![\\w-])`).test(query ?? '')
    if (!isOurs || !/^[\w-]+$/.test(id ?? '')) continue
    const cancelled = await get(`/profiles/cancel/${id}`)
    await cancelled.body?.cancel()
  }
}

async function refusalOf(reply: Response, { url }: DrillOptions): Promise<Error> {
  const start = await startOf(reply)
  if (reply.status === 401 || reply.status === 403) {
    return new ConnectionFailed(`${url} refuses the user or the password.`)
  }
  const message = messageIn(start)
  if (message !== null) return new QueryFailed(message)
  return new ConnectionFailed(
    `Drill API returned unexpected status code ${reply.status}. Is ${url} the address of its Web UI? ${start}`,
  )
}

function messageIn(text: string): string | null {
  try {
    const { errorMessage } = JSON.parse(text) as { errorMessage?: unknown }
    return typeof errorMessage === 'string' ? errorMessage : null
  } catch {
    return null
  }
}

/** `… at line 2, column 8.` or `From line 2, column 8 to …`; the first line is the name of the session */
function placed(error: QueryFailed, text: string, statement: ReadStatement): QueryFailed {
  const place = /(?:at|from) line (\d+), column (\d+)/i.exec(error.message)
  if (place === null || Number(place[1]) < 2) return error
  const offset = offsetAt(statement.text, { line: Number(place[1]) - 1, column: Number(place[2]) })
  return new QueryFailed(error.message, {
    position: positionAt(text, statement.start + offset),
    cause: error,
  })
}
