import type { Db } from '#server/kernel/index.ts'
import { requireVisible } from '#server/queries/index.ts'
import type { listUnsafeShares } from '#shared/dashboards/dashboards-api.ts'
import type { ReplyOf } from '#shared/http/endpoint.ts'
import { type Actor, can } from '#shared/permissions/can.ts'
import { dashboardSubject, requireDashboard } from '../require-dashboard.ts'
import { findSharesOfQuery } from './public-dashboard-store.ts'
import { readSharedOf } from './require-shared.ts'
import { openTitlesOf } from './share-dashboard.ts'

/** Each dashboard is checked as for its visitors. If more show the query, only the newest shares are checked. */
const maxLooked = 20

/** The shared dashboards on which a query no longer runs. Throws not_found and auth.forbidden. */
export async function unsafeShares(
  { db }: { db: Db },
  actor: Actor,
  queryId: number,
): Promise<ReplyOf<typeof listUnsafeShares>> {
  await requireVisible(db, actor, queryId)
  const found: ReplyOf<typeof listUnsafeShares> = { dashboards: [], others: 0 }
  for (const { id, token_hash } of await findSharesOfQuery(db, queryId, maxLooked)) {
    const { widgets } = await readSharedOf(db, token_hash)
    const ofQuery = [...widgets.values()].filter(({ query }) => query.id === queryId)
    const titles = [...new Set(await openTitlesOf(ofQuery))]
    if (titles.length === 0) continue
    const dashboard = await requireDashboard(db, actor, id)
    if (can(actor, 'view', dashboardSubject(dashboard))) {
      found.dashboards.push({ id, name: dashboard.name, titles })
    } else found.others++
  }
  return found
}
