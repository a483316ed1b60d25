import type { ServerContext } from '#server/kernel/index.ts'
import type { Actor } from '#shared/permissions/can.ts'
import type { StoredQuery } from './query-store.ts'
import { renewQueryKey } from './renew-query-key.ts'
import { requireOwned, requireQuery, requireVisible } from './require-query.ts'

/**
 * Gives the query a new key and revokes the old one. A key opens the data source for viewing, so an owner who has lost
 * that access gets none. Throws not_found, auth.not_owner and auth.forbidden.
 */
export async function regenerateApiKey(
  { db, secrets }: Pick<ServerContext, 'db' | 'secrets'>,
  actor: Actor,
  id: number,
): Promise<StoredQuery> {
  await requireOwned(db, actor, id)
  await requireVisible(db, actor, id)
  await renewQueryKey(db, secrets, id)
  return await requireQuery(db, actor, id)
}
