import { randomUUID } from 'node:crypto'
import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import type { Phrase } from '#shared/messages/phrase.ts'
import { isPhrase } from '#shared/messages/phrase.ts'
import type { RunEstimate } from '#shared/results/run-estimate-api.ts'
import { actingEmail } from '../acting-email.ts'
import { type AnswerLimit, gatherAnswer, listOfTables, shortAnswer } from '../answer.ts'
import type { BackendReference, ConnectorHost, Session, Sink } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { textOf } from '../http-answer.ts'
import { cutList, cutObject, readString } from '../json-cut.ts'
import { readStatements } from '../read-statements.ts'
import { requireSendable } from '../sendable-text.ts'
import { estimateOf, explainedText, planLimit } from './explained-io.ts'
import { trinoDialect } from './trino-dialect.ts'
import type { CoordinatorOptions } from './trino-options.ts'
import {
  continueStatement,
  type NotePlace,
  runStatement,
  send,
  type TrinoLink,
  type TrinoState,
} from './trino-run.ts'

/** Nothing is connected until the first request: the protocol has no sessions. */
export async function openTrino(read: CoordinatorOptions | Phrase, host: ConnectorHost): Promise<Session> {
  const options = understood(read)
  const link: TrinoLink = {
    options,
    host,
    user: await userOf(options, host),
    trace: `sextant-${randomUUID()}`,
  }
  host.reportBackend({ trace_token: link.trace })
  const ask = async (text: string, signal: AbortSignal, limit: AnswerLimit = shortAnswer) => {
    const { sink, rows } = gatherAnswer(limit)
    await runTrino(link, text, sink, signal)
    return rows.map((row) => row.map((cell) => readString((cell as string | null) ?? '') ?? ''))
  }
  return {
    run: (text, sink, signal) => runTrino(link, text, sink, signal, placeNoted(link, host)),
    async ping(signal) {
      await ask(options.product === 'Presto' ? 'SHOW TABLES' : 'SELECT 1', signal)
    },
    tables: (signal) => tablesOf(options, (text) => ask(text, signal, listOfTables)),
    estimate: (text, signal) => estimateTrino(link, text, signal),
    async close() {},
  }
}

/** Stores where the statement is, for the next worker. */
function placeNoted({ trace }: TrinoLink, host: ConnectorHost): NotePlace {
  let noted: string | null = null
  return (next) => {
    if (next === noted) return
    noted = next
    host.reportBackend({ trace_token: trace, ...(next === null ? {} : { next_path: next }) })
  }
}

/**
 * Goes on with the statement of a lost worker if none of its rows was read: pages are given once. Otherwise ends it and
 * returns false, so that the text is run again.
 */
export async function resumeTrino(
  read: CoordinatorOptions | Phrase,
  host: ConnectorHost,
  backend: BackendReference,
  sink: Sink,
  signal: AbortSignal,
): Promise<boolean> {
  const options = understood(read)
  const { trace_token: trace, next_path: next } = backend
  if (typeof trace === 'string' && typeof next === 'string' && /^\/v1\/statement\/[\w./-]+$/.test(next)) {
    const link: TrinoLink = { options, host, user: await userOf(options, host), trace }
    const told = await continueStatement(link, next, sink, signal, placeNoted(link, host))
    if (told === false) sink.columns([])
    if (told !== 'gone') return true
  }
  // without the right to look at queries it ends by itself, when no one asks for its pages
  await killTrinoOrphan(read, host, backend).catch(() => {})
  return false
}

async function userOf(options: CoordinatorOptions, host: ConnectorHost): Promise<string> {
  const email = options.impersonates ? await actingEmail(host) : null
  return email ?? options.user
}

/** Runs the statements one by one. The last result counts. */
async function runTrino(
  link: TrinoLink,
  text: string,
  sink: Sink,
  signal: AbortSignal,
  note?: NotePlace,
): Promise<void> {
  requireSendable(text, [], { takesNul: true })
  const statements = await readStatements(text, trinoDialect)
  if (statements.length === 0) throw new QueryFailed('Query is empty')
  const { catalog, schema } = link.options
  const state: TrinoState = { catalog, schema, properties: new Map() }
  const resultIndex = statements.findLastIndex(({ first }) => returning.has(first))
  const target = resultIndex === -1 ? statements.length - 1 : resultIndex
  let hasColumns = false
  for (const [index, statement] of statements.entries()) {
    const own = index === target ? sink : nowhere
    // of several statements the next worker could not tell which were run
    const noting = statements.length === 1 ? note : undefined
    const has = await runStatement(link, state, text, statement, own, signal, noting)
    if (index === target) hasColumns = has
  }
  if (!hasColumns) sink.columns([])
}

