import { randomUUID } from 'node:crypto'
import type { ReadStatement, Statement } from '#shared/sql/split-statements.ts'
import type { ConnectorHost, Sink } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { readStatements } from '../read-statements.ts'
import { EnoughRows, type RemoteRun, runRemotely } from '../remote-run.ts'
import { requireSendable } from '../sendable-text.ts'
import { clickhouseDialect } from './clickhouse-dialect.ts'
import { refusalOf, unreachable } from './clickhouse-failures.ts'
import type { ServerOptions } from './clickhouse-options.ts'
import { watchQuery } from './clickhouse-progress.ts'
import { type AnswerEnd, readCompact } from './compact-answer.ts'

/** A server and the account, as one session of ours uses them. */
export interface ClickhouseLink {
  options: ServerOptions
  host: Pick<ConnectorHost, 'fetchServer'>
  /** the ids of all its queries begin with this */
  prefix: string
}

/** Temporary tables and settings of a text live this long between two of its statements. */
const minSessionSeconds = 60

/** Runs the statements one by one; several share a session of the server. The last result counts. */
export async function runClickhouse(
  link: ClickhouseLink,
  text: string,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  requireSendable(text, [], { takesNul: true })
  const statements = await readStatements(text, clickhouseDialect)
  if (statements.length === 0) throw new QueryFailed('Query is empty')
  const shared = statements.length > 1 ? sessionOf(link.options) : null
  const resultIndex = statements.findLastIndex(mayReturnRows)
  let end: AnswerEnd | null = null
  for (const [index, statement] of statements.entries()) {
    const parameters = {
      ...shared,
      ...(shared === null ? {} : { session_check: index === 0 ? '0' : '1' }),
      // 2: settings may change, but not this one
      ...(link.options.readOnly ? { readonly: '2' } : {}),
    }
    const target = index === resultIndex ? sink : nowhere
    const told = await runStatement(link, text, statement, parameters, target, signal)
    if (target === sink) end = told
  }
  if (end?.hasResult !== true) sink.columns([])
  else if (end.readBytes !== null) sink.metadata({ data_scanned: end.readBytes })
}

function sessionOf({ silentSeconds }: ServerOptions): Record<string, string> {
  const seconds = Math.max(minSessionSeconds, silentSeconds ?? 0)
  return { session_id: `sextant_${randomUUID()}`, session_timeout: String(seconds) }
}

const returning = new Set([
  ...[
    'SELECT',
    'WITH',
    'SHOW',
    'DESCRIBE',
    'DESC',
    'EXPLAIN',
    'EXISTS',
    'VALUES',
    'CHECK',
    'FROM',
    'KILL',
    '(',
  ],
])

function mayReturnRows({ first }: ReadStatement): boolean {
  return returning.has(first)
}

/** Results of statements that are not the one that counts. */
const nowhere: Sink = { columns() {}, rows: async () => true, log() {}, metadata() {} }

async function runStatement(
  link: ClickhouseLink,
  text: string,
  statement: Statement,
  parameters: Record<string, string>,
  sink: Sink,
  signal: AbortSignal,
): Promise<AnswerEnd> {
  const { url, silentSeconds } = link.options
  const id = `${link.prefix}_${randomUUID()}`
  const silence =
    silentSeconds === null
      ? undefined
      : {
          milliseconds: silentSeconds * 1000,
          failure: () =>
            new ConnectionFailed(`Connection error to: ${url} (nothing came for ${silentSeconds} seconds).`),
        }
  const end = (ending: AbortSignal) => killQueries(link, `query_id = '${id}'`, ending)
  const own: Record<string, string> = link.options.readOnly ? { readonly: '2' } : {}
  const stopWatching = watchQuery(id, sink, (question, asking) => post(link, question, own, asking))
  try {
    return await runRemotely({ signal, end, silence }, async (run: RemoteRun) => {
      const reply = await post(link, statement.text, { ...parameters, query_id: id }, run.signal)
      run.touch()
      if (reply.status !== 200) throw await refusalOf(reply, url, text, statement)
      return await readCompact(reply, sink, run)
    })
  } catch (error) {
    if (error instanceof EnoughRows) return { hasResult: true, readBytes: null }
    throw error
  } finally {
    stopWatching()
  }
}

/** Ends queries without waiting for them. An account without the right to it can end its own. */
export async function killQueries(
  link: ClickhouseLink,
  condition: string,
  signal: AbortSignal,
): Promise<void> {
  const reply = await post(link, `KILL QUERY WHERE ${condition} ASYNC`, {}, signal)
  await reply.body?.cancel()
}

async function post(
  { options, host }: ClickhouseLink,
  statement: string,
  parameters: Record<string, string>,
  signal: AbortSignal,
): Promise<Response> {
  const url = new URL(options.url)
  if (options.database !== '') url.searchParams.set('database', options.database)
  url.searchParams.set('default_format', 'JSONCompact')
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  const request = {
    method: 'POST' as const,
    headers: { authorization: options.authorization, 'content-type': 'text/plain; charset=UTF-8' },
    body: statement,
    verify: options.verify,
  }
  try {
    return await host.fetchServer(url.href, request, signal)
  } catch (error) {
    throw unreachable(error, options.url)
  }
}
