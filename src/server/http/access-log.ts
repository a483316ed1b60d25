import type { FastifyInstance } from 'fastify'
import { redactUrl } from '#server/kernel/index.ts'

/** Logs one line per request. Keys in the address are redacted; headers and bodies are never logged (docs/reference/promises.md#s17). */
export function addAccessLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.config.identity === 'none') return
    const { actor } = request
    request.log.info(
      {
        method: request.method,
        url: redactUrl(request.url),
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime * 10) / 10,
        ip: request.ip,
        ...(actor === null ? {} : { user_id: actor.user_id, query_key: actor.query_id }),
      },
      'request',
    )
  })
}