/** What the coordinator's plan of the statement tells. */
async function estimateTrino(link: TrinoLink, text: string, signal: AbortSignal): Promise<RunEstimate> {
  requireSendable(text, [], { takesNul: true })
  const explained = explainedText(text, await readStatements(text, trinoDialect))
  const { catalog, schema } = link.options
  const { sink, rows } = gatherAnswer(planLimit)
  const statement = { ...explained, text: explained.text.slice(explained.start, explained.end) }
  try {
    const state: TrinoState = { catalog, schema, properties: new Map() }
    await runStatement(link, state, explained.text, statement, sink, signal)
  } catch (error) {
    throw explained.restored(error)
  }
  return estimateOf(readString((rows[0]?.[0] as string | null) ?? '') ?? '{}')
}

const returning = new Set([
  ...[
    'SELECT',
    'WITH',
    'SHOW',
    'DESCRIBE',
    'DESC',
    'EXPLAIN',
    'TABLE',
    'VALUES',
    'CALL',
    'EXECUTE',
    'FROM',
    '(',
  ],
])

/** Results of statements that are not the one that counts. */
const nowhere: Sink = { columns() {}, rows: async () => true, log() {}, metadata() {} }

function understood(options: CoordinatorOptions | Phrase): CoordinatorOptions {
  if (isPhrase(options)) throw new ConnectionFailed(String(options))
  return options
}

/** Ends the queries left behind by a killed worker, which the coordinator knows by our token. */
export async function killTrinoOrphan(
  read: CoordinatorOptions | Phrase,
  host: ConnectorHost,
  { trace_token: trace }: BackendReference,
): Promise<void> {
  if (typeof trace !== 'string') return
  const options = understood(read)
  const link: TrinoLink = { options, host, user: options.user, trace: '' }
  const signal = AbortSignal.timeout(10_000)
  const reply = await send(link, '/v1/query', { method: 'GET' }, signal)
  const queries = cutList(await textOf(reply, listOfTables.length, listOfTables.message))
  for (const query of queries) {
    const members = cutObject(query)
    const session = cutObject(members.get('session') ?? '{}')
    const id = readString(members.get('queryId') ?? '')
    const state = readString(members.get('state') ?? '') ?? ''
    if (readString(session.get('traceToken') ?? '') !== trace || id === null || ended.has(state)) continue
    await (
      await send(link, `/v1/query/${encodeURIComponent(id)}`, { method: 'DELETE' }, signal)
    ).body?.cancel()
  }
}

const ended = new Set(['FINISHED', 'FAILED'])

type Ask = (text: string) => Promise<string[][]>

/** Trino: every catalog, or the configured one. Presto: the configured one, without its name. */
async function tablesOf({ product, catalog }: CoordinatorOptions, ask: Ask): Promise<SchemaTable[]> {
  const catalogs = catalog !== '' ? [catalog] : (await ask('SHOW CATALOGS')).map(([name = '']) => name)
  const tables: SchemaTable[] = []
  for (const name of catalogs) {
    const text = `SELECT table_schema, table_name, column_name, data_type FROM ${quoted(name)}.information_schema.columns WHERE table_schema NOT IN ('pg_catalog', 'information_schema')`
    const rows = await ask(text).catch((error: unknown) => {
      // one catalog that cannot be read, such as a database that is down, does not hide the others
      if (error instanceof QueryFailed && catalogs.length > 1) return []
      throw error
    })
    const prefix = product === 'Trino' ? `${name}.` : ''
    const own = new Map<string, SchemaTable>()
    for (const [schema, table, column = '', type = ''] of rows) {
      const fullName = `${prefix}${schema}.${table}`
      const found = own.get(fullName) ?? { name: fullName, columns: [] }
      own.set(fullName, found)
      found.columns.push({ name: column, type })
    }
    tables.push(...own.values())
  }
  return tables.sort((one, other) => (one.name < other.name ? -1 : 1))
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
