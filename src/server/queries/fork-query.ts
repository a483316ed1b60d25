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
 * A draft of the actor's own with everything of the query that is not bound to it (docs/reference/api-queries.md#fork).
 * Whoever may use its data source fully may fork it, drafts of others and archived ones too. Parameters keep the lists
 * they are chosen from, also lists of data sources that he does not see: he reads their values through the original
 * anyway. Throws not_found and auth.forbidden.
 */
export async function forkStoredQuery(
  { db, secrets }: Needs,
  actor: Actor,
  id: number,
): Promise<StoredQuery> {
  const user_id = requireUserId(actor)
  return await db.transaction().execute(async (trx) => {
    // text and visualizations are those of one moment
    await lockQuery(trx, actor.org_id, id)
    const original = await requireQuery(trx, actor, id)
    if (!can(actor, 'use_fully', querySubject(original))) throw refuse('auth.forbidden')
    const key = apiKeyColumns(secrets, randomKey())
    const copyId = await copyQuery(trx, id, { name: forkName(original), user_id, key })
    await insertVersion(trx, copyId, 'created', user_id)
    return await requireQuery(trx, actor, copyId)
  })
}
