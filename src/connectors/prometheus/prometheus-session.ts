import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { isPhrase } from '#shared/messages/phrase.ts'
import { listOfTables } from '../answer.ts'
import type { ConnectorHost, ConnectorOptions, Session, Sink } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { startOf, statusOf, textOf } from '../http-answer.ts'
import { cutList, cutObject, readString } from '../json-cut.ts'
import { EnoughRows, runRemotely } from '../remote-run.ts'
import { requireSendable } from '../sendable-text.ts'
import { type PrometheusOptions, readPrometheusOptions } from './prometheus-options.ts'
import { readPrometheusQuery } from './prometheus-query.ts'
import { feedSeries } from './series-feed.ts'

const nowhere: Sink = { columns() {}, rows: async () => true, log() {}, metadata() {} }

export async function openPrometheus(stored: ConnectorOptions, host: ConnectorHost): Promise<Session> {
  const options = understood(stored)
  return {
    run: (text, sink, signal) => runPrometheus(options, host, text, sink, signal),
    async ping(signal) {
      await runRemotely({ signal, end: async () => {} }, async (run) => {
        const one = new URLSearchParams({ query: '1' })
        await feedSeries(await send(options, host, '/api/v1/query', one, run.signal), nowhere)
      })
    },
    async tables(signal): Promise<SchemaTable[]> {
      return await runRemotely({ signal, end: async () => {} }, async (run) => {
        const path = '/api/v1/label/__name__/values'
        const reply = await send(options, host, path, new URLSearchParams(), run.signal)
        const answer = cutObject(await textOf(reply, listOfTables.length, listOfTables.message))
        const names = cutList(answer.get('data') ?? '[]').flatMap((item) => readString(item) ?? [])
        return names.sort().map((name) => ({ name, columns: [] }))
      })
    },
    async close() {},
  }
}

function understood(stored: ConnectorOptions): PrometheusOptions {
  const options = readPrometheusOptions(stored)
  if (isPhrase(options)) throw new ConnectionFailed(String(options))
  return options
}

async function runPrometheus(
  options: PrometheusOptions,
  host: ConnectorHost,
  text: string,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  requireSendable(text, [], { takesNul: true })
  const { path, parameters } = readPrometheusQuery(text)
  try {
    // the server ends a query when its request ends
    await runRemotely({ signal, end: async () => {} }, async (run) => {
      const reply = await send(options, host, path, parameters, run.signal)
      await feedSeries(reply, sink)
    })
  } catch (error) {
    if (!(error instanceof EnoughRows)) throw error
  }
}

/** A successful answer. Throws QueryFailed and ConnectionFailed. */
async function send(
  { url, headers, verify, tls }: PrometheusOptions,
  host: ConnectorHost,
  path: string,
  parameters: URLSearchParams,
  signal: AbortSignal,
): Promise<Response> {
  // texts can be longer than an address; the lists of names are only for GET
  const isQuery = parameters.size > 0
  const request = {
    method: isQuery ? ('POST' as const) : ('GET' as const),
    headers: { ...headers, ...(isQuery ? { 'content-type': 'application/x-www-form-urlencoded' } : {}) },
    ...(isQuery ? { body: parameters.toString() } : {}),
    verify,
    tls,
  }
  const reply = await host.fetchServer(url + path, request, signal)
  if (reply.status === 401 || reply.status === 403) {
    throw new ConnectionFailed(`${url} refuses the credentials: ${await statusOf(reply)}`)
  }
  if (reply.status !== 200) {
    const start = await startOf(reply)
    const told = errorOf(start)
    if (told !== null) throw new QueryFailed(told)
    throw new ConnectionFailed(
      `${url} answers, but not as Prometheus does. Is the address right? Status ${reply.status}: ${start}`,
    )
  }
  if (!/\bjson\b/.test(reply.headers.get('content-type') ?? '')) {
    throw new ConnectionFailed(
      `${url} answers, but not as Prometheus does. Is the address right? ${await startOf(reply)}`,
    )
  }
  return reply
}

/** `{"status": "error", "errorType": …, "error": …}` */
function errorOf(text: string): string | null {
  try {
    const { error } = JSON.parse(text) as { error?: unknown }
    return typeof error === 'string' ? error : null
  } catch {
    return null
  }
}
