import { refuse } from '#shared/errors/refusal.ts'
import { type Actor, can } from '#shared/permissions/can.ts'
import type { Db } from '../db/database.ts'
import { querySubject } from './demand-query.ts'
import { findQuery } from './query-store.ts'

/**
 * A parameter fed by a query must name a query with groups that the actor may see, so that nobody reads values
 * through somebody else's rights. Throws query.dropdown_no_group and auth.forbidden.
 */
export async function checkDropdownQueries(
  { db }: { db: Db },
  actor: Actor,
  options: Record<string, unknown>,
): Promise<void> {
  for (const queryId of readDropdownQueryIds(options)) {
    const query = await findQuery(db, actor.org_id, queryId, actor.user_id)
    if (query === null || Object.keys(query.groups).length === 0) throw refuse('query.dropdown_no_group')
    if (!can(actor, 'view', querySubject(query))) throw refuse('auth.forbidden')
  }
}

/** Ids named by parameters of type `query`; a parameter that names none yet is left alone. */
function readDropdownQueryIds(options: Record<string, unknown>): Set<number> {
  const ids = new Set<number>()
  if (!Array.isArray(options.parameters)) return ids
  for (const parameter of options.parameters as unknown[]) {
    if (typeof parameter !== 'object' || parameter === null) continue
    const { type, queryId } = parameter as { type?: unknown; queryId?: unknown }
    if (type !== 'query' || queryId === null || queryId === undefined) continue
    if (!Number.isInteger(queryId) || (queryId as number) < 1 || (queryId as number) > 2_147_483_647) {
      throw refuse('query.dropdown_no_group')
    }
    ids.add(queryId as number)
  }
  return ids
}
