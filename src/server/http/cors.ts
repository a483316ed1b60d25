import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/kernel/index.ts'
import { requestPath } from './public-address.ts'

/** Other origins may only run queries and read results (docs/reference/api-results.md#cross-origin). */
const resultPath = /^\/api\/(query_results|queries\/\d+\/results)([/.]|$)/

const allowedMethods = 'GET, POST'
/** what a page may send besides the simple headers: JSON, and an API key */
const allowedHeaders = 'Content-Type, Authorization'
const preflightSeconds = '600'

type Origins = Pick<Config, 'corsOrigins' | 'corsCredentials'>

/** Answers preflights before authentication, and adds CORS headers to result routes, refusals included. */
export function addCors(app: FastifyInstance, config: Origins): void {
  if (config.corsOrigins.length === 0) return
  app.addHook('onRequest', async (request, reply) => {
    if (!resultPath.test(requestPath(request))) return
    addToVary(reply, 'origin')
    const isAllowed = allowOrigin(config, request, reply)
    if (request.method !== 'OPTIONS' || !isAllowed) return
    return reply
      .code(200)
      .headers({
        'access-control-allow-methods': allowedMethods,
        'access-control-allow-headers': allowedHeaders,
        'access-control-max-age': preflightSeconds,
      })
      .send()
  })
}

function allowOrigin(
  { corsOrigins, corsCredentials }: Origins,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { origin } = request.headers
  if (origin === undefined) return false
  const isNamed = corsOrigins.includes(origin)
  if (!isNamed && !corsOrigins.includes('*')) return false
  reply.headers({
    'access-control-allow-origin': origin,
    // the wildcard never allows cookies
    'access-control-allow-credentials': String(isNamed && corsCredentials),
    'access-control-expose-headers': 'Content-Disposition',
  })
  return true
}

/** Adds a request header to `Vary`, unless it is already named there. */
export function addToVary(reply: FastifyReply, name: string): void {
  const named = String(reply.getHeader('vary') ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  if (!named.includes(name)) reply.header('vary', [...named, name].join(', '))
}
