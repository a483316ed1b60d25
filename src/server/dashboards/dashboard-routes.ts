import type { FastifyInstance } from 'fastify'
import { serve } from '#server/http/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import * as api from '#shared/dashboards/dashboards-api.ts'
import * as widgets from '#shared/dashboards/widgets-api.ts'
import { hasPermission } from '#shared/permissions/can.ts'
import { addWidget, changeWidget, deleteStoredWidget } from './change-widgets.ts'
import { createNewDashboard, forkStoredDashboard } from './create-dashboard.ts'
import {
  listDashboardPage,
  listDashboardTags,
  listRecentDashboards,
  starDashboard,
} from './list-dashboards.ts'
import { presentDashboard, presentNewDashboard, presentWidget } from './present-dashboard.ts'
import { requireNamedDashboard } from './require-dashboard.ts'
import { archiveStoredDashboard, changeDashboard } from './save-dashboard.ts'
import { listTeamDashboards, pin, readPins } from './team-dashboards.ts'

export function registerDashboardRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db } = context

  serve(
    app,
    api.createDashboard,
  )(async ({ actor, body }) => presentNewDashboard(await createNewDashboard(context, actor, body.name)))

  serve(
    app,
    api.getDashboard,
  )(async ({ actor, params, query, request }) => {
    const dashboard = await requireNamedDashboard(db, actor, params.id_or_slug, query.legacy !== undefined)
    const presented = await presentDashboard(context, request, actor, dashboard)
    if (!hasPermission(actor, 'admin')) return presented
    return { ...presented, is_pinned: (await readPins(context)).includes(dashboard.id) }
  })

  serve(
    app,
    api.saveDashboard,
  )(async ({ actor, params, body, request }) =>
    presentDashboard(context, request, actor, await changeDashboard(context, actor, params.id, body)),
  )

  serve(
    app,
    api.archiveDashboard,
  )(async ({ actor, params, request }) =>
    presentDashboard(context, request, actor, await archiveStoredDashboard(context, actor, params.id)),
  )

  serve(
    app,
    api.forkDashboard,
  )(async ({ actor, params, request }) =>
    presentDashboard(context, request, actor, await forkStoredDashboard(context, actor, params.id)),
  )

  serve(
    app,
    widgets.createWidget,
  )(async ({ actor, body }) => presentWidget(context, actor, await addWidget(context, actor, body)))

  serve(
    app,
    widgets.saveWidget,
  )(async ({ actor, params, body }) =>
    presentWidget(context, actor, await changeWidget(context, actor, params.id, body)),
  )

  serve(
    app,
    widgets.deleteWidget,
  )(async ({ actor, params }) => {
    await deleteStoredWidget(context, actor, params.id)
    return null
  })
}

export function registerDashboardListRoutes(app: FastifyInstance, context: ServerContext): void {
  serve(app, api.listDashboards)(({ actor, query }) => listDashboardPage(context, actor, 'all', query))
  serve(app, api.listMyDashboards)(({ actor, query }) => listDashboardPage(context, actor, 'my', query))
  serve(
    app,
    api.listFavoriteDashboards,
  )(({ actor, query }) => listDashboardPage(context, actor, 'favorites', query))
  serve(app, api.listRecentDashboards)(({ actor }) => listRecentDashboards(context, actor))
  serve(app, api.listDashboardTags)(({ actor }) => listDashboardTags(context, actor))

  serve(app, api.listTeamDashboards)(({ actor }) => listTeamDashboards(context, actor))
  serve(app, api.pinDashboard)(({ actor, params }) => pin(context, actor, params.id, true))
  serve(app, api.unpinDashboard)(({ actor, params }) => pin(context, actor, params.id, false))

  serve(app, api.favoriteDashboard)(({ actor, params }) => starDashboard(context, actor, params.id, true))
  serve(app, api.unfavoriteDashboard)(({ actor, params }) => starDashboard(context, actor, params.id, false))
}
