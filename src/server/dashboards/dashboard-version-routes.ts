import type { FastifyInstance } from 'fastify'
import { serve } from '#server/http/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import * as api from '#shared/dashboards/dashboard-versions-api.ts'
import {
  listDashboardHistory,
  readDashboardVersion,
  restoreVersionOfDashboard,
} from './dashboard-versions.ts'
import { presentDashboard } from './present-dashboard.ts'

export function registerDashboardVersionRoutes(app: FastifyInstance, context: ServerContext): void {
  serve(
    app,
    api.listDashboardVersions,
  )(({ actor, params, query }) => listDashboardHistory(context, actor, params.id, query))

  serve(
    app,
    api.getDashboardVersion,
  )(({ actor, params }) => readDashboardVersion(context, actor, params.id, params.version_id))

  serve(
    app,
    api.restoreDashboardVersion,
  )(async ({ actor, params, body, request }) => {
    const { id, version_id } = params
    const restored = await restoreVersionOfDashboard(context, actor, id, version_id, body.version ?? null)
    return await presentDashboard(context, request, actor, restored)
  })
}
