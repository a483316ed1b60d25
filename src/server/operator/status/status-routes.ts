import type { FastifyInstance } from 'fastify'
import { serve } from '#server/http/index.ts'
import { type ServerContext, watchDisk } from '#server/kernel/index.ts'
import { diskWarnings } from '#server/runs/index.ts'
import * as api from '#shared/status/status-api.ts'
import { describeQueues } from './describe-queues.ts'
import { describeStatus, listOutdated } from './describe-status.ts'
import { watchReadiness } from './watch-readiness.ts'

export function registerStatusRoutes(app: FastifyInstance, context: ServerContext): void {
  serve(app, api.getStatus)(() => describeStatus(context))
  serve(app, api.getQueueStatus)(() => describeQueues(context))
  serve(app, api.getOutdatedQueries)(() => listOutdated(context))

  // health checks every few seconds, without authentication
  serve(app, api.getHealth, { identity: 'none' })(() => ({ status: 'ok' }))
  const requireReady = watchReadiness(context)
  const disk = watchDisk(context.config)
  serve(app, api.getReadiness, { identity: 'none' })(async () => {
    await requireReady()
    const warnings = diskWarnings(await disk())
    return { status: 'ok', ...(warnings.length > 0 ? { warnings } : {}) }
  })
}
