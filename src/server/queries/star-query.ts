import type { Actor } from '#shared/permissions/can.ts'
import type { Db } from '../db/database.ts'
import { setFavorite } from '../favorites/set-favorite.ts'
import { demandUserId, demandVisible } from './demand-query.ts'

/** Throws not_found, and auth.forbidden for a query that the actor cannot see. */
export async function starQuery(
  { db }: { db: Db },
  actor: Actor,
  id: number,
  starred: boolean,
): Promise<null> {
  const userId = demandUserId(actor)
  await demandVisible(db, actor, id)
  await setFavorite(db, userId, { kind: 'query', id }, starred)
  return null
}
