import type { ReadStatement } from '#shared/sql/split-statements.ts'
import { offsetAt, positionAt } from '#shared/sql/text-position.ts'
import type { ConnectorHost, Sink, SinkColumn } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { startOf } from '../http-answer.ts'
import { readJsonAnswer } from '../json-answer.ts'
import { cutList, cutObject, readString } from '../json-cut.ts'
import { readStatements } from '../read-statements.ts'
import { EnoughRows, type PulledFeed, pulledFeed, type RemoteRun, runRemotely } from '../remote-run.ts'
import { requireColumns } from '../result-limits.ts'
import { requireSendable } from '../sendable-text.ts'
import { databendColumn } from './databend-columns.ts'
import { databendDialect } from './databend-dialect.ts'
import type { DatabendOptions } from './databend-options.ts'

export interface DatabendLink {
  options: DatabendOptions
  host: Pick<ConnectorHost, 'fetchServer'>
  /** the id of the next query, which is known to the worker before it begins */
  nextId(): string
}

/** So long the server waits for rows before it answers without any. */
const waitSeconds = 5
const rowsOfPage = 10_000
/** What the server keeps for us between two statements. */
const maxSession = 1_000_000

/** The API takes one statement at a time. The last result counts. */
export async function runDatabend(
  link: DatabendLink,
  text: string,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  requireSendable(text, [], { takesNul: false })
  const statements = await readStatements(text, databendDialect)
  if (statements.length === 0) throw new QueryFailed('Query is empty')
  let session = JSON.stringify({ database: link.options.database })
  for (const [index, statement] of statements.entries()) {
    const target = index === statements.length - 1 ? sink : nowhere
    session = await runStatement(link, { text, statement, session }, target, signal)
  }
}

/** Results of statements that are not the one that counts. */
const nowhere: Sink = { columns() {}, rows: async () => true, log() {}, metadata() {} }

interface Ask {
  text: string
  statement: ReadStatement
  /** JSON: the database, and what earlier statements have set */
  session: string
}

async function runStatement(
  link: DatabendLink,
  { text, statement, session }: Ask,
  sink: Sink,
  signal: AbortSignal,
): Promise<string> {
  const queryId = link.nextId()
  const pagination = { wait_time_secs: waitSeconds, max_rows_per_page: rowsOfPage }
  const body = `{"sql":${JSON.stringify(statement.text)},"pagination":${JSON.stringify(pagination)},"session":${session}}`
  let state: PageEnd = { next: null, final: null, session, node: null }
  const reading: Reading = { columns: null, feed: null }
  const end = (ending: AbortSignal) => killDatabend(link, queryId, ending)
  try {
    await runRemotely({ signal, end }, async (run) => {
      let request: Asked = { method: 'POST', path: '/v1/query', body }
      for (;;) {
        const headers = { 'x-databend-query-id': queryId, ...stickyHeader(state.node) }
        const reply = await send(link, request, headers, run.signal)
        state = await readPage(reply, { text, statement }, state, reading, sink, run)
        if (state.next === null) break
        await reading.feed?.room()
        request = { method: 'GET', path: state.next }
      }
      await reading.feed?.finish()
      if (reading.columns === null) sink.columns([])
      // frees the result in the server; everything has arrived
      if (state.final !== null) await release(link, state.final, stickyHeader(state.node), run.signal)
    })
  } catch (error) {
    if (!(error instanceof EnoughRows)) throw error
  }
  return state.session
}

/** A cluster keeps the result on one of its nodes. */
function stickyHeader(node: string | null): Record<string, string> {
  return node === null || !/^[\w.-]{1,100}$/.test(node) ? {} : { 'x-databend-sticky-node': node }
}

interface Reading {
  columns: SinkColumn[] | null
  feed: PulledFeed | null
}

interface PageEnd {
  next: string | null
  final: string | null
  session: string
  node: string | null
}

const others = Object.fromEntries(
  ['schema', 'error', 'stats', 'session', 'next_uri', 'final_uri', 'state', 'node_id'].map((name) => [
    name,
    [name],
  ]),
)

async function readPage(
  reply: Response,
  { text, statement }: Pick<Ask, 'text' | 'statement'>,
  before: PageEnd,
  reading: Reading,
  sink: Sink,
  run: RemoteRun,
): Promise<PageEnd> {
  const told = new Map<string, string>()
  const begin = () => {
    reading.columns = columnsOf(told.get('schema') ?? '[]')
    sink.columns(reading.columns)
    reading.feed = pulledFeed(sink)
  }
  const reader = {
    other(name: string, json: string) {
      told.set(name, json)
    },
    isReady: () => {
      if (reading.columns === null && (told.get('schema') ?? '[]') !== '[]' && errorOf(told) === null) begin()
      return reading.columns !== null
    },
    row(json: string) {
      reading.feed?.push(cellsOf(json, reading.columns ?? []), json.length)
    },
    room: async () => {
      await reading.feed?.room()
    },
  }
  await readJsonAnswer(reply, { rows: ['data'], others }, reader, run)
  const failure = errorOf(told)
  if (failure !== null) throw refusal(failure, text, statement)
  const progress = progressOf(told.get('stats'))
  if (progress !== null) sink.progress?.(progress)
  const uri = (name: string) => readString(told.get(name) ?? '')
  const session = told.get('session') ?? 'null'
  return {
    next: pathOf(uri('next_uri')),
    final: pathOf(uri('final_uri')),
    session: session.startsWith('{') && session.length <= maxSession ? session : before.session,
    node: uri('node_id') ?? before.node,
  }
}

