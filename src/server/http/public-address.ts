import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/kernel/index.ts'

/** Whether the browser uses https, directly or through a proxy in front. Cookies are then `Secure`. */
export function isSecure(config: Config, request: FastifyRequest): boolean {
  return request.protocol === 'https' || (config.publicUrl?.startsWith('https:') ?? false)
}

/** The address browsers use for this instance, without a trailing slash: `http://127.0.0.1:5030`. */
export function publicAddress(config: Config, request: FastifyRequest): string {
  return config.publicUrl ?? `${request.protocol}://${request.host}`
}

/** Path of the request without its query string. */
export function requestPath(request: FastifyRequest): string {
  const end = request.url.indexOf('?')
  return end === -1 ? request.url : request.url.slice(0, end)
}

/**
 * Whether the caller wants JSON instead of a page: true for `/api/`, for endpoints that end in `.json`, and for scripts that ask for it
 * (docs/reference/api-conventions.md#pages-or-json).
 */
export function wantsJson(request: FastifyRequest): boolean {
  const path = requestPath(request)
  if (`${path}/`.startsWith('/api/') || isDocument(request, path)) return true
  if (request.headers['x-requested-with'] === 'XMLHttpRequest') return true
  if (request.headers['content-type']?.startsWith('application/json')) return true
  const accept = request.headers.accept ?? 'text/html'
  return accept.includes('application/json') || !/text\/html|\*\/\*/.test(accept)
}

/** `/status.json`: an endpoint, not a page of the web that does not exist. */
const isDocument = ({ routeOptions }: FastifyRequest, path: string): boolean =>
  routeOptions?.config?.endpoint !== undefined && path.endsWith('.json')
