import type { FastifyInstance } from 'fastify'
import { redactUrl } from '#server/kernel/index.ts'

/** The header with the id of the request, which is `reqId` of its lines in the log. */
const requestIdHeader = 'x-request-id'

/** Logs one line per request, with the job that it asked for or about. Keys in the address are redacted; headers and bodies are never logged (docs/reference/promises.md#s17). */
export function addAccessLog(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(requestIdHeader, request.id)
  })
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
        ...jobOf(request.served?.answer),
        ...(actor === null ? {} : { user_id: actor.user_id, query_key: actor.query_id }),
      },
      'request',
    )
  })
}

/** `job` is also in every line of a worker about this job. */
function jobOf(answer: unknown): { job?: string } {
  const { job } = (answer ?? {}) as { job?: { id?: unknown } | null }
  return typeof job?.id === 'string' ? { job: job.id } : {}
}
