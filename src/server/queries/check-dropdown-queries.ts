import type { Db } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { type Actor, can } from '#shared/permissions/can.ts'
import { findQuery, type StoredQuery } from './query-store.ts'
import { querySubject } from './require-query.ts'

/**
 * A dropdown parameter must use a query with groups that the actor may see, so that they cannot read values through
 * another user's rights. Queries that the stored query (`kept`) already uses are allowed, even if they have since been
 * deleted: their lists are open to all its viewers. Throws query.dropdown_no_group and auth.forbidden.
 */
export async function checkDropdownQueries(
  needs: { db: Db },
  actor: Actor,
  options: Record<string, unknown>,
  kept: Record<string, unknown> = {},
): Promise<void> {
  const known = readDropdownQueryIds(kept)
  for (const id of readDropdownQueryIds(options)) {
    if (known.has(id)) continue
    const query = await findList(needs, actor, id)
    if (query === null || Object.keys(query.groups.view_only).length === 0)
      throw refuse('query.dropdown_no_group')
    if (!can(actor, 'view', querySubject(query))) throw refuse('auth.forbidden')
  }
}

/**
 * Moving a query to another data source opens its lists to the users of that data source, so the actor must be allowed
 * to see them. Throws auth.forbidden.
 */
export async function checkMovedDropdownQueries(
  needs: { db: Db },
  actor: Actor,
  options: Record<string, unknown>,
): Promise<void> {
  for (const id of readDropdownQueryIds(options)) {
    const query = await findList(needs, actor, id)
    if (query !== null && !can(actor, 'view', querySubject(query))) throw refuse('auth.forbidden')
  }
}

async function findList({ db }: { db: Db }, actor: Actor, id: unknown): Promise<StoredQuery | null> {
  const isId = typeof id === 'number' && Number.isInteger(id) && id >= 1 && id <= 2_147_483_647
  return isId ? await findQuery(db, actor.org_id, id, actor.user_id) : null
}

/** The queries used by parameters of type `query`, whether valid ids or not; parameters without a query are skipped. */
function readDropdownQueryIds({ parameters }: Record<string, unknown>): Set<unknown> {
  const ids = new Set<unknown>()
  if (!Array.isArray(parameters)) return ids
  for (const parameter of parameters as unknown[]) {
    if (typeof parameter !== 'object' || parameter === null) continue
    const { type, queryId } = parameter as { type?: unknown; queryId?: unknown }
    if (type === 'query' && queryId !== null && queryId !== undefined) ids.add(queryId)
  }
  return ids
}
