import { loadActor } from '#server/identity/index.ts'
import type { Db } from '#server/kernel/index.ts'
import { Refusal } from '#shared/errors/refusal.ts'
import type { Actor } from '#shared/permissions/can.ts'
import type { StoredJob } from '../jobs/job-store.ts'
import { findAuthorIds } from './inner-run-store.ts'

/**
 * With whose rights a text reads other queries: all of these people need them. A run by hand has those of the person who
 * requested it. Where nobody is there (a schedule, an embed, a shared dashboard, a key), it has those of the query's
 * owner and of the person who saved it last: otherwise a person who may only change the text could read with the rights
 * of its owner. null among them: a person who was disabled.
 */
export async function findActingPersons(db: Db, outermost: StoredJob): Promise<(Actor | null)[]> {
  const { user_id, is_scheduled, query_id } = outermost
  const isByHand = user_id !== null && !is_scheduled
  const ids = isByHand ? [user_id] : query_id === null ? [] : await findAuthorIds(db, query_id)
  return await Promise.all(ids.map((id) => loadIfEnabled(db, id)))
}

async function loadIfEnabled(db: Db, id: number): Promise<Actor | null> {
  try {
    return await loadActor(db, id)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
