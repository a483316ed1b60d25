import { requireUserId } from '#server/identity/index.ts'
import type { Db } from '#server/kernel/index.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { keepingVersion } from './keep-version.ts'
import { deleteUsesOfQuery, updateQuery } from './query-store.ts'
import { requireOwned } from './require-query.ts'

/**
 * Archives: flag set, schedule cleared, widgets that show the query and its alerts deleted
 * (docs/reference/api-queries.md#archive); none of it comes back by un-archiving. For owner and admins. Throws
 * not_found and auth.not_owner.
 */
export async function archiveStoredQuery(needs: { db: Db }, actor: Actor, id: number): Promise<void> {
  await keepingVersion(needs, actor, id, 'saved', async ({ db }) => {
    await requireOwned(db, actor, id)
    await updateQuery(db, id, requireUserId(actor), { is_archived: true, schedule: null })
    await deleteUsesOfQuery(db, id)
  })
}
