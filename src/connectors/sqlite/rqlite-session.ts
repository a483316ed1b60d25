import { isPhrase } from '#shared/messages/phrase.ts'
import { type AnswerLimit, gatherAnswer, listOfTables, shortAnswer } from '../answer.ts'
import type { ConnectorHost, ConnectorOptions, Session, Sink } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { startOf } from '../http-answer.ts'
import { cutList, readString } from '../json-cut.ts'
import { readStatements } from '../read-statements.ts'
import { EnoughRows, runRemotely } from '../remote-run.ts'
import { requireSendable } from '../sendable-text.ts'
import { type CellReader, feedD1, readSlices } from './d1-answer.ts'
import { positionIn } from './d1-session.ts'
import { type HttpSqlite, readRqliteOptions } from './http-sqlite-options.ts'
import { columnsText, tablesOf } from './http-sqlite-schema.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

/** Nothing is connected until the first request: the API has no sessions. */
export async function openRqlite(stored: ConnectorOptions, host: ConnectorHost): Promise<Session> {
  const server = readRqliteOptions(stored)
  if (isPhrase(server)) throw new ConnectionFailed(String(server))
  const ask = async (text: string, signal: AbortSignal, limit: AnswerLimit = shortAnswer) => {
    const { sink, rows } = gatherAnswer(limit)
    await runRqlite(server, host, text, sink, signal)
    return rows.map((row) => row.map((cell) => readString((cell as string | null) ?? '') ?? ''))
  }
  return {
    run: (text, sink, signal) => runRqlite(server, host, text, sink, signal),
    async ping(signal) {
      await ask('SELECT 1', signal)
    },
    tables: async (signal) => tablesOf(await ask(columnsText, signal, listOfTables)),
    async close() {},
  }
}

/** The server ends a query a little later than its run. */
const graceSeconds = 10
/** The answer is searched for the error of each of them. */
const maxStatements = 100

/** All statements go in one request; each has a result. The last one counts, unless one fails. */
async function runRqlite(
  server: HttpSqlite,
  host: ConnectorHost,
  text: string,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  requireSendable(text, [], { takesNul: false })
  const statements = await readStatements(text, sqliteDialect)
  if (statements.length === 0) throw new QueryFailed('Query is empty')
  if (statements.length > maxStatements) {
    throw new QueryFailed(
      `A query of rqlite can have ${maxStatements} statements; this one has ${statements.length}.`,
    )
  }
  const { maxSeconds } = host
  const url = maxSeconds === undefined ? server.url : `${server.url}&db_timeout=${maxSeconds + graceSeconds}s`
  const last = statements.length - 1
  const errors = Object.fromEntries(
    statements.map((_, at) => [`error ${at}`, ['results', String(at), 'error']]),
  )
  const paths = {
    rows: ['results', String(last), 'values'],
    others: {
      ...errors,
      columns: ['results', String(last), 'columns'],
      types: ['results', String(last), 'types'],
      error: ['error'],
    },
  }
  try {
    // a request that ends cancels the query
    await runRemotely({ signal, end: async () => {} }, async (run) => {
      const body = JSON.stringify(statements.map((statement) => statement.text))
      const reply = await send(server, url, host, body, run.signal)
      const answer = await readSlices(reply, paths, run)
      for (const name of ['error', ...Object.keys(errors)]) {
        const told = readString(answer.others.get(name) ?? '')
        if (told !== null) throw new QueryFailed(told, { position: positionIn(text, told) })
      }
      const columns = answer.others.get('columns')
      if (columns === undefined) {
        throw answer.failure ?? new QueryFailed('The server sent rows without the names of their columns.')
      }
      // a result without rows lacks the list of them; an answer that is cut off fails earlier, as it has no end
      if (answer.failure !== null && !/^Couldn't find path/.test(String((answer.failure as Error).message))) {
        throw answer.failure
      }
      const names = cutList(columns).map((name) => readString(name) ?? name)
      await feedD1({ names, slices: answer.slices }, sink, readerFor(answer.others.get('types')))
    })
  } catch (error) {
    if (!(error instanceof EnoughRows)) throw error
  }
}

/** The server writes a whole number of a column of type REAL without a point. */
function readerFor(types: string | undefined): CellReader {
  const isReal = cutList(types ?? '[]').map((type) => readString(type)?.toLowerCase() === 'real')
  return (cell, at) => (isReal[at] === true && /^-?\d+$/.test(cell) ? `${cell}.0` : cell)
}

async function send(
  { headers }: HttpSqlite,
  url: string,
  host: ConnectorHost,
  body: string,
  signal: AbortSignal,
): Promise<Response> {
  const request = {
    method: 'POST' as const,
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  }
  const reply = await host.fetchServer(url, request, signal)
  if (reply.status === 200) return reply
  const start = await startOf(reply)
  const { host: where } = new URL(url)
  if (reply.status === 401) {
    throw new ConnectionFailed(`${where} refuses the user or the password, or they may not run queries.`)
  }
  if (reply.status === 503) {
    throw new ConnectionFailed(`${where} has no leader at the moment, or is not ready: ${start}`)
  }
  throw new ConnectionFailed(
    `${where} answers, but not as rqlite does. Is the address right? Status ${reply.status}: ${start}`,
  )
}
