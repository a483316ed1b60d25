import type { Db } from '#server/kernel/index.ts'
import { type Actor, can } from '#shared/permissions/can.ts'
import { listQueriesById, type StoredQuery } from './query-store.ts'
import { querySubject } from './require-query.ts'

/** The existing queries by id, in one statement. */
export async function queriesById(
  db: Db,
  actor: Actor,
  ids: readonly number[],
): Promise<ReadonlyMap<number, StoredQuery>> {
  const queries = await listQueriesById(db, actor.org_id, actor.user_id, [...new Set(ids)])
  return new Map(queries.map((query) => [query.id, query]))
}

/** Those of the existing queries that the actor may not see. */
export async function hiddenQueries(
  db: Db,
  actor: Actor,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const queries = [...(await queriesById(db, actor, ids)).values()]
  return new Set(queries.filter((query) => !can(actor, 'view', querySubject(query))).map(({ id }) => id))
}
