import type { Db } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { findGroup, type StoredGroup } from './group-store.ts'

/** A group of the actor's organization. Throws not_found. */
export async function requireGroup(db: Db, actor: Actor, id: number): Promise<StoredGroup> {
  const group = await findGroup(db, actor.org_id, id)
  if (group === null) throw refuse('not_found')
  return group
}
