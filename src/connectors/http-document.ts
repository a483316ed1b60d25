import type { ConnectorHost, OutboundRequest } from './connector.ts'
import { ConnectionFailed, QueryFailed } from './connector-errors.ts'

/** Parses a query that is a YAML object, after an optional annotation comment. Throws QueryFailed. */
export async function readYamlObject(text: string): Promise<Record<string, unknown>> {
  if (text.trim() === '') throw new QueryFailed('Query is empty.')
  const { parse } = await import('yaml')
  let document: unknown
  try {
    document = parse(text)
  } catch (error) {
    const place = (error as { linePos?: [{ line: number; col: number }] }).linePos?.[0]
    const position = place === undefined ? null : { line: place.line, column: place.col }
    throw new QueryFailed((error as Error).message, { position, cause: error })
  }
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    throw new QueryFailed('Query should be a YAML object describing the URL to query.')
  }
  return document as Record<string, unknown>
}

/** The text of a value of YAML, where a map or list has no meaning. Throws QueryFailed naming the option. */
export function plainText(option: string, value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  throw new QueryFailed(`'${option}' must be a text, a number, true or false.`)
}

/** Sends a request through the outbound guard and requires the whole document with status 200. Throws ConnectionFailed and QueryFailed. */
export async function fetchDocument(
  host: ConnectorHost,
  url: string,
  request: OutboundRequest,
  signal: AbortSignal,
): Promise<Response> {
  const reply = await host.fetch(url, request, signal)
  const range = reply.headers.get('content-range')
  if (reply.status === 200 && (range === null || coversAll(range))) return reply
  await reply.body?.cancel()
  if (reply.status === 200)
    throw new QueryFailed(`${url} answered with a part of the document (Content-Range: ${range}).`)
  throw new QueryFailed(
    `${url} answered with status ${reply.status}${reply.statusText ? ` (${reply.statusText})` : ''}.`,
  )
}

/** Does not judge other units than bytes: APIs count the rows of a page in them. */
function coversAll(range: string): boolean {
  if (!/\bbytes\b/i.test(range)) return true
  const [, first, last, size] = /^\s*bytes\s+(\d+)-(\d+)\/(\d+)\s*$/i.exec(range) ?? []
  return Number(first) === 0 && Number(last) + 1 === Number(size)
}

export function basicAuthorization(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}

/** Resolves a relative URL against `base`; an absolute one stays as it is. */
export function resolveUrl(url: string, base: string): string {
  if (URL.canParse(url)) return url
  if (base !== '' && URL.canParse(url, base)) return new URL(url, base).href
  throw new ConnectionFailed(`"${url}" is not a valid URL.`)
}

export function isSameOrigin(one: string, other: string): boolean {
  return URL.canParse(one) && URL.canParse(other) && new URL(one).origin === new URL(other).origin
}
