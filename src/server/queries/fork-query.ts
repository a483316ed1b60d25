import { randomKey, requireUserId } from '#server/identity/index.ts'
import { apiKeyColumns, type ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { type Actor, can } from '#shared/permissions/can.ts'
import { forkName } from '#shared/queries/fork-name.ts'
import { copyQuery } from './query-copy-store.ts'
import { lockQuery, type StoredQuery } from './query-store.ts'
import { insertVersion } from './query-version-store.ts'
import { querySubject, requireQuery } from './require-query.ts'

type Needs = Pick<ServerContext, 'db' | 'secrets'>

/**
 * Copies a query to a draft of the actor, without what is bound to the original (docs/reference/api-queries.md#fork).
 * Requires full access to its data source; drafts of others and archived queries can be forked too. Parameters keep
 * their lists, even from data sources that the actor may not see: they can read those values through the original
 * anyway. Throws not_found and auth.forbidden.
 */
export async function forkStoredQuery(
  { db, secrets }: Needs,
  actor: Actor,
  id: number,
): Promise<StoredQuery> {
  const user_id = requireUserId(actor)
  return await db.transaction().execute(async (trx) => {
    // read text and visualizations at the same moment
    await lockQuery(trx, actor.org_id, id)
    const original = await requireQuery(trx, actor, id)
    if (!can(actor, 'use_fully', querySubject(original))) throw refuse('auth.forbidden')
    const key = apiKeyColumns(secrets, randomKey())
    const copyId = await copyQuery(trx, id, { name: forkName(original), user_id, key })
    await insertVersion(trx, copyId, 'created', user_id)
    return await requireQuery(trx, actor, copyId)
  })
}
