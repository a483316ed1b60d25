import { setImmediate as turn } from 'node:timers/promises'
import { discreetUser, loadUsers } from '#server/identity/index.ts'
import type { Db } from '#server/kernel/index.ts'
import { readStoredKey, type Secrets, type ServerContext } from '#server/kernel/index.ts'
import { askerOf, describeRefresh, isSafeText } from '#server/runs/index.ts'
import { Refusal } from '#shared/errors/refusal.ts'
import { type Actor, can } from '#shared/permissions/can.ts'
import type {
  Query,
  QueryInList,
  QueryOfCaller,
  QueryWithoutVisualizations,
} from '#shared/queries/queries-api.ts'
import type { User } from '#shared/users/user.ts'
import { leaveOutTexts } from './leave-out-texts.ts'
import { type ListedQuery, listQueriesById, type StoredQuery } from './query-store.ts'
import { querySubject } from './require-query.ts'
import { type JudgedQuery, noteSafety } from './safety-store.ts'
import { presentVisualizations } from './visualizations/present-visualization.ts'

type Needs = Pick<ServerContext, 'db' | 'secrets'>

/**
 * Fields common to all shapes of a query; the key only for users who may edit
 * (docs/reference/api-conventions.md#query-shape). An owner who has lost access to the data source may still save their
 * own fields, such as the name, but does not get the text, which others may have changed since.
 */
function presentBase(
  secrets: Secrets,
  actor: Actor,
  query: StoredQuery,
  { users, safety }: { users: ReadonlyMap<number, User>; safety: ReadonlyMap<number, boolean> },
) {
  const user = users.get(query.user_id)
  if (user === undefined) throw new Error(`Query ${query.id} has no owner.`)
  const is_safe = safety.get(query.id)
  if (is_safe === undefined) throw new Error(`Query ${query.id} is not judged.`)
  const isSeen = can(actor, 'view', querySubject(query))
  const options: Record<string, unknown> = JSON.parse(query.options)
  const api_key = mayHoldKey(actor, query) ? readStoredKey(secrets, query.encrypted_api_key) : null
  return {
    id: query.id,
    latest_query_data_id: query.latest_result_id,
    name: query.name,
    description: query.description,
    query: isSeen ? query.query_text : '',
    ...(query.is_text_left_out === true ? { is_text_left_out: true as const } : {}),
    query_hash: query.query_hash,
    schedule: query.schedule,
    ...(api_key === null ? {} : { api_key }),
    is_archived: query.is_archived,
    is_draft: query.is_draft,
    updated_at: query.updated_at.toISOString(),
    created_at: query.created_at.toISOString(),
    data_source_id: query.data_source_id,
    options: isSeen ? options : {},
    version: query.version,
    tags: query.tags,
    ...(query.from_git === null ? {} : { from_git: query.from_git }),
    is_safe,
    user,
    ...(actor.kind === 'user' ? { is_favorite: query.is_favorite } : {}),
  }
}

/** The key opens the data source for viewing, so an owner who has lost that access does not get it. */
function mayHoldKey(actor: Actor, query: StoredQuery): boolean {
  const subject = querySubject(query)
  return can(actor, 'modify', subject) && can(actor, 'view', subject)
}

/**
 * The detail, and the reply of create and save; only the detail has `can_edit`
 * (docs/reference/api-conventions.md#query-shape).
 */
export async function presentQuery(needs: Needs, actor: Actor, query: StoredQuery): Promise<Query> {
  const { db } = needs
  const [presented, visualizations, refresh] = await Promise.all([
    presentWithoutVisualizations(needs, actor, query),
    can(actor, 'view', querySubject(query)) ? presentVisualizations(db, query.id) : [],
    describeRefresh(db, query.id),
  ])
  return { ...presented, visualizations, ...refresh }
}

/** The shape in the reply of a new API key and in nested objects. */
export async function presentWithoutVisualizations(
  { db, secrets }: Needs,
  actor: Actor,
  query: StoredQuery,
): Promise<QueryWithoutVisualizations> {
  const ids = [query.user_id, query.last_modified_by_id].filter((id) => id !== null)
  const known = await loadUsers(db, ids)
  const safety = await safetyOf(db, [query])
  const users =
    actor.kind === 'user' ? known : new Map([...known].map(([id, user]) => [id, discreetUser(user)]))
  return {
    ...presentBase(secrets, actor, query, { users, safety }),
    last_modified_by:
      query.last_modified_by_id === null ? null : (users.get(query.last_modified_by_id) ?? null),
  }
}

