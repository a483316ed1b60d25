import type { SchemaColumn, SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { isPhrase } from '#shared/messages/phrase.ts'
import { listOfTables } from '../answer.ts'
import type { ConnectorHost, ConnectorOptions, Session, Sink } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { startOf, textOf } from '../http-answer.ts'
import { readStatements } from '../read-statements.ts'
import { EnoughRows, runRemotely } from '../remote-run.ts'
import { requireSendable } from '../sendable-text.ts'
import { clickhouseDialect } from './clickhouse-dialect.ts'
import { unreachable } from './clickhouse-failures.ts'
import { readTinybirdOptions, type ServerOptions } from './clickhouse-options.ts'
import { type AnswerEnd, readCompact } from './compact-answer.ts'

/** Longer texts are posted, as servers limit the length of an address. */
const maxInAddress = 6000
/** Each needs a query. */
const maxPipes = 500

export async function openTinybird(stored: ConnectorOptions, host: ConnectorHost): Promise<Session> {
  const options = understood(stored)
  const run = (text: string, sink: Sink, signal: AbortSignal) =>
    runTinybird(options, host, text, sink, signal)
  return {
    run,
    async ping(signal) {
      await run('SELECT count() FROM tinybird.pipe_stats LIMIT 1', nowhere, signal)
    },
    async tables(signal) {
      const sources = await listOf(options, host, 'datasources', signal)
      const pipes = (await listOf(options, host, 'pipes', signal)).filter(hasEndpoint).slice(0, maxPipes)
      const tables: SchemaTable[] = sources.map(({ name, columns }) => ({ name, columns: columns ?? [] }))
      for (const { name } of pipes) {
        tables.push({ name, columns: await columnsOf(options, host, name, signal) })
      }
      return tables.sort((one, other) => (one.name < other.name ? -1 : 1))
    },
    async close() {},
  }
}

function understood(stored: ConnectorOptions): ServerOptions {
  const options = readTinybirdOptions(stored)
  if (isPhrase(options)) throw new ConnectionFailed(String(options))
  return options
}

const nowhere: Sink = { columns() {}, rows: async () => true, log() {}, metadata() {} }

async function runTinybird(
  options: ServerOptions,
  host: ConnectorHost,
  text: string,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  requireSendable(text, [], { takesNul: true })
  const statements = await readStatements(text, clickhouseDialect)
  if (statements.length === 0) throw new QueryFailed('Query is empty')
  let end: AnswerEnd = { hasResult: false, readBytes: null }
  for (const [index, statement] of statements.entries()) {
    const target = index === statements.length - 1 ? sink : nowhere
    end = await runStatement(options, host, `${statement.text}\nFORMAT JSON`, target, signal)
  }
  if (!end.hasResult) sink.columns([])
  else if (end.readBytes !== null) sink.metadata({ data_scanned: end.readBytes })
}

async function runStatement(
  options: ServerOptions,
  host: ConnectorHost,
  text: string,
  sink: Sink,
  signal: AbortSignal,
): Promise<AnswerEnd> {
  const { silentSeconds, url } = options
  const silence =
    silentSeconds === null
      ? undefined
      : {
          milliseconds: silentSeconds * 1000,
          failure: () =>
            new ConnectionFailed(`Connection error to: ${url} (nothing came for ${silentSeconds} seconds).`),
        }
  try {
    // a query ends in the service when its request does
    return await runRemotely({ signal, silence, end: async () => {} }, async (run) => {
      const isShort = text.length <= maxInAddress
      const path = isShort ? `v0/sql?${new URLSearchParams({ q: text })}` : 'v0/sql'
      const reply = await send(options, host, path, isShort ? undefined : text, run.signal)
      run.touch()
      return await readCompact(reply, sink, run)
    })
  } catch (error) {
    if (error instanceof EnoughRows) return { hasResult: true, readBytes: null }
    throw error
  }
}

async function send(
  options: ServerOptions,
  host: ConnectorHost,
  path: string,
  body: string | undefined,
  signal: AbortSignal,
): Promise<Response> {
  const { url, authorization, verify } = options
  const request = {
    method: body === undefined ? ('GET' as const) : ('POST' as const),
    headers: {
      authorization,
      ...(body === undefined ? {} : { 'content-type': 'text/plain; charset=UTF-8' }),
    },
    ...(body === undefined ? {} : { body }),
    verify,
  }
  const reply = await host.fetchServer(`${url}/${path}`, request, signal).catch((error: unknown) => {
    throw unreachable(error, url)
  })
  if (reply.status === 200) return reply
  const start = (await startOf(reply)) || `${url} answered with status ${reply.status}.`
  throw reply.status === 401 || reply.status === 403 ? new ConnectionFailed(start) : new QueryFailed(start)
}

interface Listed {
  name: string
  columns?: SchemaColumn[]
  endpoint?: unknown
  type?: unknown
}

function hasEndpoint({ endpoint, type }: Listed): boolean {
  return (typeof endpoint === 'string' && endpoint !== '') || type === 'endpoint'
}

async function listOf(
  options: ServerOptions,
  host: ConnectorHost,
  kind: 'datasources' | 'pipes',
  signal: AbortSignal,
): Promise<Listed[]> {
  const reply = await send(options, host, `v0/${kind}`, undefined, signal)
  const text = await textOf(reply, listOfTables.length, listOfTables.message)
  const items: unknown = (JSON.parse(text) as Record<string, unknown>)[kind]
  if (!Array.isArray(items)) return []
  return items.flatMap((item: Partial<Listed> | null): Listed[] => {
    if (typeof item?.name !== 'string') return []
    const columns = Array.isArray(item.columns)
      ? item.columns.filter(isColumn).map(({ name, type }) => ({ name, type }))
      : []
    return [{ name: item.name, columns, endpoint: item.endpoint, type: item.type }]
  })
}

function isColumn(column: unknown): column is { name: string; type: string } {
  const { name, type } = (column ?? {}) as Record<string, unknown>
  return typeof name === 'string' && typeof type === 'string'
}

/** Of a pipe only a result tells them. One that needs parameters has none. */
async function columnsOf(
  options: ServerOptions,
  host: ConnectorHost,
  name: string,
  signal: AbortSignal,
): Promise<SchemaColumn[]> {
  let names: string[] = []
  const sink: Sink = {
    ...nowhere,
    columns(columns) {
      names = columns.map((column) => column.name)
    },
  }
  const quoted = `\`${name.replace(/[\\`]/g, '\\$&')}\``
  try {
    await runTinybird(options, host, `SELECT * FROM ${quoted} LIMIT 1`, sink, signal)
  } catch (error) {
    if (!(error instanceof QueryFailed)) throw error
  }
  return names.map((own) => ({ name: own }))
}
