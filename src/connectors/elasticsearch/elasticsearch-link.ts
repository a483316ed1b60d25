import { isPhrase } from '#shared/messages/phrase.ts'
import type { ConnectorHost, ConnectorOptions } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { startOf, textOf } from '../http-answer.ts'
import { type ElasticsearchOptions, readElasticsearchOptions } from './elasticsearch-options.ts'

/** A server, and the name under which it knows the requests of a session. */
export interface ElasticsearchLink {
  options: ElasticsearchOptions
  host: ConnectorHost
  /** header X-Opaque-Id */
  name: string
  /** what is said when the server refuses a request */
  refusal?: (status: number, start: string) => string
}

export interface ElasticsearchRequest {
  method: 'GET' | 'POST' | 'DELETE'
  /** from the base path on, encoded */
  path: string
  /** JSON */
  body?: string
}

/** The answer with status 200 is long: who asks for one has to need it. */
export const maxAnswerLength = 64_000_000

/** An answer with another status than 200. */
export class ElasticsearchRefusal extends QueryFailed {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export function linkTo(stored: ConnectorOptions, host: ConnectorHost, name: string): ElasticsearchLink {
  const options = readElasticsearchOptions(stored)
  if (isPhrase(options)) throw new ConnectionFailed(String(options))
  return { options, host, name }
}

/** The answer, whose status is 200. Throws ConnectionFailed for wrong credentials and ElasticsearchRefusal. */
export async function askElasticsearch(
  { options, host, name, refusal }: ElasticsearchLink,
  { method, path, body }: ElasticsearchRequest,
  signal: AbortSignal,
): Promise<Response> {
  const request = {
    method,
    headers: {
      accept: 'application/json',
      'x-opaque-id': name,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(options.authorization === null ? {} : { authorization: options.authorization }),
    },
    ...(body === undefined ? {} : { body }),
  }
  const reply = await host.fetchServer(options.url + path, request, signal)
  if (reply.status === 200) return reply
  const start = await startOf(reply)
  const told = reasonOf(start) ?? start
  if (reply.status === 401) {
    throw new ConnectionFailed(
      `${options.url} refuses the user or the password (status 401)${told === '' ? '.' : `: ${told}`}`,
    )
  }
  throw new ElasticsearchRefusal(
    reply.status,
    refusal?.(reply.status, start) ??
      `Failed to execute query. Status ${reply.status}: ${told || reply.statusText || 'no reason is given'}`,
  )
}

export async function askForText(
  link: ElasticsearchLink,
  request: ElasticsearchRequest,
  signal: AbortSignal,
): Promise<string> {
  const reply = await askElasticsearch(link, request, signal)
  return await textOf(
    reply,
    maxAnswerLength,
    'The answer of the server is larger than 64 MB. Ask for less of it.',
  )
}

interface ErrorCause {
  type?: unknown
  reason?: unknown
  /** of the SQL plug-in of OpenSearch, beside a reason that says little */
  details?: unknown
  root_cause?: unknown
  failed_shards?: unknown
  caused_by?: unknown
}

/**
 * `{"error": {"type", "reason", "root_cause": […]}}`, or an error that is a text; null for anything else. The outer
 * reason often says only that all shards failed, so those within are told too.
 */
function reasonOf(start: string): string | null {
  let error: unknown
  try {
    error = (JSON.parse(start) as { error?: unknown } | null)?.error
  } catch {
    return null
  }
  if (typeof error === 'string') return error
  if (typeof error !== 'object' || error === null) return null
  const reasons = new Set<string>()
  collectReasons(error, reasons, 0)
  return reasons.size === 0 ? null : [...reasons].join('; ')
}

const maxCauses = 10

function collectReasons(cause: unknown, reasons: Set<string>, depth: number): void {
  if (typeof cause !== 'object' || cause === null || depth > maxCauses || reasons.size >= maxCauses) return
  const { type, reason, details, root_cause, failed_shards, caused_by } = cause as ErrorCause
  if (typeof reason === 'string') reasons.add(typeof type === 'string' ? `${type}: ${reason}` : reason)
  else collectReasons(reason, reasons, depth + 1)
  if (typeof details === 'string') reasons.add(details)
  for (const list of [root_cause, failed_shards]) {
    if (Array.isArray(list)) for (const each of list) collectReasons(each, reasons, depth + 1)
  }
  collectReasons(caused_by, reasons, depth + 1)
}
