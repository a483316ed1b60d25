import { pageReply, readOrder, requirePage } from '#server/http/index.ts'
import { requireUserId } from '#server/identity/index.ts'
import type { Db } from '#server/kernel/index.ts'
import { star } from '#server/queries/index.ts'
import { reachableSources } from '#server/sources/index.ts'
import type { DashboardInList, listDashboards } from '#shared/dashboards/dashboards-api.ts'
import type { QueryOf } from '#shared/http/endpoint.ts'
import type { Page } from '#shared/http/paging.ts'
import type { Actor } from '#shared/permissions/can.ts'
import type { TagCount } from '#shared/queries/query-lists-api.ts'
import {
  countDashboardTags,
  type DashboardListRequest,
  type DashboardViewer,
  dashboardOrders,
  findDashboardPage,
  findRecentDashboards,
} from './dashboard-list-store.ts'
import { listDashboardsById } from './dashboard-store.ts'
import { presentInList } from './present-dashboard.ts'
import { requireVisibleDashboard } from './require-dashboard.ts'

const maxRecent = 10
const usualOrder = { order: 'created_at', descending: true } as const

/** One page of a list of dashboards. Throws request.invalid, and not_found for a page that does not exist. */
export async function listDashboardPage(
  { db }: { db: Db },
  actor: Actor,
  list: DashboardListRequest['list'],
  query: QueryOf<typeof listDashboards>,
): Promise<Page & { count: number; results: DashboardInList[] }> {
  const page = requirePage(query)
  const viewer = await viewerOf(db, actor)
  const { count, ids } = await findDashboardPage(db, {
    ...{ ...viewer, list, pattern: readPattern(query.q ?? ''), tags: [query.tags ?? []].flat() },
    ...(readOrder(query.order, dashboardOrders) ?? usualOrder),
    ...{ limit: page.limit, offset: page.offset },
  })
  const dashboards = await listDashboardsById(db, actor.org_id, viewer.viewerId, ids)
  const results = dashboards.map((dashboard) => presentInList(actor, dashboard))
  return pageReply(page, count, results)
}

/**
 * Part of the name; `%` and `_` are wildcards of LIKE, a backslash is literal
 * (docs/reference/api-conventions.md#plain-search).
 */
function readPattern(term: string): string | null {
  const part = term.trim()
  return part === '' ? null : `%${part.replaceAll('\\', '\\\\')}%`
}

async function viewerOf(db: Db, actor: Actor): Promise<DashboardViewer> {
  return {
    orgId: actor.org_id,
    viewerId: requireUserId(actor),
    sourceIds: await reachableSources(db, actor),
  }
}

/** The actor's own dashboards, at most ten, most recently changed first. */
export async function listRecentDashboards({ db }: { db: Db }, actor: Actor): Promise<DashboardInList[]> {
  const viewerId = requireUserId(actor)
  const ids = await findRecentDashboards(db, { orgId: actor.org_id, viewerId }, maxRecent)
  const dashboards = await listDashboardsById(db, actor.org_id, viewerId, ids)
  return dashboards.map((dashboard) => presentInList(actor, dashboard))
}

/** Tags of the dashboards in the actor's list, with the number of dashboards of each, by name. */
export async function listDashboardTags({ db }: { db: Db }, actor: Actor): Promise<{ tags: TagCount[] }> {
  return { tags: await countDashboardTags(db, await viewerOf(db, actor)) }
}

/** Throws not_found, and auth.forbidden for a dashboard that the actor cannot open. */
export const starDashboard = (needs: { db: Db }, actor: Actor, id: number, starred: boolean): Promise<null> =>
  star(needs, actor, { kind: 'dashboard', id }, starred, requireVisibleDashboard)
