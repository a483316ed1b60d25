import { requireUserId } from '#server/identity/index.ts'
import type { Db } from '#server/kernel/index.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { keepingVersion } from './keep-version.ts'
import { deleteUsesOfQuery, updateQuery } from './query-store.ts'
import { requireOwned } from './require-query.ts'

/**
 * Archives the query: sets the flag, clears the schedule, deletes its alerts and the widgets that show it
 * (docs/reference/api-queries.md#archive); un-archiving restores none of this. For the owner and admins. Throws
 * not_found and auth.not_owner.
 */
export async function archiveStoredQuery(needs: { db: Db }, actor: Actor, id: number): Promise<void> {
  await keepingVersion(needs, actor, id, 'saved', async ({ db }) => {
    await requireOwned(db, actor, id)
    await updateQuery(db, id, requireUserId(actor), { is_archived: true, schedule: null })
    await deleteUsesOfQuery(db, id)
  })
}
