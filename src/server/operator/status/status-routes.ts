import type { FastifyInstance } from 'fastify'
import { serve } from '#server/http/index.ts'
import { type ServerContext, watchDisk } from '#server/kernel/index.ts'
import { diskWarnings } from '#server/runs/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import * as api from '#shared/status/status-api.ts'
import { describeQueues, describeStatus, listOutdated } from './describe-status.ts'
import { hasCurrentSchema } from './status-store.ts'

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

/** The endpoint is public, so answers are cached for this time. */
const cacheMilliseconds = 1000
/** A database that does not answer within this time counts as unavailable. */
const timeoutMilliseconds = 3000

/** Checks whether requests can be served. Throws server.unavailable, server.schema and errors of the database. */
function watchReadiness({ db }: Pick<ServerContext, 'db'>): () => Promise<void> {
  let last: { at: number; look: Promise<void> } | null = null
  return () => {
    const now = performance.now()
    if (last === null || now - last.at > cacheMilliseconds) {
      const look = lookAt(db)
      last = { at: now, look }
    }
    return last.look
  }
}

async function lookAt(db: ServerContext['db']): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(refuse('server.unavailable')), timeoutMilliseconds)
  })
  const asked = hasCurrentSchema(db)
  // avoids an unhandled rejection when the timeout wins the race
  asked.catch(() => {})
  try {
    if (!(await Promise.race([asked, late]))) throw refuse('server.schema')
  } finally {
    clearTimeout(timer)
  }
}
