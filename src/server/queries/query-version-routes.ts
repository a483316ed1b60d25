import type { FastifyInstance } from 'fastify'
import { serve } from '#server/http/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import * as api from '#shared/queries/query-versions-api.ts'
import { listHistory } from './list-versions.ts'
import { presentQuery } from './present-query.ts'
import { requireVersion } from './read-version.ts'
import { restoreVersion } from './restore-version.ts'
import { presentVersion } from './versions/present-versions.ts'

export function registerQueryVersionRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db } = context

  serve(
    app,
    api.listQueryVersions,
  )(({ actor, params, query }) => listHistory(context, actor, params.id, query))

  serve(
    app,
    api.getQueryVersion,
  )(async ({ actor, params }) => {
    const { version } = await requireVersion(db, actor, params.id, params.version_id)
    return await presentVersion(db, version)
  })

  serve(
    app,
    api.restoreQueryVersion,
  )(async ({ actor, params, body }) => {
    const restored = await restoreVersion(context, actor, params.id, params.version_id, body.version ?? null)
    return await presentQuery(context, actor, restored)
  })
}