/** Rows of a list; the owners of the whole page are read at once. */
export async function presentQueries(
  { db, secrets }: Needs,
  actor: Actor,
  queries: readonly ListedQuery[],
): Promise<QueryInList[]> {
  const users = await loadUsers(db, [...new Set(queries.map((query) => query.user_id))])
  const safety = await safetyOf(db, queries)
  return queries.map((query) => ({
    ...presentBase(secrets, actor, query, { users, safety }),
    last_modified_by_id: query.last_modified_by_id,
    retrieved_at: query.retrieved_at?.toISOString() ?? null,
    runtime: query.runtime,
    ...(query.starred_at === null ? {} : { starred_at: query.starred_at.toISOString() }),
  }))
}

export type NestedQuery = QueryWithoutVisualizations & { retrieved_at: string | null }

/**
 * Those of the queries that the actor may see, by id, as nested in widgets and alerts: without stars, which only lists
 * and details have. An id is given once for each copy in the reply. The number of statements does not depend on the
 * number of queries.
 */
export async function presentNestedQueries(
  { db, secrets }: Needs,
  actor: Actor,
  ids: readonly number[],
): Promise<ReadonlyMap<number, NestedQuery>> {
  const queries = await listQueriesById(db, actor.org_id, actor.user_id, [...new Set(ids)])
  const visible = queries.filter((query) => can(actor, 'view', querySubject(query)))
  const named = visible.flatMap(({ user_id, last_modified_by_id }) => [
    user_id,
    last_modified_by_id ?? user_id,
  ])
  const users = await loadUsers(db, [...new Set(named)])
  const safety = await safetyOf(db, visible)
  const presented = visible.map((query) => {
    const { is_favorite: _, ...base } = presentBase(secrets, actor, query, { users, safety })
    const { last_modified_by_id: modifier } = query
    const last_modified_by = modifier === null ? null : (users.get(modifier) ?? null)
    return { ...base, last_modified_by, retrieved_at: query.retrieved_at?.toISOString() ?? null }
  })
  return leaveOutTexts(new Map(presented.map((query) => [query.id, query])), ids)
}

/** The actor's own queries: the owner is an id. */
export async function presentQueriesOfCaller(
  { db, secrets }: Needs,
  actor: Actor,
  queries: readonly StoredQuery[],
): Promise<QueryOfCaller[]> {
  const users = await loadUsers(db, [...new Set(queries.map((query) => query.user_id))])
  const safety = await safetyOf(db, queries)
  return queries.map((query) => {
    const { user, ...presented } = presentBase(secrets, actor, query, { users, safety })
    return { ...presented, user_id: user.id, last_modified_by_id: query.last_modified_by_id }
  })
}

/** Increase it with each change of `isSafeQuery` or of what a connector binds: all queries are then judged again. */
const safetyRule = 9

/** Judging long texts takes time: let other requests run in between. */
const maxTurn = 20

/**
 * Whether view access is enough to run each query, by id, for display only: a run is judged separately. Uses stored
 * verdicts of the current rule; judges and stores the others. A query without a verdict whose text was left out counts
 * as unsafe.
 */
async function safetyOf(db: Db, queries: readonly StoredQuery[]): Promise<ReadonlyMap<number, boolean>> {
  const known = new Map<number, boolean>()
  const notes: JudgedQuery[] = []
  let began = performance.now()
  for (const query of queries) {
    const safety_rule = `${safetyRule} ${query.data_source_type ?? ''}`
    if (query.is_safe !== null && query.safety_rule === safety_rule) {
      known.set(query.id, query.is_safe)
      continue
    }
    if (query.is_text_left_out === true) {
      known.set(query.id, false)
      continue
    }
    const options: Record<string, unknown> = JSON.parse(query.options)
    const is_safe = await judge(query, options)
    known.set(query.id, is_safe ?? false)
    if (is_safe === null) continue
    notes.push({ id: query.id, version: query.version, is_safe, safety_rule })
    if (performance.now() - began < maxTurn) continue
    await turn()
    began = performance.now()
  }
  if (notes.length > 0) await noteSafety(db, notes)
  return known
}

/** null: not now, because too many long texts are being worked on. */
async function judge(query: StoredQuery, options: Record<string, unknown>): Promise<boolean | null> {
  try {
    const { query_text, data_source_type, user_id } = query
    // a person who wrote many long texts delays only those
    const owner = askerOf({ user_id, name: '' })
    return await isSafeText(query_text, options, data_source_type, owner)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
