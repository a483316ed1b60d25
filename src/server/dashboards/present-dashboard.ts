import type { FastifyRequest } from 'fastify'
import { profileImageUrl } from '#server/identity/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { type NestedQuery, presentNestedQueries, presentVisualization } from '#server/queries/index.ts'
import { dashboardSlug } from '#shared/dashboards/dashboard-slug.ts'
import type { Dashboard, DashboardInList } from '#shared/dashboards/dashboards-api.ts'
import type { Widget, WidgetVisualization } from '#shared/dashboards/widgets-api.ts'
import { type Actor, can } from '#shared/permissions/can.ts'
import type { StoredDashboard } from './dashboard-store.ts'
import { findPublicAccess } from './public-dashboards/public-address.ts'
import { dashboardSubject } from './require-dashboard.ts'
import { requireReadableSize } from './require-readable-size.ts'
import { restrictedOptions } from './restricted-options.ts'
import { listWidgets, type StoredWidget } from './widget-store.ts'

type Needs = Pick<ServerContext, 'db' | 'secrets'>

function presentBase(dashboard: StoredDashboard) {
  const options: Record<string, unknown> = JSON.parse(dashboard.options)
  const { name, email } = dashboard.user
  return {
    id: dashboard.id,
    slug: dashboardSlug(dashboard.name),
    name: dashboard.name,
    user_id: dashboard.user_id,
    user: { id: dashboard.user_id, name, email, profile_image_url: profileImageUrl(dashboard.user) },
    layout: [],
    dashboard_filters_enabled: dashboard.dashboard_filters_enabled,
    options,
    is_archived: dashboard.is_archived,
    is_draft: dashboard.is_draft,
    tags: dashboard.tags,
    ...(dashboard.from_git === null ? {} : { from_git: dashboard.from_git }),
    updated_at: dashboard.updated_at.toISOString(),
    created_at: dashboard.created_at.toISOString(),
    version: dashboard.version,
    is_favorite: dashboard.starred_at !== null,
  }
}

export function presentInList(actor: Actor, dashboard: StoredDashboard): DashboardInList {
  const starred_at = dashboard.starred_at?.toISOString()
  return {
    ...presentBase(dashboard),
    widgets: null,
    can_edit: can(actor, 'change', dashboardSubject(dashboard)),
    ...(starred_at === undefined ? {} : { starred_at }),
  }
}

/** The reply to create: an empty dashboard. */
export function presentNewDashboard(dashboard: StoredDashboard): Dashboard {
  return { ...presentBase(dashboard), widgets: null }
}

/**
 * With its widgets, as this actor may see them; sharing only for users who may edit it. Throws dashboard.too_large.
 */
export async function presentDashboard(
  needs: Pick<ServerContext, 'db' | 'config' | 'secrets'>,
  request: FastifyRequest,
  actor: Actor,
  dashboard: StoredDashboard,
): Promise<Dashboard> {
  const subject = dashboardSubject(dashboard)
  await requireReadableSize(needs.db, dashboard.id)
  const [widgets, access] = await Promise.all([
    listWidgets(needs.db, dashboard.id),
    can(actor, 'modify', subject) ? findPublicAccess(needs, request, dashboard.id) : {},
  ])
  return {
    ...presentBase(dashboard),
    widgets: await presentWidgets(needs, actor, widgets),
    can_edit: can(actor, 'change', subject),
    ...access,
  }
}

/**
 * Widgets in the given order, restricted on data sources that the actor may not see. The number of statements does not
 * depend on the number of widgets.
 */
export async function presentWidgets(
  needs: Needs,
  actor: Actor,
  widgets: readonly StoredWidget[],
): Promise<Widget[]> {
  const ids = widgets.flatMap(({ visualization }) => visualization?.query_id ?? [])
  const presented = await presentNestedQueries(needs, actor, ids)
  return widgets.map((widget) => asSeen(widget, presented))
}

/** A single widget, for the replies to create and save. */
export async function presentWidget(needs: Needs, actor: Actor, widget: StoredWidget): Promise<Widget> {
  const [presented] = await presentWidgets(needs, actor, [widget])
  if (presented === undefined) throw new Error(`Widget ${widget.id} is not presented.`)
  return presented
}

function asSeen(widget: StoredWidget, queries: ReadonlyMap<number, NestedQuery>): Widget {
  const options: Record<string, unknown> = JSON.parse(widget.options)
  const base = {
    id: widget.id,
    dashboard_id: widget.dashboard_id,
    width: 1,
    options,
    version: widget.version,
    updated_at: widget.updated_at.toISOString(),
    created_at: widget.created_at.toISOString(),
  }
  if (widget.visualization === null) return { ...base, text: widget.text }
  const query = queries.get(widget.visualization.query_id)
  if (query === undefined) return { ...base, options: restrictedOptions(options), restricted: true }
  const visualization: WidgetVisualization = { ...presentVisualization(widget.visualization), query }
  return { ...base, text: widget.text, visualization }
}
