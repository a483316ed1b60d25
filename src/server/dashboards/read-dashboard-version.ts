import { pageReply, requirePage } from '#server/http/index.ts'
import type { Db } from '#server/kernel/index.ts'
import { hiddenQueries, presentVersion, presentVersions } from '#server/queries/index.ts'
import type {
  DashboardSnapshot,
  DashboardVersion,
  DashboardVersionInList,
  listDashboardVersions,
} from '#shared/dashboards/dashboard-versions-api.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { QueryOf } from '#shared/http/endpoint.ts'
import type { Page } from '#shared/http/paging.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { findVersion, listVersions, type StoredDashboardVersion } from './dashboard-version-store.ts'
import { requireModifiableDashboard } from './require-dashboard.ts'
import { restrictedOptions } from './restricted-options.ts'

/**
 * One page of the history of a dashboard, including refused saves, for users who may edit it. Throws not_found,
 * auth.forbidden, and request.invalid for a page that does not exist.
 */
export async function listDashboardHistory(
  { db }: { db: Db },
  actor: Actor,
  dashboardId: number,
  query: QueryOf<typeof listDashboardVersions>,
): Promise<Page & { count: number; results: DashboardVersionInList[] }> {
  const page = requirePage(query)
  await requireModifiableDashboard(db, actor, dashboardId)
  const { count, versions } = await listVersions(db, dashboardId, page)
  return pageReply(page, count, await presentVersions(db, versions))
}

/** A version of this dashboard. Throws not_found. */
export async function requireDashboardVersion(
  db: Db,
  dashboardId: number,
  versionId: number,
): Promise<StoredDashboardVersion> {
  const version = await findVersion(db, dashboardId, versionId)
  if (version === null) throw refuse('not_found')
  return version
}

/** A version as this actor may see it, for users who may edit the dashboard. Throws not_found and auth.forbidden. */
export async function readDashboardVersion(
  { db }: { db: Db },
  actor: Actor,
  dashboardId: number,
  versionId: number,
): Promise<DashboardVersion> {
  await requireModifiableDashboard(db, actor, dashboardId)
  const version = await requireDashboardVersion(db, dashboardId, versionId)
  const snapshot = await asSeen(db, actor, version.snapshot)
  return await presentVersion(db, { ...version, snapshot })
}

/** Widgets on queries that the actor may not see are hidden, as on the current dashboard. */
async function asSeen(db: Db, actor: Actor, snapshot: DashboardSnapshot): Promise<DashboardSnapshot> {
  const hidden = await hiddenQueries(
    db,
    actor,
    snapshot.widgets.flatMap(({ query_id }) => query_id ?? []),
  )
  return {
    ...snapshot,
    widgets: snapshot.widgets.map((widget) =>
      widget.query_id !== null && hidden.has(widget.query_id)
        ? {
            ...{ ...widget, visualization_name: null, query_id: null, query_name: null, text: null },
            options: restrictedOptions(widget.options),
          }
        : widget,
    ),
  }
}
