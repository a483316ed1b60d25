import type { Actor } from '#shared/permissions/can.ts'
import type { Db } from '../db/database.ts'
import { randomKey } from '../users/random-key.ts'
import { demandOwned, demandQuery } from './demand-query.ts'
import { type StoredQuery, setQueryApiKey } from './query-store.ts'

/** Gives the query a new key; the old one opens nothing from now on. Throws not_found and auth.not_owner. */
export async function regenerateApiKey({ db }: { db: Db }, actor: Actor, id: number): Promise<StoredQuery> {
  await demandOwned(db, actor, id)
  await setQueryApiKey(db, id, randomKey())
  return await demandQuery(db, actor, id)
}
