import type { Db } from '#server/kernel/index.ts'
import { star } from '#server/queries/index.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { requireVisibleDashboard } from './require-dashboard.ts'

/** Throws not_found, and auth.forbidden for a dashboard that the actor cannot open. */
export const starDashboard = (needs: { db: Db }, actor: Actor, id: number, starred: boolean): Promise<null> =>
  star(needs, actor, { kind: 'dashboard', id }, starred, requireVisibleDashboard)
