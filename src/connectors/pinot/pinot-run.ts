import { offsetAt, positionAt } from '#shared/sql/text-position.ts'
import type { ConnectorHost, Sink, SinkColumn } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { startOf } from '../http-answer.ts'
import { readJsonAnswer } from '../json-answer.ts'
import { cutList, cutObject, readString } from '../json-cut.ts'
import { EnoughRows, type PulledFeed, pulledFeed, type RemoteRun, runRemotely } from '../remote-run.ts'
import { requireColumns } from '../result-limits.ts'
import { requireSendable } from '../sendable-text.ts'
import { pinotColumn } from './pinot-columns.ts'
import type { PinotOptions } from './pinot-options.ts'

export interface PinotLink {
  options: PinotOptions
  host: Pick<ConnectorHost, 'fetchServer'>
  /** all queries of the session have it: one runs at a time */
  queryId: string
}

/** The broker takes `SET …;` before the query of a text, so the text is sent as it is. */
export async function runPinot(
  link: PinotLink,
  text: string,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  requireSendable(text, [], { takesNul: true })
  if (text.trim() === '') throw new QueryFailed('Query is empty')
  const end = (ending: AbortSignal) => cancelPinot(link, ending)
  const body = JSON.stringify({ sql: text, queryOptions: `clientQueryId=${link.queryId}` })
  try {
    await runRemotely({ signal, end }, async (run) => {
      const reply = await ask(link, body, run.signal)
      await readAnswer(reply, text, sink, run)
    })
  } catch (error) {
    if (!(error instanceof EnoughRows)) throw error
  }
}

const paths = {
  rows: ['resultTable', 'rows'],
  others: {
    names: ['resultTable', 'dataSchema', 'columnNames'],
    types: ['resultTable', 'dataSchema', 'columnDataTypes'],
    exceptions: ['exceptions'],
    partial: ['partialResult'],
    groups: ['numGroupsLimitReached'],
  },
}

async function readAnswer(reply: Response, text: string, sink: Sink, run: RemoteRun): Promise<void> {
  const told = new Map<string, string>()
  let columns: SinkColumn[] | null = null
  let feed: PulledFeed | null = null
  await readJsonAnswer(
    reply,
    paths,
    {
      other: (name, json) => told.set(name, json),
      isReady() {
        const [names, types] = [told.get('names'), told.get('types')]
        if (columns === null && names !== undefined && types !== undefined) {
          columns = columnsOf(names, types)
          sink.columns(columns)
          feed = pulledFeed(sink)
        }
        return columns !== null
      },
      row: (json) => feed?.push(cellsOf(json, columns ?? []), json.length),
      room: async () => {
        await feed?.room()
      },
    },
    run,
  )
  const failure = exceptionIn(told.get('exceptions') ?? '[]')
  if (failure !== null) throw refusal(failure, text)
  if (columns === null) throw new QueryFailed('The server sent an answer without a result.')
  if (told.get('partial') === 'true' || told.get('groups') === 'true') {
    sink.log('Pinot has reached one of its limits: groups or rows may be missing in the result.')
  }
  await (feed as PulledFeed | null)?.finish()
}

function columnsOf(names: string, types: string): SinkColumn[] {
  const dataTypes = cutList(types).map((type) => readString(type) ?? '')
  const read = cutList(names).map((name) => readString(name) ?? name)
  requireColumns(read)
  return read.map((name, at) => pinotColumn(name, dataTypes[at] ?? ''))
}

function cellsOf(row: string, columns: readonly SinkColumn[]): (string | null)[] {
  const cells: (string | null)[] = cutList(row)
  if (cells.length !== columns.length) {
    throw new QueryFailed(`The server sent a row of ${cells.length} cells for ${columns.length} columns.`)
  }
  for (let at = 0; at < cells.length; at++) if (cells[at] === 'null') cells[at] = null
  return cells
}

const maxExceptions = 20

/** What went wrong; a result with exceptions is not whole. */
function exceptionIn(list: string): string | null {
  const messages = cutList(list)
    .slice(0, maxExceptions)
    .map((item) => {
      const members = cutObject(item)
      const message = readString(members.get('message') ?? '') ?? item
      return `${message.trim()} (code ${members.get('errorCode') ?? 'unknown'})`
    })
  return messages.length === 0 ? null : messages.join('\n')
}

/** `… Encountered "x" at line 1, column 8. …` */
function refusal(message: string, text: string): QueryFailed {
  const place = /at line (\d+), column (\d+)/i.exec(message)
  if (place === null) return new QueryFailed(message)
  const offset = offsetAt(text, { line: Number(place[1]), column: Number(place[2]) })
  return new QueryFailed(message, { position: positionAt(text, offset) })
}

/** Ends the query of the session, if the cluster allows it. One that is unknown there changes nothing. */
export async function cancelPinot({ options, host, queryId }: PinotLink, signal: AbortSignal): Promise<void> {
  const url = `${options.broker}/clientQuery/${encodeURIComponent(queryId)}`
  const reply = await host.fetchServer(url, { method: 'DELETE', headers: options.headers }, signal)
  await reply.body?.cancel()
}

async function ask({ options, host }: PinotLink, body: string, signal: AbortSignal): Promise<Response> {
  const headers = { ...options.headers, 'content-type': 'application/json' }
  const reply = await host.fetchServer(
    `${options.broker}/query/sql`,
    { method: 'POST', headers, body },
    signal,
  )
  if (reply.status === 200) return reply
  throw await notPinot(reply, options.broker, 'a broker')
}

/** What an answer with another status says. */
export async function notPinot(reply: Response, where: string, what: string): Promise<ConnectionFailed> {
  const start = await startOf(reply)
  if (reply.status === 401) return new ConnectionFailed(`${where} refuses the user or the password.`)
  if (reply.status === 403)
    return new ConnectionFailed(`${where} does not allow this user to do that: ${start}`)
  return new ConnectionFailed(
    `${where} answers, but not as ${what} of Pinot does (status ${reply.status}). Is the address right? ${start}`,
  )
}
