import type { FastifyInstance } from 'fastify'
import { serve } from '#server/http/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import * as api from '#shared/dashboards/dashboards-api.ts'
import { listDashboardPage, listDashboardTags, listRecentDashboards } from './list-dashboards.ts'
import { starDashboard } from './star-dashboard.ts'

export function registerDashboardListRoutes(app: FastifyInstance, context: ServerContext): void {
  serve(app, api.listDashboards)(({ actor, query }) => listDashboardPage(context, actor, 'all', query))
  serve(app, api.listMyDashboards)(({ actor, query }) => listDashboardPage(context, actor, 'my', query))
  serve(
    app,
    api.listFavoriteDashboards,
  )(({ actor, query }) => listDashboardPage(context, actor, 'favorites', query))
  serve(app, api.listRecentDashboards)(({ actor }) => listRecentDashboards(context, actor))
  serve(app, api.listDashboardTags)(({ actor }) => listDashboardTags(context, actor))

  serve(app, api.favoriteDashboard)(({ actor, params }) => starDashboard(context, actor, params.id, true))
  serve(app, api.unfavoriteDashboard)(({ actor, params }) => starDashboard(context, actor, params.id, false))
}
