import { isPhrase } from '#shared/messages/phrase.ts'
import type { ConnectorHost, ConnectorOptions, Session, Sink } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { startOf } from '../http-answer.ts'
import { EnoughRows, runRemotely } from '../remote-run.ts'
import { requireSendable } from '../sendable-text.ts'
import { feedFlux } from './flux-tables.ts'
import { positionIn } from './flux-types.ts'
import { type Influxdbv2Options, readInfluxdbv2Options } from './influxdbv2-options.ts'

export async function openInfluxdbv2(stored: ConnectorOptions, host: ConnectorHost): Promise<Session> {
  const options = readInfluxdbv2Options(stored)
  if (isPhrase(options)) throw new ConnectionFailed(String(options))
  return {
    run: (text, sink, signal) => runFlux(options, host, text, sink, signal),
    async ping(signal) {
      await requireHealth(options, host, signal)
      // needs the organization and the token, which the state of the server does not
      await runFlux(options, host, 'buckets() |> limit(n: 1)', nowhere, signal)
    },
    tables: async () => null,
    async close() {},
  }
}

const nowhere: Sink = { columns() {}, rows: async () => true, log() {}, metadata() {} }

async function runFlux(
  options: Influxdbv2Options,
  host: ConnectorHost,
  text: string,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  requireSendable(text, [], { takesNul: false })
  if (text.trim() === '') throw new QueryFailed('Query is empty')
  try {
    // the server ends a query when its request ends
    await runRemotely({ signal, end: async () => {} }, async (run) => {
      await feedFlux(await send(options, host, text, run.signal), sink)
    })
  } catch (error) {
    if (!(error instanceof EnoughRows)) throw error
  }
}

/** Values, their types and what an empty cell means, which the annotations say. */
const dialect = { annotations: ['datatype', 'group', 'default'], header: true, delimiter: ',' }

async function send(
  { url, org, token, verify, tls }: Influxdbv2Options,
  host: ConnectorHost,
  query: string,
  signal: AbortSignal,
): Promise<Response> {
  const request = {
    method: 'POST' as const,
    headers: {
      accept: 'application/csv',
      'content-type': 'application/json',
      authorization: `Token ${token}`,
    },
    body: JSON.stringify({ query, type: 'flux', dialect }),
    verify,
    tls,
  }
  const address = `${url}/api/v2/query?org=${encodeURIComponent(org)}`
  const reply = await host.fetchServer(address, request, signal)
  const isCsv = /\bcsv\b/.test(reply.headers.get('content-type') ?? '')
  if (reply.status === 200 && isCsv) return reply
  const start = await startOf(reply)
  const told = messageOf(start)
  if (reply.status === 401 || reply.status === 403) {
    throw new ConnectionFailed(`${url} refuses the token: ${told ?? start}`)
  }
  if (told !== null) throw new QueryFailed(told, { position: positionIn(told) })
  throw new ConnectionFailed(
    `${url} answers, but not as InfluxDB 2 does. Is the address right? Status ${reply.status}: ${start}`,
  )
}

/** `{"code": …, "message": …}` */
function messageOf(text: string): string | null {
  try {
    const { message } = JSON.parse(text) as { message?: unknown }
    return typeof message === 'string' ? message : null
  } catch {
    return null
  }
}

/** Clouds have no such page: then the query tells. */
async function requireHealth(
  { url, verify, tls }: Influxdbv2Options,
  host: ConnectorHost,
  signal: AbortSignal,
): Promise<void> {
  await runRemotely({ signal, end: async () => {} }, async (run) => {
    const reply = await host.fetchServer(`${url}/health`, { verify, tls }, run.signal)
    if (/"status"\s*:\s*"fail"/.test(await startOf(reply))) {
      throw new ConnectionFailed('InfluxDB is not healthy. Check logs for more information.')
    }
  })
}
