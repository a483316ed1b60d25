import type { Db } from '#server/kernel/index.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { star } from './favorites/star.ts'
import { requireVisible } from './require-query.ts'

/** Throws not_found, and auth.forbidden for a query that the actor cannot see. */
export const starQuery = (needs: { db: Db }, actor: Actor, id: number, starred: boolean): Promise<null> =>
  star(needs, actor, { kind: 'query', id }, starred, requireVisible)
