import type { Actor } from '#shared/permissions/can.ts'
import type { Db } from '../db/database.ts'
import { setFavorite } from '../favorites/set-favorite.ts'
import { demandUserId } from '../queries/demand-query.ts'
import { demandVisibleDashboard } from './demand-dashboard.ts'

/** Throws not_found, and auth.forbidden for a dashboard that the actor cannot open. */
export async function starDashboard(
  { db }: { db: Db },
  actor: Actor,
  id: number,
  starred: boolean,
): Promise<null> {
  const userId = demandUserId(actor)
  await demandVisibleDashboard(db, actor, id)
  await setFavorite(db, userId, { kind: 'dashboard', id }, starred)
  return null
}
