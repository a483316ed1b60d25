import type { BodyOf, EndpointSpec, ParamsOf, QueryOf, ReplyOf } from '#shared/http/endpoint.ts'
import { t } from '#shared/messages/translate.ts'
import { ApiError, isAboutJob } from './api-error.ts'
import { sessionRenewed } from './session-renewal.ts'

type Part<K extends string, T> = [T] extends [undefined]
  ? { [P in K]?: undefined }
  : Record<never, never> extends T
    ? { [P in K]?: T }
    : { [P in K]: T }

/** The parts of a request that the endpoint declares, no others. */
export type CallRequest<E extends EndpointSpec> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryOf<E>> &
  Part<'body', BodyOf<E>> & { signal?: AbortSignal }

type Rest<E extends EndpointSpec> =
  Record<never, never> extends CallRequest<E> ? [request?: CallRequest<E>] : [request: CallRequest<E>]

interface LooseRequest {
  params?: object
  query?: object
  body?: unknown
  signal?: AbortSignal
  /** absent: use the session; null: call anonymously */
  apiKey?: string | null
}

/**
 * Calls an endpoint as declared in src/shared. Throws ApiError for every refusal, and passes on the AbortError of a
 * cancelled call. A stale CSRF token is renewed once. If the session has expired, the call waits for the login dialog
 * and is then repeated; if another request has only replaced its token, it is repeated without.
 */
export async function call<const E extends EndpointSpec>(endpoint: E, ...rest: Rest<E>): Promise<ReplyOf<E>> {
  const request: LooseRequest = rest[0] ?? {}
  return (await inSession(endpoint, request.signal, () => attempt(endpoint, request))) as ReplyOf<E>
}

/** `call`, but with the answer left unread, so that it can be streamed. */
export function callUnreadInSession<const E extends EndpointSpec>(
  endpoint: E,
  ...rest: Rest<E>
): Promise<Response> {
  const request: LooseRequest = rest[0] ?? {}
  return inSession(endpoint, request.signal, () => askUnread(endpoint, request))
}

/** `call` whose body is a part of a file. */
export async function callWithBytes<const E extends EndpointSpec>(
  endpoint: E,
  request: { params: ParamsOf<E>; bytes: Blob; signal: AbortSignal },
): Promise<ReplyOf<E>> {
  const { params, bytes, signal } = request
  const sent: LooseRequest = { params: params as object, body: bytes, signal }
  return (await inSession(endpoint, signal, () => attempt(endpoint, sent))) as ReplyOf<E>
}

/** Each remedy runs once: the token may also be stale after the login, but a second failure is an answer. */
async function inSession<T>(
  endpoint: EndpointSpec,
  signal: AbortSignal | undefined,
  send: () => Promise<T>,
): Promise<T> {
  let isTokenRenewed = false
  let isSessionRenewed = false
  let isProved = false
  let isRepeated = false
  for (;;) {
    const token = readCookie('csrf_token')
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!isTokenRenewed && isStaleCsrf(error)) {
        isTokenRenewed = true
        await reach('/ping', { credentials: 'same-origin', cache: 'no-store', signal: signal ?? null })
      } else if (!isSessionRenewed && needsSession(endpoint, error)) {
        const isOver = isRepeated || !(await isReplaced(token))
        isRepeated = true
        signal?.throwIfAborted()
        if (!isOver) continue
        isSessionRenewed = true
        isTokenRenewed = false
        await sessionRenewed()
        signal?.throwIfAborted()
      } else if (!isProved && error.code === 'auth.prove_again' && (await proofGiven())) {
        isProved = true
        isTokenRenewed = false
        signal?.throwIfAborted()
      } else throw error
    }
  }
}

/**
 * Has another request of this browser, perhaps in another tab, replaced the token of the session since this was the CSRF
 * token? A password change and a proof do. The refusal of a call may arrive just before the new cookies.
 */
async function isReplaced(token: string): Promise<boolean> {
  if (readCookie('csrf_token') === token) await new Promise((resolve) => setTimeout(resolve, arrivalTime))
  return readCookie('csrf_token') !== token
}

/** in milliseconds */
const arrivalTime = 500

