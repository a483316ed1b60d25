import { type Db, findGroupsOfSource } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { type Actor, can, noGroups } from '#shared/permissions/can.ts'
import { type ExecutionQuery, findExecutionQuery } from './execution-store.ts'
import { findResult, type StoredResult } from './result-store.ts'

/**
 * The result with this id, for callers who may see its data source (docs/reference/promises.md#s10). Throws not_found,
 * auth.forbidden.
 */
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

/** null: no data source, so only admins may see its results. */
async function requireSource(db: Db, actor: Actor, id: number | null): Promise<void> {
  const groups = id === null ? noGroups : await findGroupsOfSource(db, id)
  if (!can(actor, 'view', { groups })) throw refuse('auth.forbidden')
}

/**
 * A result of a query: the newest one, or the one with this id. The caller must be allowed to see the query, because
 * its name appears in the file name, and the result. A caller with the query's key sees only results of the query's
 * current text. Throws not_found, auth.forbidden and result.none_for_query.
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
