import { holdActor, requireUserId } from '#server/identity/index.ts'
import type { Db, QueryVersionKind } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { lockQuery } from './query-store.ts'
import { insertVersion } from './query-version-store.ts'

/**
 * Runs `change` under a lock on the query, and keeps the result as a version. One transaction: no save without its
 * version, no version without its save. `change` uses the given needs, checks the actor itself, and rolls back
 * everything by throwing. Throws not_found.
 */
export async function keepingVersion<N extends { db: Db }, T>(
  needs: N,
  actor: Actor,
  queryId: number,
  kind: Exclude<QueryVersionKind, 'created' | 'refused'>,
  change: (locked: N) => Promise<T>,
): Promise<T> {
  const userId = requireUserId(actor)
  return await needs.db.transaction().execute(async (db) => {
    await holdActor(db, actor)
    if (!(await lockQuery(db, actor.org_id, queryId))) throw refuse('not_found')
    const answer = await change({ ...needs, db })
    await insertVersion(db, queryId, kind, userId)
    return answer
  })
}
