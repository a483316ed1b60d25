import type { FastifyInstance } from 'fastify'
import { serve } from '#server/http/index.ts'
import { currentOrganization, replaceSettings, requireUserId } from '#server/identity/index.ts'
import type { Db, ServerContext } from '#server/kernel/index.ts'
import { reachableSources } from '#server/sources/index.ts'
import type { TeamDashboard } from '#shared/dashboards/dashboards-api.ts'
import * as api from '#shared/dashboards/dashboards-api.ts'
import * as widgets from '#shared/dashboards/widgets-api.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { phrase } from '#shared/messages/phrase.ts'
import { type Actor, hasPermission } from '#shared/permissions/can.ts'
import { addWidget, changeWidget, deleteStoredWidget } from './change-widgets.ts'
import { createNewDashboard, forkStoredDashboard } from './create-dashboard.ts'
import { findTeamDashboards } from './dashboard-list-store.ts'
import { listDashboardsById } from './dashboard-store.ts'
import {
  listDashboardPage,
  listDashboardTags,
  listRecentDashboards,
  starDashboard,
} from './list-dashboards.ts'
import { presentDashboard, presentInList, presentNewDashboard, presentWidget } from './present-dashboard.ts'
import { refuseArchived, requireDashboard, requireNamedDashboard } from './require-dashboard.ts'
import { archiveStoredDashboard, changeDashboard } from './save-dashboard.ts'

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

const maxOfTeam = 8
/** More would be no choice. */
const maxPins = 20

/** Beside the settings of the organization: admins change it by pinning. */
const setting = 'pinned_dashboards'

/** Ids in the order in which they were pinned. */
async function readPins({ db }: { db: Db }): Promise<number[]> {
  const { settings } = await currentOrganization({ db })
  return pinsIn(settings)
}

function pinsIn(settings: Readonly<Record<string, unknown>>): number[] {
  const pins = settings[setting]
  return Array.isArray(pins) ? pins.filter((id) => Number.isSafeInteger(id)) : []
}

/** The dashboards of the team for the home page. */
async function listTeamDashboards({ db }: { db: Db }, actor: Actor): Promise<TeamDashboard[]> {
  const viewerId = requireUserId(actor)
  const [pins, sourceIds] = await Promise.all([readPins({ db }), reachableSources(db, actor)])
  const ids = await findTeamDashboards(db, { orgId: actor.org_id, viewerId, sourceIds }, pins, maxOfTeam)
  const dashboards = await listDashboardsById(db, actor.org_id, viewerId, ids)
  return dashboards.map((dashboard) => ({
    ...presentInList(actor, dashboard),
    is_pinned: pins.includes(dashboard.id),
  }))
}

/** Throws not_found, and request.invalid for one that others cannot see. */
async function pin({ db }: { db: Db }, actor: Actor, id: number, isPinned: boolean): Promise<null> {
  const dashboard = await requireDashboard(db, actor, id)
  if (isPinned) refuseArchived(dashboard)
  if (isPinned && dashboard.is_draft) {
    throw refuse('request.invalid', {
      field: 'is_draft',
      reason: phrase('Publish the dashboard first: others do not see it yet.'),
    })
  }
  await replaceSettings(db, actor.org_id, (settings) => {
    const others = pinsIn(settings).filter((other) => other !== id)
    const { [setting]: _, ...rest } = settings
    const pins = isPinned ? [...others, id].slice(-maxPins) : others
    return pins.length === 0 ? rest : { ...rest, [setting]: pins }
  })
  return null
}
