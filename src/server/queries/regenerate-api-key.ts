import type { Actor } from '#shared/permissions/can.ts'
import type { Db } from '../db/database.ts'
import { randomKey } from '../users/random-key.ts'
import { demandOwned, demandQuery, demandVisible } from './demand-query.ts'
import { type StoredQuery, setQueryApiKey } from './query-store.ts'

/**
 * Gives the query a new key; the old one opens nothing from now on. A key opens the data source for viewing, so an owner
 * who has lost that gets none. Throws not_found, auth.not_owner and auth.forbidden.
 */
export async function regenerateApiKey({ db }: { db: Db }, actor: Actor, id: number): Promise<StoredQuery> {
  await demandOwned(db, actor, id)
  await demandVisible(db, actor, id)
  await setQueryApiKey(db, id, randomKey())
  return await demandQuery(db, actor, id)
}
