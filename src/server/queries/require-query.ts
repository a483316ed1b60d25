import type { Db } from '#server/kernel/index.ts'
import { refuseFromGit } from '#shared/content/refuse-from-git.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { type Actor, can, type Subject } from '#shared/permissions/can.ts'
import { findQuery, type StoredQuery } from './query-store.ts'

/** The facts about a query for `can(...)`. */
export function querySubject(query: StoredQuery): Subject {
  return {
    groups: query.groups,
    owner_id: query.user_id,
    modifier_ids: query.modifier_ids,
    query_id: query.id,
    is_from_git: query.from_git !== null,
  }
}

/** The query with this id in the actor's organization. Throws not_found. */
export async function requireQuery(db: Db, actor: Actor, id: number): Promise<StoredQuery> {
  const query = await findQuery(db, actor.org_id, id, actor.user_id)
  if (query === null) throw refuse('not_found')
  return query
}

/** A query the actor may see. Throws not_found and auth.forbidden. */
export async function requireVisible(db: Db, actor: Actor, id: number): Promise<StoredQuery> {
  const query = await requireQuery(db, actor, id)
  if (!can(actor, 'view', querySubject(query))) throw refuse('auth.forbidden')
  return query
}

/** A query the actor may edit, wherever it is changed. Throws not_found and auth.forbidden. */
export async function requireEditor(db: Db, actor: Actor, id: number): Promise<StoredQuery> {
  const query = await requireQuery(db, actor, id)
  if (!can(actor, 'modify', querySubject(query))) throw refuse('auth.forbidden')
  return query
}

/** A query the actor may change here. Throws not_found, auth.forbidden and content.from_git. */
export async function requireModifiable(db: Db, actor: Actor, id: number): Promise<StoredQuery> {
  const query = await requireEditor(db, actor, id)
  refuseFromGit(actor, query)
  return query
}

/** A query the actor may archive and share: their own, or any for admins. Throws not_found and auth.not_owner. */
export async function requireOwned(db: Db, actor: Actor, id: number): Promise<StoredQuery> {
  const query = await requireQuery(db, actor, id)
  if (!can(actor, 'own', querySubject(query))) throw refuse('auth.not_owner')
  return query
}
