import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { createMeasures, type MeasuredFamily, measureProcess, requestBounds } from '#server/kernel/index.ts'

/** Label of addresses without a route: pages of the application, and invalid addresses. */
const noRoute = 'page'

/** Metrics of a web process since its start. Requests are labeled by route, because addresses may contain keys and names. */
export function measureRequests(app: FastifyInstance, pool: pg.Pool): () => MeasuredFamily[] {
  const measures = createMeasures()
  const answered = measures.counter('sextant_http_requests_total', 'Answered requests by route and status.')
  const seconds = measures.histogram(
    'sextant_http_request_seconds',
    'How long requests took. Those that wait for a change (?wait=) are held on purpose.',
    requestBounds,
  )
  measureProcess(measures, { main: pool })
  app.addHook('onResponse', async (request, reply) => {
    const { url, config } = request.routeOptions
    const isFile = config.identity === 'none' && config.endpoint === undefined
    const route = isFile ? 'file' : (url ?? noRoute)
    const { method } = request
    answered.add({ method, route, status: String(reply.statusCode) })
    seconds.observe(reply.elapsedTime / 1000, { method, route })
  })
  return () => measures.collect()
}
