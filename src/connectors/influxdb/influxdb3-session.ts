import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { isPhrase } from '#shared/messages/phrase.ts'
import { gatherAnswer, listOfTables } from '../answer.ts'
import { breaks } from '../breaks.ts'
import type { ConnectorHost, ConnectorOptions, Session, Sink } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { flatRows } from '../flat-rows.ts'
import { linesOf, startOf } from '../http-answer.ts'
import { cutObject, readString } from '../json-cut.ts'
import { readStatements } from '../read-statements.ts'
import { EnoughRows, runRemotely } from '../remote-run.ts'
import { maxColumns } from '../result-limits.ts'
import { requireSendable } from '../sendable-text.ts'
import { influxdb3Dialect } from './influxdb3-dialect.ts'
import { type Influxdb3Options, readInfluxdb3Options } from './influxdb3-options.ts'

export async function openInfluxdb3(stored: ConnectorOptions, host: ConnectorHost): Promise<Session> {
  const options = readInfluxdb3Options(stored)
  if (isPhrase(options)) throw new ConnectionFailed(String(options))
  const runOne = async (text: string, sink: Sink, signal: AbortSignal) => {
    try {
      // the server ends a query when its request ends
      await runRemotely({ signal, end: async () => {} }, async (run) => {
        await feedLines(await send(options, host, text, run.signal), sink)
      })
    } catch (error) {
      if (!(error instanceof EnoughRows)) throw error
    }
  }
  return {
    async run(text, sink, signal) {
      requireSendable(text, [], { takesNul: false })
      const statements = await readStatements(text, influxdb3Dialect)
      const last = statements.pop()
      if (last === undefined) throw new QueryFailed('Query is empty')
      for (const statement of statements) await runOne(statement.text, nowhere(), signal)
      await runOne(last.text, sink, signal)
    },
    async ping(signal) {
      await runOne('SELECT 1', nowhere(), signal)
    },
    async tables(signal) {
      const { sink, rows } = gatherAnswer(listOfTables)
      const names: string[] = []
      const listening: Sink = {
        ...sink,
        columns: (columns) => names.push(...columns.map(({ name }) => name)),
      }
      await runOne(columnsText, listening, signal)
      return tablesIn(names, rows as (string | null)[][])
    },
    async close() {},
  }
}

function nowhere(): Sink {
  return { columns() {}, rows: async () => true, log() {}, metadata() {} }
}

const columnsText =
  "SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = 'iox'"

function tablesIn(names: readonly string[], rows: readonly (string | null)[][]): SchemaTable[] {
  const tables = new Map<string, { name: string; type: string }[]>()
  for (const row of rows) {
    const part = (name: string) => readString(row[names.indexOf(name)] ?? '') ?? ''
    const columns = tables.get(part('table_name')) ?? []
    tables.set(part('table_name'), columns)
    columns.push({ name: part('column_name'), type: part('data_type') })
  }
  const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1)
  return Array.from(tables, ([name, columns]) => ({ name, columns: columns.sort(byName) })).sort(byName)
}

async function send(
  { url, database, verify, tls, headers }: Influxdb3Options,
  host: ConnectorHost,
  query: string,
  signal: AbortSignal,
): Promise<Response> {
  const request = {
    method: 'POST' as const,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ db: database, q: query, format: 'jsonl' }),
    verify,
    tls,
  }
  const reply = await host.fetchServer(`${url}/api/v3/query_sql`, request, signal)
  const isJson = /\bjson/.test(reply.headers.get('content-type') ?? '')
  if (reply.status === 200 && isJson) return reply
  const start = await startOf(reply)
  if (reply.status === 401 || reply.status === 403) {
    throw new ConnectionFailed(`${url} refuses the token${start === '' ? '.' : `: ${start}`}`)
  }
  const told = errorIn(start)
  if (reply.status === 404 && /database/i.test(told)) throw new ConnectionFailed(told)
  if (reply.status >= 400 && reply.status !== 404 && told !== '') throw new QueryFailed(told)
  throw new ConnectionFailed(
    `${url} answers, but not as InfluxDB 3 does. Is the address right? Status ${reply.status}: ${start}`,
  )
}

/** `{"error": …}`, or plain text. */
function errorIn(text: string): string {
  try {
    const { error, message } = JSON.parse(text) as { error?: unknown; message?: unknown }
    return String(error ?? message ?? text)
  } catch {
    return text
  }
}

/** An object in each line; a field without a value is left out. */
async function feedLines(reply: Response, sink: Sink): Promise<void> {
  const rest = breaks()
  const rows = flatRows(sink, 'Select the columns you need by name, and fill them with coalesce().', {
    zoneless: true,
  })
  for await (const lines of linesOf(reply)) {
    for (const line of lines) {
      if (line.trim() === '') continue
      const added = rows.add(cutObject(line, maxColumns))
      if (added !== null) await added
      await rest()
    }
  }
  await rows.finish()
}
