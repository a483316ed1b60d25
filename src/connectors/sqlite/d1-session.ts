import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { isPhrase } from '#shared/messages/phrase.ts'
import { positionAt } from '#shared/sql/text-position.ts'
import { listOfTables } from '../answer.ts'
import type { ConnectorHost, ConnectorOptions, Session, Sink } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { startOf, textOf } from '../http-answer.ts'
import { cutList, cutObject, readString } from '../json-cut.ts'
import { readStatements } from '../read-statements.ts'
import { EnoughRows, runRemotely } from '../remote-run.ts'
import { requireSendable } from '../sendable-text.ts'
import { feedD1, readD1, toldIn } from './d1-answer.ts'
import { type D1Options, readD1Options } from './d1-options.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

/** The service ends a query after 30 seconds; more silence means that it is lost. */
const maxSilence = 60_000
/** Tables whose columns are asked for in one request. */
const tablesAtOnce = 50

/** Nothing is connected until the first request: the API has no sessions. */
export async function openD1(stored: ConnectorOptions, host: ConnectorHost): Promise<Session> {
  const options = understood(stored)
  const ask = async (sql: string, signal: AbortSignal) => {
    return await runRemotely({ signal, silence, end: async () => {} }, async (run) => {
      const reply = await send(options, host, sql, run.signal)
      return resultsIn(await textOf(reply, listOfTables.length, listOfTables.message))
    })
  }
  return {
    run: (text, sink, signal) => runD1(options, host, text, sink, signal),
    async ping(signal) {
      await ask('SELECT 1 as test', signal)
    },
    async tables(signal) {
      const names = (await ask(namesText, signal)).flat().map(([name = '']) => name)
      const tables: SchemaTable[] = []
      for (let from = 0; from < names.length; from += tablesAtOnce) {
        const some = names.slice(from, from + tablesAtOnce)
        const columns = await ask(
          some.map((name) => `PRAGMA table_info(${quoted(name)})`).join(';\n'),
          signal,
        )
        some.forEach((name, at) => {
          tables.push({ name, columns: (columns[at] ?? []).map(columnOf) })
        })
      }
      return tables.sort((one, other) => (one.name < other.name ? -1 : 1))
    },
    async close() {},
  }
}

const silence = {
  milliseconds: maxSilence,
  failure: () => new ConnectionFailed(`Cloudflare D1 sent nothing for ${maxSilence / 1000} seconds.`),
}

// `_cf_…` are internal tables of the service and cannot be read
const namesText = String.raw`SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\_%' ESCAPE '\' AND name NOT LIKE '\_cf\_%' ESCAPE '\' ORDER BY name`

function understood(stored: ConnectorOptions): D1Options {
  const options = readD1Options(stored)
  if (isPhrase(options)) throw new ConnectionFailed(String(options))
  return options
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** A row of `PRAGMA table_info`: the number of the column, its name, its type, … */
function columnOf([, name = '', type = '']: readonly string[]) {
  return { name, ...(type === '' ? {} : { type }) }
}

/** The rows of each statement, for our own questions. */
function resultsIn(text: string): string[][][] {
  return cutList(cutObject(text).get('result') ?? '').map((result) => {
    const rows = cutObject(cutObject(result).get('results') ?? '').get('rows') ?? ''
    return cutList(rows).map((row) => cutList(row).map((cell) => readString(cell) ?? ''))
  })
}

/** All statements go in one request, which the service runs as one transaction. The last result counts. */
async function runD1(
  options: D1Options,
  host: ConnectorHost,
  text: string,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  requireSendable(text, [], { takesNul: false })
  const statements = await readStatements(text, sqliteDialect)
  if (statements.length === 0) throw new QueryFailed('Query is empty')
  try {
    // the API cannot end a query: the service goes on for 30 seconds at most
    await runRemotely({ signal, silence, end: async () => {} }, async (run) => {
      const reply = await send(options, host, text, run.signal)
      await feedD1(await readD1(reply, statements.length - 1, run), sink)
    })
  } catch (error) {
    if (!(error instanceof EnoughRows)) throw error
  }
}

/** An answer with status 200. Never sent again: the text may have written. */
async function send(
  { rawUrl, token }: D1Options,
  host: ConnectorHost,
  sql: string,
  signal: AbortSignal,
): Promise<Response> {
  const request = {
    method: 'POST' as const,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ sql, params: [] }),
  }
  const reply = await host.fetchServer(rawUrl, request, signal)
  if (reply.status === 200) return reply
  const start = await startOf(reply)
  const told = toldIn(start)
  const { host: server } = new URL(rawUrl)
  if (told === null) {
    throw new ConnectionFailed(
      `${server} answers, but not as Cloudflare D1 does. Is the address right? Status ${reply.status}: ${start}`,
    )
  }
  if (reply.status === 401 || reply.status === 403 || credentialCodes.has(told.code)) {
    throw new ConnectionFailed(`${server} refuses the token: ${told.message}`)
  }
  if (reply.status === 404)
    throw new ConnectionFailed(`${server} does not find the database: ${told.message}`)
  throw new QueryFailed(told.message, { position: positionIn(sql, told.message) })
}

/** Codes of the API for a header that is no token, and for a token that is unknown. */
const credentialCodes: ReadonlySet<number> = new Set([6003, 6111, 9109, 10_000])

/** SQLite names the wrong word; if it occurs once in the text, its position is known. */
export function positionIn(text: string, message: string) {
  const word =
    /near "(.+)": syntax error/.exec(message)?.[1] ??
    /no such (?:column|table|function): (?:\w+\.)?(\w+)/.exec(message)?.[1]
  if (word === undefined) return null
  const offset = text.indexOf(word)
  return offset === -1 || text.includes(word, offset + 1) ? null : positionAt(text, offset)
}
