import { requireUserId } from '#server/identity/index.ts'
import type { Db } from '#server/kernel/index.ts'
import type { DashboardVersionKind } from '#shared/dashboards/dashboard-versions-api.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { changingDashboard } from './changing-dashboard.ts'
import { insertVersion, takeOpenVersion } from './dashboard-version-store.ts'

/** Arranging widgets saves each of them: changes by one user within this time are one version. */
const minutesOfOneVersion = 10

/**
 * Runs `change` under a lock on the dashboard, and keeps the result as a version, in one transaction. `change` checks
 * the actor itself, and rolls back everything by throwing. Throws not_found.
 */
export async function keepingDashboardVersion<T>(
  needs: { db: Db },
  actor: Actor,
  dashboardId: number,
  kind: Exclude<DashboardVersionKind, 'created' | 'refused'>,
  change: (locked: Db) => Promise<T>,
): Promise<T> {
  const userId = requireUserId(actor)
  return await changingDashboard(needs, actor, dashboardId, async (db) => {
    const answer = await change(db)
    const createdAt =
      kind === 'widgets' ? await takeOpenVersion(db, dashboardId, userId, minutesOfOneVersion) : null
    await insertVersion(db, dashboardId, { kind, userId, createdAt })
    return answer
  })
}
