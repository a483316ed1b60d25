import { setTimeout as delay } from 'node:timers/promises'
import type { Statement } from '#shared/sql/split-statements.ts'
import { offsetAt, positionAt } from '#shared/sql/text-position.ts'
import { breaks } from '../breaks.ts'
import type { ConnectorHost, RunProgress, Sink, SinkColumn } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { startOf, textOf } from '../http-answer.ts'
import { cutList, cutObject, itemsOf, readString } from '../json-cut.ts'
import { EnoughRows, type PulledFeed, pulledFeed, type RemoteRun, runRemotely } from '../remote-run.ts'
import { requireColumns } from '../result-limits.ts'
import { trinoColumn } from './trino-columns.ts'
import { type CoordinatorOptions, headersOf } from './trino-options.ts'

/** What is kept between the statements of a text. */
export interface TrinoState {
  catalog: string
  schema: string
  /** session properties as `name=value`, encoded */
  properties: Map<string, string>
}

export interface TrinoLink {
  options: CoordinatorOptions
  host: Pick<ConnectorHost, 'fetchServer'>
  /** for whom the statements run */
  user: string
  /** marks the queries of this session */
  trace: string
}

/** A page has 16 MB at most by default; its rows are separated in one go. */
const maxPage = 130_000_000
const pageTooLong = 'The server sent a page of more than 130 MB.'
/** A coordinator that is busy or restarts asks to come again. */
const maxAttempts = 8

/** Is told the address of the page that comes next while no row has come, and null when one has. */
export type NotePlace = (next: string | null) => void

/** Runs one statement. Returns whether it had columns. */
export async function runStatement(
  link: TrinoLink,
  state: TrinoState,
  text: string,
  statement: Statement,
  sink: Sink,
  signal: AbortSignal,
  note: NotePlace = () => {},
): Promise<boolean> {
  const at: Place = { next: null }
  return await untilEnough(link, at, signal, async (run) => {
    const first = await begin(link, state, statement.text, run)
    const failure = (error: string) => failureOf(error, text, statement)
    return await readPages({ link, state, at, sink, run, note, failure }, first)
  })
}

/**
 * Goes on with a statement at the page of this address. The coordinator gives the last page that it gave once more, but
 * none before it: `gone` if that page was read and left behind, or the statement is no longer known.
 */
export async function continueStatement(
  link: TrinoLink,
  next: string,
  sink: Sink,
  signal: AbortSignal,
  note: NotePlace,
): Promise<boolean | 'gone'> {
  const at: Place = { next }
  const { catalog, schema } = link.options
  const state: TrinoState = { catalog, schema, properties: new Map() }
  return await untilEnough(link, at, signal, async (run) => {
    const reply = await send(link, next, { method: 'GET' }, run.signal, [404, 410])
    if (reply.status !== 200) {
      await reply.body?.cancel()
      return 'gone'
    }
    const first = await pageOf(link, reply, state)
    const nothing = { text: '', start: 0, end: 0 }
    const failure = (error: string) => new QueryFailed(failureOf(error, '', nothing).message)
    return await readPages({ link, state, at, sink, run, note, failure }, first)
  })
}

/** The address of the page that comes next; null: there is none. */
interface Place {
  next: string | null
}

async function untilEnough<T>(
  link: TrinoLink,
  at: Place,
  signal: AbortSignal,
  work: (run: RemoteRun) => Promise<T>,
): Promise<T | true> {
  const end = async (ending: AbortSignal) => {
    if (at.next !== null)
      await send(link, at.next, { method: 'DELETE' }, ending).then((reply) => reply.body?.cancel())
  }
  try {
    return await runRemotely({ signal, end }, work)
  } catch (error) {
    if (!(error instanceof EnoughRows)) throw error
    return true
  }
}

interface Reading {
  link: TrinoLink
  state: TrinoState
  at: Place
  sink: Sink
  run: RemoteRun
  note: NotePlace
  failure(error: string): QueryFailed
}

/** Returns whether the statement has columns. */
async function readPages({ link, state, at, sink, run, note, failure }: Reading, first: Page) {
  let feed: PulledFeed | null = null
  let columns: SinkColumn[] = []
  let hasRows = false
  for (let page = first; ; page = await follow(link, at.next, state, run)) {
    at.next = page.next
    sink.progress?.(page.progress)
    if (page.error !== null) throw failure(page.error)
    if (!hasRows) {
      hasRows = page.data !== null
      note(hasRows ? null : page.next)
    }
    if (feed === null && page.columns !== null) {
      columns = page.columns
      requireColumns(columns.map(({ name }) => name))
      sink.columns(columns)
      feed = pulledFeed(sink)
    }
    if (page.data !== null && feed !== null) await feedRows(page.data, columns, feed)
    if (at.next === null) {
      const { bytes = 0 } = page.progress
      if (bytes > 0) sink.metadata({ data_scanned: bytes })
      break
    }
  }
  await feed?.finish()
  return feed !== null
}

async function feedRows(data: string, columns: readonly SinkColumn[], feed: PulledFeed): Promise<void> {
  const rest = breaks()
  for (const row of itemsOf(data)) {
    const cells: (string | null)[] = cutList(row, columns.length)
    if (cells.length !== columns.length) {
      throw new QueryFailed(`The server sent a row of ${cells.length} cells for ${columns.length} columns.`)
    }
    for (let at = 0; at < cells.length; at++) if (cells[at] === 'null') cells[at] = null
    feed.push(cells, row.length)
    await feed.room()
    await rest()
  }
}

interface Page {
  next: string | null
  columns: SinkColumn[] | null
  data: string | null
  error: string | null
  progress: RunProgress
}

