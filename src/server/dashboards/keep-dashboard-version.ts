import { requireUserId } from '#server/identity/index.ts'
import type { Db } from '#server/kernel/index.ts'
import type { DashboardVersionKind } from '#shared/dashboards/dashboard-versions-api.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { changingDashboard } from './changing-dashboard.ts'
import { insertVersion, takeOpenVersion } from './dashboard-version-store.ts'

/** Arranging widgets saves each of them: what one person does in this time is one version. */
const minutesOfOneVersion = 10

/**
 * Runs `change` while nobody else can change the dashboard, and keeps what the dashboard is afterwards as a version: one
 * transaction. `change` judges the actor itself, and undoes everything by throwing. Throws not_found.
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
