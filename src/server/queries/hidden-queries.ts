import { type Actor, can } from '#shared/permissions/can.ts'
import type { Db } from '../db/database.ts'
import { querySubject } from './demand-query.ts'
import { listQueriesById } from './query-store.ts'

/** Those of the queries that are there, and that the actor may not see. */
export async function hiddenQueries(
  db: Db,
  actor: Actor,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const queries = await listQueriesById(db, actor.org_id, actor.user_id, [...new Set(ids)])
  return new Set(queries.filter((query) => !can(actor, 'view', querySubject(query))).map(({ id }) => id))
}
