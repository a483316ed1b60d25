import { lookup as resolveName } from 'node:dns'
import type { LookupFunction } from 'node:net'
import type { Dispatcher } from 'undici'
import type { OutboundRequest, ServerRequest, TlsFiles, Tunnel } from '#connectors/connector.ts'
import { ConnectionFailed } from '#connectors/connector-errors.ts'
import type { HttpProxy } from '#shared/config-form/http-proxy.ts'
import { describeCause } from './describe-cause.ts'
import { allButMetadata, guardedLookup, publicAnd, readTarget } from './outbound-addresses.ts'
import { pacingChunks } from './pace-chunks.ts'
import { proxyConnector } from './proxy-connector.ts'
import { limitOverhead } from './reply-budget.ts'
import { tunnelConnector } from './tunnel-connector.ts'

export type OutboundFetch = (url: string, init: OutboundRequest, signal: AbortSignal) => Promise<Response>

const maxRedirects = 5
const connectMilliseconds = 10_000
/**
 * `fetch` for addresses that people type (docs/reference/promises.md#s4): only http and https, only public addresses,
 * and the address that was checked is the address that is connected to, so a name cannot change its mind in between.
 * Each redirect passes the same checks. `allowedPrivateHosts` holds host names, addresses and networks (10.0.0.0/8)
 * that the operator has opened. Other servers see a program of this name, and nothing that a browser would send. Throws
 * ConnectionFailed.
 */
export function createOutboundFetch(options: {
  allowedPrivateHosts: readonly string[]
  /** who asks, unless a request says so itself; null: which version of Sextant it is is not told */
  version: string | null
  /** false: a redirect is answered as it came */
  followsRedirects?: boolean
  /** connects through it: to the address that was checked */
  proxy?: HttpProxy | undefined
  /** replaced in tests, to show rebinding */
  resolve?: typeof resolveName
}): OutboundFetch {
  const allowed = publicAnd(options.allowedPrivateHosts)
  const lookup = guardedLookup(options.resolve ?? resolveName, allowed)
  const agents = new Map<string, Promise<Dispatcher>>()
  const userAgent = options.version === null ? 'Sextant' : `Sextant/${options.version}`
  return async (url, init, signal) => {
    const verify = init.verify !== false
    const keepsPacked = init.keepsPacked === true
    const kind = `${verify} ${keepsPacked}`
    const agent = agents.get(kind) ?? openAgent({ lookup, verify, keepsPacked, proxy: options.proxy })
    agents.set(kind, agent)
    const dispatcher = await agent
    let target = readTarget(url, allowed)
    let request = init
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const reply = await send(target, withUserAgent(request, userAgent), dispatcher, signal)
      const location = reply.headers.get('location')
      const isRedirect = reply.status >= 300 && reply.status <= 399 && location !== null
      if (!isRedirect || options.followsRedirects === false) return reply
      await reply.body?.cancel()
      const next = readTarget(locationFrom(location, target), allowed)
      request = followedRequest(request, reply.status, next.origin === target.origin)
      target = next
    }
    throw new ConnectionFailed(`${new URL(url).host} redirects more than ${maxRedirects} times.`)
  }
}

export type ServerFetch = (url: string, init: ServerRequest, signal: AbortSignal) => Promise<Response>

/** Each holds connections: the worker opens few kinds, as most data sources have no files of TLS. */
const maxServerAgents = 100

/**
 * `fetch` for the servers of data sources, whose addresses admins choose: they may be private, but not the metadata
 * service of a cloud. Redirects are answered as they came, and the reply may take as long as the signal allows: a query
 * may work for hours before its first row. Connections are kept open for a while. Throws ConnectionFailed.
 */
export function createServerFetch(options: {
  version: string
  /** connects through it: names are looked up at its other end */
  tunnel?: Tunnel | undefined
  /** connects through it: to the address that was checked */
  proxy?: HttpProxy | undefined
  resolve?: typeof resolveName
}): ServerFetch {
  const lookup = guardedLookup(options.resolve ?? resolveName, allButMetadata)
  const agents = new Map<string, Promise<Dispatcher>>()
  const userAgent = `Sextant/${options.version}`
  return async (url, init, signal) => {
    const kind = JSON.stringify([init.verify !== false, init.keepsPacked === true, init.tls ?? null])
    let agent = agents.get(kind)
    if (agent === undefined) {
      const { verify, keepsPacked, tls } = init
      agent = openAgent({
        lookup,
        verify: verify !== false,
        keepsPacked: keepsPacked === true,
        tls,
        tunnel: options.tunnel,
        proxy: options.proxy,
        waits: true,
      })
      const [oldest] = agents.keys()
      if (agents.size >= maxServerAgents && oldest !== undefined) {
        // requests that run end first
        void agents.get(oldest)?.then((old) => old.close())
        agents.delete(oldest)
      }
      agents.set(kind, agent)
    }
    const target = readTarget(url, allButMetadata)
    return await send(target, withUserAgent(init, userAgent), await agent, signal)
  }
}

interface AgentOptions {
  lookup: LookupFunction
  verify: boolean
  keepsPacked: boolean
  tls?: TlsFiles | undefined
  tunnel?: Tunnel | undefined
  proxy?: HttpProxy | undefined
  /** no limit of time between two parts of a reply */
  waits?: boolean
}

