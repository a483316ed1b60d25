import { setImmediate as turn } from 'node:timers/promises'
import { findConnector } from '#connectors/registry.ts'
import { isSafeQuery } from '#shared/parameters/is-safe.ts'
import { type Actor, can } from '#shared/permissions/can.ts'
import type {
  Query,
  QueryInList,
  QueryOfCaller,
  QueryWithoutVisualizations,
} from '#shared/queries/queries-api.ts'
import type { User } from '#shared/users/user.ts'
import type { Db } from '../db/database.ts'
import { describeRefresh } from '../schedules/describe-refresh.ts'
import { discreetUser } from '../users/discreet-user.ts'
import { loadUsers } from '../users/load-users.ts'
import { presentVisualizations } from '../visualizations/present-visualization.ts'
import { querySubject } from './demand-query.ts'
import { type ListedQuery, listQueriesById, type StoredQuery } from './query-store.ts'

/**
 * Fields that every shape of a query has; the key only for those who may edit (spec README). An owner who has lost the
 * data source saves what is his, such as the name, and is not told of the text, which others may have changed since.
 */
function presentBase(actor: Actor, query: StoredQuery, users: ReadonlyMap<number, User>) {
  const user = users.get(query.user_id)
  if (user === undefined) throw new Error(`Query ${query.id} has no owner.`)
  const isSeen = can(actor, 'view', querySubject(query))
  const options: Record<string, unknown> = JSON.parse(query.options)
  return {
    id: query.id,
    latest_query_data_id: query.latest_result_id,
    name: query.name,
    description: query.description,
    query: isSeen ? query.query_text : '',
    query_hash: query.query_hash,
    schedule: query.schedule,
    ...(mayHoldKey(actor, query) ? { api_key: query.api_key } : {}),
    is_archived: query.is_archived,
    is_draft: query.is_draft,
    updated_at: query.updated_at.toISOString(),
    created_at: query.created_at.toISOString(),
    data_source_id: query.data_source_id,
    options: isSeen ? options : {},
    version: query.version,
    tags: query.tags,
    is_safe: isSafeQuery(query.query_text, options, bindingOf(query.data_source_type)),
    user,
    ...(actor.kind === 'user' ? { is_favorite: query.is_favorite } : {}),
  }
}

/** The key opens the data source for viewing: an owner who has lost that does not get it. */
function mayHoldKey(actor: Actor, query: StoredQuery): boolean {
  const subject = querySubject(query)
  return can(actor, 'modify', subject) && can(actor, 'view', subject)
}

/** null for a query without a data source: it cannot run. */
export function bindingOf(type: string | null) {
  return (type === null ? undefined : findConnector(type))?.binds ?? null
}

/** The detail, and the answer of create and save; `can_edit` is for the detail alone (reference-api 5.0). */
export async function presentQuery(db: Db, actor: Actor, query: StoredQuery): Promise<Query> {
  const [presented, visualizations, refresh] = await Promise.all([
    presentWithoutVisualizations(db, actor, query),
    can(actor, 'view', querySubject(query)) ? presentVisualizations(db, query.id) : [],
    describeRefresh(db, query.id),
  ])
  return { ...presented, visualizations, ...refresh }
}

/** As the answer of a new API key and nested objects show it. */
export async function presentWithoutVisualizations(
  db: Db,
  actor: Actor,
  query: StoredQuery,
): Promise<QueryWithoutVisualizations> {
  const ids = [query.user_id, query.last_modified_by_id].filter((id) => id !== null)
  const known = await loadUsers(db, ids)
  const users =
    actor.kind === 'user' ? known : new Map([...known].map(([id, user]) => [id, discreetUser(user)]))
  return {
    ...presentBase(actor, query, users),
    last_modified_by:
      query.last_modified_by_id === null ? null : (users.get(query.last_modified_by_id) ?? null),
  }
}

/** Long texts take time to judge: others are served meanwhile (promise S19). */
const longestTurn = 20

/** Rows of a list; the owners are read at once for the whole page. */
export async function presentQueries(
  db: Db,
  actor: Actor,
  queries: readonly ListedQuery[],
): Promise<QueryInList[]> {
  const users = await loadUsers(db, [...new Set(queries.map((query) => query.user_id))])
  return await inTurns(queries, (query) => ({
    ...presentBase(actor, query, users),
    last_modified_by_id: query.last_modified_by_id,
    retrieved_at: query.retrieved_at?.toISOString() ?? null,
    runtime: query.runtime,
    ...(query.starred_at === null ? {} : { starred_at: query.starred_at.toISOString() }),
  }))
}

export type NestedQuery = QueryWithoutVisualizations & { retrieved_at: string | null }

/**
 * Those of the queries that the actor may see, by id, as widgets hold them: without stars, which are for lists and
 * details. The number of statements is the same however many there are.
 */
export async function presentNestedQueries(
  db: Db,
  actor: Actor,
  ids: readonly number[],
): Promise<ReadonlyMap<number, NestedQuery>> {
  const queries = await listQueriesById(db, actor.org_id, actor.user_id, ids)
  const visible = queries.filter((query) => can(actor, 'view', querySubject(query)))
  const named = visible.flatMap(({ user_id, last_modified_by_id }) => [
    user_id,
    last_modified_by_id ?? user_id,
  ])
  const users = await loadUsers(db, [...new Set(named)])
  const presented = await inTurns(visible, (query) => {
    const { is_favorite: _, ...base } = presentBase(actor, query, users)
    const { last_modified_by_id: modifier } = query
    const last_modified_by = modifier === null ? null : (users.get(modifier) ?? null)
    return { ...base, last_modified_by, retrieved_at: query.retrieved_at?.toISOString() ?? null }
  })
  return new Map(presented.map((query) => [query.id, query]))
}

async function inTurns<Q, P>(queries: readonly Q[], present: (query: Q) => P): Promise<P[]> {
  const presented: P[] = []
  let began = performance.now()
  for (const query of queries) {
    presented.push(present(query))
    if (performance.now() - began < longestTurn) continue
    await turn()
    began = performance.now()
  }
  return presented
}

/** The actor's own queries: the owner is an id. */
export async function presentQueriesOfCaller(
  db: Db,
  actor: Actor,
  queries: readonly StoredQuery[],
): Promise<QueryOfCaller[]> {
  const users = await loadUsers(db, [...new Set(queries.map((query) => query.user_id))])
  return queries.map((query) => {
    const { user, ...presented } = presentBase(actor, query, users)
    return { ...presented, user_id: user.id, last_modified_by_id: query.last_modified_by_id }
  })
}
