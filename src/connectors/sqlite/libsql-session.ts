import { isPhrase } from '#shared/messages/phrase.ts'
import { type AnswerLimit, gatherAnswer, listOfTables, shortAnswer } from '../answer.ts'
import type { ConnectorHost, ConnectorOptions, Session, Sink } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { startOf, textOf } from '../http-answer.ts'
import { cutList, cutObject, readString } from '../json-cut.ts'
import { readStatements } from '../read-statements.ts'
import { EnoughRows, runRemotely } from '../remote-run.ts'
import { requireSendable } from '../sendable-text.ts'
import { feedD1, readSlices } from './d1-answer.ts'
import { positionIn } from './d1-session.ts'
import { type HttpSqlite, readLibsqlOptions } from './http-sqlite-options.ts'
import { columnsText, tablesOf } from './http-sqlite-schema.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

/** Nothing is connected until the first request. */
export async function openLibsql(stored: ConnectorOptions, host: ConnectorHost): Promise<Session> {
  const server = readLibsqlOptions(stored)
  if (isPhrase(server)) throw new ConnectionFailed(String(server))
  const ask = async (text: string, signal: AbortSignal, limit: AnswerLimit = shortAnswer) => {
    const { sink, rows } = gatherAnswer(limit)
    await runLibsql(server, host, text, sink, signal)
    return rows.map((row) => row.map((cell) => readString((cell as string | null) ?? '') ?? ''))
  }
  return {
    run: (text, sink, signal) => runLibsql(server, host, text, sink, signal),
    async ping(signal) {
      await ask('SELECT 1', signal)
    },
    tables: async (signal) => tablesOf(await ask(columnsText, signal, listOfTables)),
    async close() {},
  }
}

/**
 * The statements before the last one go in one request, which stops at the first error; the baton of its answer leads the
 * last statement to the same connection.
 */
async function runLibsql(
  server: HttpSqlite,
  host: ConnectorHost,
  text: string,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  requireSendable(text, [], { takesNul: false })
  const statements = await readStatements(text, sqliteDialect)
  const last = statements.at(-1)
  if (last === undefined) throw new QueryFailed('Query is empty')
  try {
    // the protocol cannot end a query
    await runRemotely({ signal, end: async () => {} }, async (run) => {
      let stream: Stream = { url: server.url, baton: null }
      if (statements.length > 1) {
        // with the place of each statement kept, so that positions are those of the text
        const before = { type: 'sequence', sql: text.slice(0, last.start) }
        const reply = await send(server, stream, host, [before], run.signal)
        stream = streamIn(await textOf(reply, maxShortAnswer, tooLong), stream, text)
      }
      const execute = { type: 'execute', stmt: { sql: last.text, want_rows: true } }
      const reply = await send(server, stream, host, [execute, { type: 'close' }], run.signal)
      const answer = await readSlices(reply, paths, run)
      const told = errorIn(answer.others.get('error'))
      if (told !== null) throw new QueryFailed(told, { position: positionIn(text, told) })
      if (answer.failure !== null) throw answer.failure
      const names = cutList(answer.others.get('columns') ?? '[]').map((column) => {
        return readString(cutObject(column).get('name') ?? '') ?? ''
      })
      await feedD1({ names, slices: answer.slices }, sink, readValue)
    })
  } catch (error) {
    if (!(error instanceof EnoughRows)) throw error
  }
}

const maxShortAnswer = 1_000_000
const tooLong = 'The server sent an answer of an unexpected form.'
const result = ['results', '0', 'response', 'result']
const paths = {
  rows: [...result, 'rows'],
  others: { columns: [...result, 'cols'], error: ['results', '0', 'error'] },
}

interface Stream {
  url: string
  baton: string | null
}

async function send(
  { headers }: HttpSqlite,
  { url, baton }: Stream,
  host: ConnectorHost,
  requests: readonly unknown[],
  signal: AbortSignal,
): Promise<Response> {
  const request = {
    method: 'POST' as const,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ baton, requests }),
  }
  const reply = await host.fetchServer(url, request, signal)
  if (reply.status === 200) return reply
  const start = await startOf(reply)
  const { host: where } = new URL(url)
  if (reply.status === 401 || reply.status === 403) {
    throw new ConnectionFailed(`${where} refuses the token: ${messageIn(start) ?? start}`)
  }
  const told = messageIn(start)
  // a stream that has expired, a request that is too large
  if (told !== null && reply.status === 400) throw new QueryFailed(told)
  throw new ConnectionFailed(
    `${where} answers, but not as libSQL does. Is the address right? Status ${reply.status}: ${start}`,
  )
}

/** `{"error": …}` or `{"message": …, "code": …}` */
function messageIn(text: string): string | null {
  try {
    const { error, message } = JSON.parse(text) as { error?: unknown; message?: unknown }
    return ([error, message].find((each) => typeof each === 'string') as string | undefined) ?? null
  } catch {
    return null
  }
}

function errorIn(json: string | undefined): string | null {
  return json === undefined || json === 'null' ? null : (messageIn(json) ?? json)
}

/** Where the stream goes on. A server may name another address, which is only followed on the same host. */
function streamIn(answer: string, before: Stream, text: string): Stream {
  const members = cutObject(answer)
  const first = cutObject(cutList(members.get('results') ?? '')[0] ?? '')
  const told = errorIn(first.get('error'))
  if (told !== null) throw new QueryFailed(told, { position: positionIn(text, told) })
  const baton = readString(members.get('baton') ?? '')
  if (baton === null) throw new QueryFailed('The server keeps no connection for several statements.')
  const base = readString(members.get('base_url') ?? '')
  if (base === null) return { url: before.url, baton }
  const next = URL.canParse(base) ? new URL(base) : null
  if (next === null || next.host !== new URL(before.url).host) {
    throw new QueryFailed('The server names another server for the next statement, which is not followed.')
  }
  return { url: `${next.href.replace(/\/+$/, '')}/v2/pipeline`, baton }
}

const plainValue = /^\{"type":"(\w+)"(?:,"(?:value|base64)":(.*))?\}$/s

/** `{"type":"integer","value":"1"}` as D1 would send it. */
function readValue(cell: string): string {
  const plain = plainValue.exec(cell)
  const members = plain === null ? cutObject(cell) : null
  const type = plain?.[1] ?? readString(members?.get('type') ?? '')
  const value = plain?.[2] ?? members?.get('value') ?? members?.get('base64') ?? ''
  switch (type) {
    case 'null':
      return 'null'
    case 'integer':
      return readString(value) ?? value
    case 'float':
      return /^-?\d+$/.test(value) ? `${value}.0` : value
    case 'text':
      return value
    case 'blob':
      return `[${value}]`
    default:
      throw new QueryFailed(`The server sent a value of the unknown type ${String(type).slice(0, 50)}.`)
  }
}
