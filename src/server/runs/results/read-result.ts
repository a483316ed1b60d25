import type { Db } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { type Actor, can } from '#shared/permissions/can.ts'
import { type ExecutionQuery, findExecutionQuery, findGroups } from './execution-store.ts'
import { findResult, type StoredResult } from './result-store.ts'

/** The result with this id, for those who may see its data source (docs/reference/promises.md#s10). Throws not_found, auth.forbidden. */
export async function requireResult(db: Db, actor: Actor, id: number): Promise<StoredResult> {
  const result = await requireExisting(db, actor, id)
  await requireSource(db, actor, result.data_source_id)
  return result
}

async function requireExisting(db: Db, actor: Actor, id: number): Promise<StoredResult> {
  const result = await findResult(db, id)
  if (result === null || result.org_id !== actor.org_id) throw refuse('not_found')
  return result
}

/** null: there is none, so that only admins see what stands on it. */
async function requireSource(db: Db, actor: Actor, id: number | null): Promise<void> {
  const groups = id === null ? {} : await findGroups(db, id)
  if (!can(actor, 'view', { groups })) throw refuse('auth.forbidden')
}

/**
 * A result of a query: the newest one, or the one with this id. For those who may see the query, as its name stands on
 * the file, and the result. The bearer of the query's key sees only results of the text the query has now. Throws
 * not_found, auth.forbidden and result.none_for_query.
 */
export async function requireQueryResult(
  db: Db,
  actor: Actor,
  queryId: number,
  resultId: number | null,
): Promise<{ query: ExecutionQuery; result: StoredResult }> {
  const query = await findExecutionQuery(db, actor.org_id, queryId)
  if (query === null || (actor.kind === 'query_key' && actor.query_id !== queryId)) throw refuse('not_found')
  await requireSource(db, actor, query.data_source_id)
  const wanted = resultId ?? query.latest_result_id
  if (wanted === null) throw refuse('result.none_for_query')
  if (actor.kind === 'query_key') return { query, result: await requireKeyResult(db, actor, query, wanted) }
  const result = await requireExisting(db, actor, wanted)
  if (result.data_source_id !== query.data_source_id) await requireSource(db, actor, result.data_source_id)
  return { query, result }
}

async function requireKeyResult(
  db: Db,
  actor: Actor,
  query: ExecutionQuery,
  id: number,
): Promise<StoredResult> {
  const result = await findResult(db, id)
  const isCurrent =
    result !== null &&
    result.org_id === actor.org_id &&
    result.data_source_id === query.data_source_id &&
    result.query_hash === query.query_hash
  if (!isCurrent) throw refuse('result.none_for_query')
  return result
}
