import { isPhrase } from '#shared/messages/phrase.ts'
import type { ConnectorHost, ConnectorOptions, Session, Sink } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { startOf, textOf } from '../http-answer.ts'
import { EnoughRows, runRemotely } from '../remote-run.ts'
import { requireSendable } from '../sendable-text.ts'
import { feedDatapoints } from './datapoints.ts'
import { type GraphiteOptions, readGraphiteOptions } from './graphite-options.ts'

export async function openGraphite(stored: ConnectorOptions, host: ConnectorHost): Promise<Session> {
  const options = readGraphiteOptions(stored)
  if (isPhrase(options)) throw new ConnectionFailed(String(options))
  return {
    run: (text, sink, signal) => runGraphite(options, host, text, sink, signal),
    async ping(signal) {
      await runRemotely({ signal, end: async () => {} }, async (run) => {
        const reply = await send(options, host, new URLSearchParams({ format: 'json' }), run.signal)
        await textOf(reply, maxPing, `${options.url} answers, but not as Graphite does.`)
      })
    },
    tables: async () => null,
    async close() {},
  }
}

/** An answer without series is short. */
const maxPing = 1_000_000

async function runGraphite(
  options: GraphiteOptions,
  host: ConnectorHost,
  text: string,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  requireSendable(text, [], { takesNul: true })
  const parameters = readGraphiteQuery(text)
  try {
    // the server has no way to end a query: it answers into nothing
    await runRemotely({ signal, end: async () => {} }, async (run) => {
      await feedDatapoints(await send(options, host, parameters, run.signal), sink)
    })
  } catch (error) {
    if (!(error instanceof EnoughRows)) throw error
  }
}

/** The lines of a text are parameters as in an address: `target=…`, `from=-1d`. Throws QueryFailed. */
export function readGraphiteQuery(text: string): URLSearchParams {
  const lines = text.split('\n').map((line) => line.trim())
  const parameters = new URLSearchParams(lines.filter((line) => line !== '').join('&'))
  if (parameters.size === 0) throw new QueryFailed('Query is empty')
  if (!parameters.has('target')) {
    throw new QueryFailed("A query needs a line with a target: 'target=servers.*.load'.")
  }
  parameters.set('format', 'json')
  return parameters
}

async function send(
  { url, headers, verify }: GraphiteOptions,
  host: ConnectorHost,
  parameters: URLSearchParams,
  signal: AbortSignal,
): Promise<Response> {
  const request = {
    // texts can be longer than an address
    method: 'POST' as const,
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: parameters.toString(),
    verify,
  }
  const reply = await host.fetchServer(`${url}/render`, request, signal)
  const isJson = /\bjson\b/.test(reply.headers.get('content-type') ?? '')
  if (reply.status === 200 && isJson) return reply
  const start = plainText(await startOf(reply))
  if (reply.status === 401 || reply.status === 403) {
    throw new ConnectionFailed(`${url} refuses the user or the password (status ${reply.status}).`)
  }
  if (reply.status === 200) {
    throw new ConnectionFailed(
      `${url} answers, but not as Graphite does. Is the address right? ${start.slice(0, 200)}`,
    )
  }
  const told = start === '' ? '' : `: ${start}`
  throw new QueryFailed(`Failed getting results (${reply.status})${told}`)
}

/** Errors are pages of HTML. */
function plainText(page: string): string {
  if (!/<\w/.test(page)) return page
  return page
    .replace(/<(?:style|script|head)\b[\s\S]*?<\/(?:style|script|head)>/gi, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