/** Only addresses of the API of the same server are followed. */
function pathOf(uri: string | null): string | null {
  if (uri === null || uri === '') return null
  if (/^\/v1\/query\/[\w./-]+$/.test(uri) && !uri.includes('..')) return uri
  throw new QueryFailed('The server sent an address of the next page that is not one of its own.')
}

function columnsOf(schema: string): SinkColumn[] {
  const columns = cutList(schema).map((item) => {
    const members = cutObject(item)
    const [name, type] = ['name', 'type'].map((key) => readString(members.get(key) ?? '') ?? '')
    return { name: name ?? '', type: type ?? '' }
  })
  requireColumns(columns.map(({ name }) => name))
  return columns.map(({ name, type }) => databendColumn(name, type))
}

function cellsOf(row: string, columns: readonly SinkColumn[]): (string | null)[] {
  const cells: (string | null)[] = cutList(row)
  if (cells.length !== columns.length) {
    throw new QueryFailed(`The server sent a row of ${cells.length} cells for ${columns.length} columns.`)
  }
  for (let at = 0; at < cells.length; at++) if (cells[at] === 'null') cells[at] = null
  return cells
}

interface Told {
  code: string
  message: string
}

function errorOf(told: ReadonlyMap<string, string>): Told | null {
  const error = told.get('error') ?? 'null'
  if (error === 'null') return null
  const members = cutObject(error)
  return { code: members.get('code') ?? '', message: readString(members.get('message') ?? '') ?? error }
}

/** `… --> SQL:1:8 …` names the place. */
function refusal({ code, message }: Told, text: string, statement: ReadStatement): QueryFailed {
  const place = /--> SQL:(\d+):(\d+)/.exec(message)
  const shown = `${message.trim()}${code === '' ? '' : ` (code ${code})`}`
  if (place === null) return new QueryFailed(shown)
  const offset = offsetAt(statement.text, { line: Number(place[1]), column: Number(place[2]) })
  return new QueryFailed(shown, { position: positionAt(text, statement.start + offset) })
}

function progressOf(stats: string | undefined): { rows: number; bytes: number } | null {
  const scan = stats?.startsWith('{') ? cutObject(stats).get('scan_progress') : undefined
  if (scan === undefined || !scan.startsWith('{')) return null
  const members = cutObject(scan)
  const [rows, bytes] = [Number(members.get('rows')), Number(members.get('bytes'))]
  return Number.isFinite(rows) && Number.isFinite(bytes) ? { rows, bytes } : null
}

/** Ends a query. One that has ended is unknown to the server, which changes nothing. */
export async function killDatabend(
  { options, host }: Pick<DatabendLink, 'options' | 'host'>,
  queryId: string,
  signal: AbortSignal,
): Promise<void> {
  const path = `/v1/query/${encodeURIComponent(queryId)}/kill`
  const reply = await host.fetchServer(options.origin + path, { headers: options.headers }, signal)
  await reply.body?.cancel()
}

async function release(
  { options, host }: DatabendLink,
  path: string,
  sticky: Record<string, string>,
  signal: AbortSignal,
): Promise<void> {
  try {
    const reply = await host.fetchServer(
      options.origin + path,
      { headers: { ...options.headers, ...sticky } },
      signal,
    )
    await reply.body?.cancel()
  } catch {}
}

interface Asked {
  method: 'GET' | 'POST'
  path: string
  body?: string
}

/** An answer with status 200. A page can be asked for once only, so nothing is sent again. */
async function send(
  { options, host }: DatabendLink,
  { method, path, body }: Asked,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Response> {
  const content = body === undefined ? {} : { body }
  const all = { ...options.headers, ...headers, 'content-type': 'application/json' }
  const reply = await host.fetchServer(options.origin + path, { method, headers: all, ...content }, signal)
  if (reply.status === 200) return reply
  const start = await startOf(reply)
  if (reply.status === 401 || reply.status === 403) {
    throw new ConnectionFailed(`${options.origin} refuses the user or the password.`)
  }
  const message = messageIn(start)
  if (message !== null) throw new QueryFailed(message)
  throw new ConnectionFailed(
    `${options.origin} answers, but not as Databend does (status ${reply.status}). Is it the port of its HTTP handler? ${start}`,
  )
}

function messageIn(text: string): string | null {
  try {
    const { error } = JSON.parse(text) as { error?: { message?: unknown } | null }
    return typeof error?.message === 'string' ? error.message : null
  } catch {
    return null
  }
}
