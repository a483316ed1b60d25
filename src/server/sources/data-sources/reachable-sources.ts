import type { Db } from '#server/kernel/index.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { listSourcesOfGroups } from './data-source-store.ts'

/**
 * Ids of the data sources of the actor's groups. Not wider for admins: lists follow the same rule for all users
 * (docs/reference/api-access.md#what-lists-show).
 */
export async function reachableSources(db: Db, actor: Actor): Promise<number[]> {
  return await listSourcesOfGroups(db, actor.org_id, actor.group_ids)
}