async function begin(link: TrinoLink, state: TrinoState, body: string, run: RemoteRun): Promise<Page> {
  const { product } = link.options
  const properties = [...state.properties].map(([name, value]) => `${name}=${value}`).join(',')
  const headers = {
    ...headersOf({ ...link.options, catalog: state.catalog, schema: state.schema }, link.user, link.trace),
    ...(properties === '' ? {} : { [`X-${product}-Session`]: properties }),
    'content-type': 'text/plain; charset=UTF-8',
  }
  return await pageOf(
    link,
    await send(link, '/v1/statement', { method: 'POST', headers, body }, run.signal),
    state,
  )
}

async function follow(
  link: TrinoLink,
  next: string | null,
  state: TrinoState,
  run: RemoteRun,
): Promise<Page> {
  return await pageOf(link, await send(link, next ?? '', { method: 'GET' }, run.signal), state)
}

async function pageOf({ options }: TrinoLink, reply: Response, state: TrinoState): Promise<Page> {
  noteState(reply.headers, options.product, state)
  const page = cutObject(await textOf(reply, maxPage, pageTooLong))
  const nextUri = readString(page.get('nextUri') ?? '')
  const columns = page.get('columns')
  const stats = page.get('stats')
  return {
    next: nextUri === null ? null : pathOf(nextUri),
    columns: columns === undefined || columns === 'null' ? null : cutList(columns).map(columnOf),
    data: page.get('data') ?? null,
    error: page.get('error') ?? null,
    progress: stats === undefined ? {} : progressOf(cutObject(stats)),
  }
}

function progressOf(stats: ReadonlyMap<string, string>): RunProgress {
  const number = (name: string) => Number(stats.get(name) ?? Number.NaN)
  const [percent, rows, bytes] = ['progressPercentage', 'processedRows', 'processedBytes'].map(number)
  const known = (value: number | undefined): value is number => value !== undefined && Number.isFinite(value)
  return {
    ...(known(percent) ? { fraction: Math.min(percent / 100, 1) } : {}),
    ...(known(rows) ? { rows } : {}),
    ...(known(bytes) ? { bytes } : {}),
  }
}

function columnOf(item: string): SinkColumn {
  const members = cutObject(item)
  return trinoColumn(readString(members.get('name') ?? '') ?? '', readString(members.get('type') ?? '') ?? '')
}

/**
 * Only the path: a coordinator behind a proxy names itself by another address, and credentials are sent to the
 * configured one alone.
 */
function pathOf(uri: string): string {
  if (!URL.canParse(uri)) throw new QueryFailed('The server sent an address of its next page that is none.')
  const { pathname, search } = new URL(uri)
  return pathname + search
}

function noteState(headers: Headers, product: string, state: TrinoState): void {
  state.catalog = headers.get(`X-${product}-Set-Catalog`) ?? state.catalog
  state.schema = headers.get(`X-${product}-Set-Schema`) ?? state.schema
  const set = headers.get(`X-${product}-Set-Session`)
  for (const property of set?.split(',') ?? []) {
    const [name = '', value = ''] = property.trim().split('=')
    state.properties.set(name, value)
  }
  const cleared = headers.get(`X-${product}-Clear-Session`)
  for (const name of cleared?.split(',') ?? []) state.properties.delete(name.trim())
}

/** Any answer with status 200. A busy coordinator is asked again, as its protocol wants. */
export async function send(
  link: TrinoLink,
  path: string,
  request: { method: 'GET' | 'POST' | 'DELETE'; headers?: Record<string, string>; body?: string },
  signal: AbortSignal,
  /** other statuses that the caller understands */
  accepted: readonly number[] = [],
): Promise<Response> {
  const { options, host, user, trace } = link
  const headers = request.headers ?? headersOf(options, user, trace)
  for (let attempt = 1; ; attempt++) {
    const reply = await host.fetchServer(options.origin + path, { ...request, headers }, signal)
    if (reply.status === 200 || reply.status === 204 || accepted.includes(reply.status)) return reply
    const comesAgain = [429, 502, 503, 504].includes(reply.status) && attempt < maxAttempts
    if (!comesAgain) throw await refusalOf(reply, options)
    await reply.body?.cancel()
    await delay(50 * 2 ** attempt, undefined, { signal })
  }
}

async function refusalOf(reply: Response, { origin, product }: CoordinatorOptions): Promise<Error> {
  const start = (await startOf(reply))
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const told = start === '' ? '' : `: ${start}`
  if (reply.status === 401 || reply.status === 403) {
    return new ConnectionFailed(`${origin} refuses the user or the password (status ${reply.status})${told}`)
  }
  if (reply.status === 404 || (reply.status >= 300 && reply.status <= 399)) {
    return new ConnectionFailed(
      `${origin} answers, but not as a coordinator of ${product} does (status ${reply.status}).`,
    )
  }
  return new QueryFailed(`${origin} answered with status ${reply.status}${told}`)
}

/** `line 1:8: Column 'x' cannot be resolved`, with its place in the whole text. */
function failureOf(json: string, text: string, statement: Statement): QueryFailed {
  const error = cutObject(json)
  const info = error.get('failureInfo')
  const told = info === undefined || info === 'null' ? null : readString(cutObject(info).get('message') ?? '')
  const message =
    told ?? `Unspecified DatabaseError: ${readString(error.get('message') ?? '') ?? 'no message'}`
  const location = error.get('errorLocation')
  if (location === undefined || location === 'null') return new QueryFailed(message)
  const place = cutObject(location)
  const [line, column] = [Number(place.get('lineNumber')), Number(place.get('columnNumber'))]
  const offset = statement.start + offsetAt(statement.text, { line, column })
  return new QueryFailed(message, { position: Number.isNaN(offset) ? null : positionAt(text, offset) })
}
