import { isPhrase } from '#shared/messages/phrase.ts'
import type { ConnectorHost, ConnectorOptions, Session, Sink } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { linesOf, startOf } from '../http-answer.ts'
import { readString } from '../json-cut.ts'
import { EnoughRows, runRemotely } from '../remote-run.ts'
import { requireSendable } from '../sendable-text.ts'
import { type InfluxdbOptions, readInfluxdbOptions } from './influxdb-options.ts'
import { seriesReader } from './series-reader.ts'

export async function openInfluxdb(stored: ConnectorOptions, host: ConnectorHost): Promise<Session> {
  const options = readInfluxdbOptions(stored)
  if (isPhrase(options)) throw new ConnectionFailed(String(options))
  return {
    run: (text, sink, signal) => runInfluxdb(options, host, text, sink, signal),
    async ping(signal) {
      await runInfluxdb(options, host, 'show measurements limit 1', nowhere, signal)
    },
    tables: async () => null,
    async close() {},
  }
}

const nowhere: Sink = { columns() {}, rows: async () => true, log() {}, metadata() {} }

/** So many points are in a part of the answer. */
const chunkSize = 5000

async function runInfluxdb(
  options: InfluxdbOptions,
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
      const reply = await send(options, host, text, run.signal)
      const reader = seriesReader(sink)
      for await (const lines of linesOf(reply)) {
        for (const line of lines) {
          if (line.trim() !== '') await reader.read(line)
        }
      }
      await reader.finish()
    })
  } catch (error) {
    if (!(error instanceof EnoughRows)) throw error
  }
}

async function send(
  { origin, database, authorization }: InfluxdbOptions,
  host: ConnectorHost,
  text: string,
  signal: AbortSignal,
): Promise<Response> {
  const parameters = new URLSearchParams({
    q: text,
    db: database,
    chunked: 'true',
    chunk_size: String(chunkSize),
  })
  const request = {
    method: 'POST' as const,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(authorization === null ? {} : { authorization }),
    },
    body: parameters.toString(),
  }
  const reply = await host.fetchServer(`${origin}/query`, request, signal)
  if (reply.status === 200) return reply
  const start = await startOf(reply)
  const told = errorOf(start)
  if (reply.status === 401 || reply.status === 403) {
    throw new ConnectionFailed(`${origin} refuses the user or the password: ${told ?? start}`)
  }
  if (told !== null) throw new QueryFailed(told)
  throw new ConnectionFailed(`${origin} answers, but not as InfluxDB does (status ${reply.status}): ${start}`)
}

/** `{"error": …}` */
function errorOf(text: string): string | null {
  const found = /"error"\s*:\s*("(?:\\.|[^"\\])*")/.exec(text)
  return found === null ? null : readString(found[1] ?? '')
}