/** An anonymous `call`, without cookies: for pages whose address contains a token. */
export const callAsNobody: typeof call = async <const E extends EndpointSpec>(
  endpoint: E,
  ...rest: Rest<E>
) => (await attempt(endpoint, { ...rest[0], apiKey: null })) as ReplyOf<E>

/** `call` with an API key instead of a session, so no login dialog: for pages that a key opens. */
export function callWithKey(apiKey: string): typeof call {
  return async <const E extends EndpointSpec>(endpoint: E, ...rest: Rest<E>) =>
    (await attempt(endpoint, { ...rest[0], apiKey })) as ReplyOf<E>
}

/** A call with a key (null: anonymous) whose answer is left unread, as it may be a large result. */
export function callUnread<const E extends EndpointSpec>(
  apiKey: string | null,
  endpoint: E,
  ...rest: Rest<E>
): Promise<Response> {
  return askUnread(endpoint, { ...rest[0], apiKey })
}

async function askUnread(endpoint: EndpointSpec, request: LooseRequest): Promise<Response> {
  const response = await ask(endpoint, request)
  if (response.ok) return response
  throw toApiError(response.status, await readBody(response))
}

async function attempt(endpoint: EndpointSpec, request: LooseRequest): Promise<unknown> {
  const response = await ask(endpoint, request)
  const body = await readBody(response)
  if (response.ok) return body
  throw toApiError(response.status, body)
}

function ask(endpoint: EndpointSpec, request: LooseRequest): Promise<Response> {
  const { apiKey } = request
  const headers: Record<string, string> = { accept: 'application/json' }
  const init: RequestInit = {
    method: endpoint.method,
    headers,
    credentials: apiKey === undefined ? 'same-origin' : 'omit',
    signal: request.signal ?? null,
  }
  if (typeof apiKey === 'string') headers.authorization = `Key ${apiKey}`
  else if (apiKey === undefined && endpoint.method !== 'GET')
    headers['X-CSRF-TOKEN'] = readCookie('csrf_token')
  if (request.body instanceof Blob) {
    headers['content-type'] = 'application/octet-stream'
    init.body = request.body
  } else if (request.body !== undefined) {
    headers['content-type'] = 'application/json'
    init.body = JSON.stringify(request.body)
  }
  return reach(buildAddress(endpoint.path, request.params, request.query), init)
}

export const unreachableWords = t(
  'Sextant cannot be reached. Please check your Internet connection and try again.',
)

/** fetch, with "the server is unreachable" kept apart from "the caller cancelled". */
async function reach(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    if (init.signal?.aborted) throw error
    throw new ApiError(0, 'offline', unreachableWords, null)
  }
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Reads both shapes of a refusal: `{message, code}` and `{job: {error}}`. */
function toApiError(status: number, body: unknown): ApiError {
  const own = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const job = own.job as { error?: unknown } | undefined
  const said = [own.message, job?.error].find((text) => typeof text === 'string' && text !== '')
  const message = typeof said === 'string' ? said : t('The server answered with status {status}.', { status })
  return new ApiError(status, typeof own.code === 'string' ? own.code : null, message, body)
}

function isStaleCsrf(error: ApiError): boolean {
  return error.status === 400 && error.message.includes('CSRF')
}

function needsSession(endpoint: EndpointSpec, error: ApiError): boolean {
  if (endpoint.path === '/api/session' || isAboutJob(error)) return false
  return error.status === 401 || error.message.toLowerCase().includes('please login')
}

/** Fills `:name` segments and appends the query; absent values are omitted, arrays are repeated. */
export function buildAddress(path: string, params: object = {}, query: object = {}): string {
  const values = params as Record<string, unknown>
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`The address ${path} needs "${name}".`)
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) search.append(key, String(item))
    }
  }
  const text = search.toString()
  return text === '' ? filled : `${filled}?${text}`
}

export function readCookie(name: string): string {
  const prefix = `${name}=`
  for (const part of document.cookie.split('; ')) {
    if (part.startsWith(prefix)) return decodeURIComponent(part.slice(prefix.length))
  }
  return ''
}

/** Loaded on demand: pages for visitors never need a proof. */
async function proofGiven(): Promise<boolean> {
  const renewal = await import('./proof-renewal.ts')
  return await renewal.proofGiven()
}