/** The client library is loaded by the first request: most workers never send one. */
async function openAgent(options: AgentOptions): Promise<Dispatcher> {
  const { lookup, verify, keepsPacked, tls, tunnel, proxy, waits } = options
  const { Agent, buildConnector } = await import('undici')
  const directly = buildConnector({
    lookup,
    timeout: connectMilliseconds,
    rejectUnauthorized: verify,
    ...tls,
    // the client takes a stream that the server cancels for one that is whole
    allowH2: false,
  })
  const secured = { milliseconds: connectMilliseconds, verify, tls }
  const connect =
    tunnel !== undefined
      ? tunnelConnector(tunnel, secured)
      : proxy !== undefined
        ? proxyConnector(proxy, { ...secured, lookup })
        : directly
  const agent = new Agent({
    ...(waits === true ? { headersTimeout: 0, bodyTimeout: 0 } : {}),
    connect: (options, callback) =>
      connect(options, (...outcome) => {
        const [, socket] = outcome
        // before the client's own listener
        socket?.prependListener('error', tellReset)
        if (socket != null) limitOverhead(socket)
        callback(...outcome)
      }),
  })
  return agent.compose(
    (dispatch) => (options, handler) =>
      dispatch(
        { ...options, headers: withoutBrowserHeaders(options.headers) },
        pacingChunks(keepsPacked ? hidingEncoding(handler) : handler),
      ),
  )
}

/**
 * A reply without a length ends with its connection, and the client takes a reset for such an end. But then the rest of the
 * reply may be lost. By another code the reset is an error like any other.
 */
function tellReset(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ECONNRESET') return
  error.code = 'CONNECTION_RESET'
  error.message = 'the connection was reset'
}

/** How the body is packed, where `fetch` must not see it: it would unpack. */
const hiddenEncoding = 'x-sextant-content-encoding'

/** Renames the header Content-Encoding, and drops what a server may send under the other name. */
function hidingEncoding(handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler {
  const renamed = (name: string) => {
    const lower = name.toLowerCase()
    if (lower === hiddenEncoding) return 'x-ignored'
    return lower === 'content-encoding' ? hiddenEncoding : name
  }
  const hiding: Dispatcher.DispatchHandler = Object.create(handler)
  hiding.onResponseStart = (controller, status, headers, message) => {
    const raw = controller.rawHeaders
    if (Array.isArray(raw)) {
      for (let at = 0; at < raw.length; at += 2) raw[at] = Buffer.from(renamed(String(raw[at])), 'latin1')
    }
    for (const name of Object.keys(headers)) {
      const value = headers[name]
      delete headers[name]
      headers[renamed(name)] = value
    }
    handler.onResponseStart?.call(hiding, controller, status, headers, message)
  }
  return hiding
}

/** The answer with its header as it was. */
function showingEncoding(reply: Response): Response {
  const headers = new Headers(reply.headers)
  const encoding = headers.get(hiddenEncoding)
  headers.delete(hiddenEncoding)
  if (encoding !== null) headers.set('content-encoding', encoding)
  const { body, status, statusText } = reply
  return new Response(body, { status, statusText, headers })
}

function withUserAgent<T extends ServerRequest | OutboundRequest>(request: T, userAgent: string): T {
  const given = Object.entries(request.headers ?? {})
  if (given.some(([name]) => name.toLowerCase() === 'user-agent')) return request
  return { ...request, headers: { ...request.headers, 'user-agent': userAgent } }
}

/** `fetch` adds what a page in a browser would tell; some receivers take such requests for those of a page. */
function withoutBrowserHeaders(headers: Dispatcher.DispatchOptions['headers']) {
  const isAdded = (name: string, value: unknown) =>
    name.startsWith('sec-fetch-') || (name === 'accept-language' && value === '*')
  return Object.fromEntries(
    Object.entries(headers ?? {}).filter(([name, value]) => !isAdded(name.toLowerCase(), value)),
  )
}

async function send(
  target: URL,
  init: ServerRequest | OutboundRequest,
  dispatcher: Dispatcher,
  signal: AbortSignal,
): Promise<Response> {
  try {
    const { method, headers, body } = init
    const { fetch } = await import('undici')
    const reply = await fetch(target, {
      dispatcher,
      signal,
      redirect: 'manual',
      method: method ?? 'GET',
      ...(headers === undefined ? {} : { headers }),
      ...(body === undefined ? {} : { body }),
    })
    const answered = reply as unknown as Response
    return init.keepsPacked === true ? showingEncoding(answered) : answered
  } catch (error) {
    if (signal.aborted) throw error
    const cause = (error as Error).cause ?? error
    if (cause instanceof ConnectionFailed) throw cause
    throw new ConnectionFailed(`${target.host} cannot be reached: ${describeCause(cause)}`, error)
  }
}

/** Headers that carry no secret; every other one, such as `X-Api-Key`, stays with its origin. */
const harmlessHeader = /^(accept|accept-language|content-type|user-agent)$/i

/** 303 (and a POST answered 301 or 302) goes on as GET; credentials stay with their origin. */
function followedRequest(request: OutboundRequest, status: number, sameOrigin: boolean): OutboundRequest {
  const asGet = status === 303 || (request.method === 'POST' && (status === 301 || status === 302))
  const headers = Object.entries(request.headers ?? {}).filter(
    ([name]) => sameOrigin || harmlessHeader.test(name),
  )
  const { body, method, ...rest } = request
  return {
    ...rest,
    headers: Object.fromEntries(headers),
    method: asGet ? 'GET' : (method ?? 'GET'),
    ...(asGet || body === undefined ? {} : { body }),
  }
}

/** Throws ConnectionFailed: it is the server that sent the address. */
function locationFrom(location: string, target: URL): string {
  if (URL.canParse(location, target)) return new URL(location, target).href
  const shown = JSON.stringify(location.slice(0, 200))
  throw new ConnectionFailed(`${target.host} redirects to ${shown}, which is not a valid URL.`)
}
