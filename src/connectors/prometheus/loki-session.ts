import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { isPhrase } from '#shared/messages/phrase.ts'
import { listOfTables } from '../answer.ts'
import type { ConnectorHost, ConnectorOptions, Session, Sink } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { startOf, statusOf, textOf } from '../http-answer.ts'
import { cutList, cutObject, readString } from '../json-cut.ts'
import { EnoughRows, runRemotely } from '../remote-run.ts'
import { requireSendable } from '../sendable-text.ts'
import { readLokiOptions } from './loki-options.ts'
import { readLokiQuery } from './loki-query.ts'
import type { PrometheusOptions } from './prometheus-options.ts'
import { feedSeries } from './series-feed.ts'

/** A stream is held as a whole, and its lines are longer than samples. */
const rules = { mayBeEmpty: true, maxSeries: 64_000_000 }

export async function openLoki(stored: ConnectorOptions, host: ConnectorHost): Promise<Session> {
  const options = readLokiOptions(stored)
  if (isPhrase(options)) throw new ConnectionFailed(String(options))
  const labels = async (signal: AbortSignal): Promise<string[]> =>
    await runRemotely({ signal, end: async () => {} }, async (run) => {
      const reply = await send(options, host, '/loki/api/v1/labels', null, run.signal)
      const answer = cutObject(await textOf(reply, listOfTables.length, listOfTables.message))
      return cutList(answer.get('data') ?? '[]').flatMap((item) => readString(item) ?? [])
    })
  return {
    run: (text, sink, signal) => runLoki(options, host, text, sink, signal),
    async ping(signal) {
      await labels(signal)
    },
    async tables(signal): Promise<SchemaTable[]> {
      return (await labels(signal)).sort().map((name) => ({ name, columns: [] }))
    },
    async close() {},
  }
}

async function runLoki(
  options: PrometheusOptions,
  host: ConnectorHost,
  text: string,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  requireSendable(text, [], { takesNul: true })
  const { path, parameters, isBare, limit } = readLokiQuery(text)
  try {
    // the server ends a query when its request ends
    await runRemotely({ signal, end: async () => {} }, async (run) => {
      const reply = await send(options, host, path, parameters, run.signal, isBare)
      const count = await feedSeries(reply, sink, rules)
      if (limit !== null && count >= limit && limit > 0) sink.log(cutAt(limit))
    })
  } catch (error) {
    if (!(error instanceof EnoughRows)) throw error
  }
}

function cutAt(limit: number): string {
  return `The server sent as many lines as were asked for: ${limit.toLocaleString('en-US')}. There may be more. Choose a shorter time, or another 'limit'.`
}

/** A successful answer. Throws QueryFailed and ConnectionFailed. */
async function send(
  { url, headers, verify, tls }: PrometheusOptions,
  host: ConnectorHost,
  path: string,
  parameters: URLSearchParams | null,
  signal: AbortSignal,
  hasPlaces = false,
): Promise<Response> {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const request = {
    ...(parameters === null
      ? { method: 'GET' as const, headers }
      : { method: 'POST' as const, headers: { ...headers, ...form }, body: parameters.toString() }),
    verify,
    tls,
  }
  const reply = await host.fetchServer(url + path, request, signal)
  if (reply.status === 401 || reply.status === 403) {
    throw new ConnectionFailed(`${url} refuses the credentials: ${await statusOf(reply)}`)
  }
  const isJson = /\bjson\b/.test(reply.headers.get('content-type') ?? '')
  if (reply.status === 200 && isJson) return reply
  const start = await startOf(reply)
  // what is wrong with a query is said in plain text
  if (parameters !== null && reply.status >= 400 && reply.status !== 404 && start !== '') {
    const [, line, column] = /\bline (\d+), col (\d+)/.exec(start) ?? []
    const position = { line: Number(line), column: Number(column) }
    throw new QueryFailed(start, { position: hasPlaces && line !== undefined ? position : null })
  }
  // a server for several tenants that got none says so
  if (/\borg id\b/i.test(start)) {
    throw new ConnectionFailed(`${url} needs a Tenant (X-Scope-OrgID): ${start}`)
  }
  throw new ConnectionFailed(
    `${url} answers, but not as Loki does. Is the address right? Status ${reply.status}: ${start}`,
  )
}
