import { isDeepStrictEqual } from 'node:util'
import { refuse } from '#shared/errors/refusal.ts'
import type { BodyOf } from '#shared/http/endpoint.ts'
import { type Actor, can, type GroupAccess } from '#shared/permissions/can.ts'
import type { createQuery, saveQuery } from '#shared/queries/queries-api.ts'
import { demandDataSource } from '../data-sources/save-data-source.ts'
import type { Db } from '../db/database.ts'
import { randomKey } from '../users/random-key.ts'
import { checkDropdownQueries } from './check-dropdown-queries.ts'
import { demandModifiable, demandQuery, querySubject } from './demand-query.ts'
import { demandFewParameters } from './few-parameters.ts'
import { hashOfQuery } from './hash-of-query.ts'
import {
  insertQuery,
  isResultOf,
  linkNewestResult,
  type QueryChanges,
  type StoredQuery,
  updateQuery,
} from './query-store.ts'

interface Needs {
  db: Db
  clock: () => Date
}

/** Creates a draft with one default Table. Throws auth.forbidden without full access to the data source. */
export async function createNewQuery(
  needs: Needs,
  actor: Actor,
  body: BodyOf<typeof createQuery>,
): Promise<StoredQuery> {
  const { db } = needs
  const type = await demandFullAccess(db, actor, body.data_source_id)
  const options = body.options ?? {}
  demandFewParameters(body.query, options)
  await checkDropdownQueries({ db }, actor, options)
  const id = await insertQuery(db, {
    org_id: actor.org_id,
    data_source_id: body.data_source_id,
    name: body.name ?? 'New Query',
    description: body.description ?? null,
    query_text: body.query,
    query_hash: await hashOfQuery(needs, actor.org_id, type, body.query, options),
    api_key: randomKey(),
    user_id: demandUserId(actor),
    schedule: body.schedule ? JSON.stringify(body.schedule) : null,
    options: JSON.stringify(options),
    tags: cleanTags(body.tags),
  })
  await linkNewestResult(db, id)
  return await demandQuery(db, actor, id)
}

/**
 * Saves the sent fields. With a `version` that is no longer the stored one: query.version_conflict, and nothing is
 * saved; without one the save overwrites. Throws not_found and auth.forbidden.
 */
export async function changeQuery(
  needs: Needs,
  actor: Actor,
  id: number,
  body: BodyOf<typeof saveQuery>,
): Promise<StoredQuery> {
  const { db } = needs
  const stored = await demandModifiable(db, actor, id)
  const storedOptions: Record<string, unknown> = JSON.parse(stored.options)
  if (changesRun(stored, storedOptions, body) && !can(actor, 'use_fully', { groups: stored.groups })) {
    throw refuse('auth.forbidden')
  }
  const movesTo = body.data_source_id !== undefined && body.data_source_id !== stored.data_source_id
  const type = movesTo
    ? await demandFullAccess(db, actor, body.data_source_id ?? 0)
    : stored.data_source_id === null
      ? null
      : (await demandDataSource(db, actor, stored.data_source_id)).type
  const options = body.options ?? storedOptions
  demandFewParameters(body.query ?? stored.query_text, options)
  if (body.options) await checkDropdownQueries({ db }, actor, body.options)
  const changes = readChanges(body)
  changes.query_hash = await hashOfQuery(needs, actor.org_id, type, body.query ?? stored.query_text, options)
  const resultId = body.latest_query_data_id
  if (resultId) await demandResultOf(db, resultId, body.data_source_id ?? stored.data_source_id)
  if (resultId !== undefined) changes.latest_result_id = resultId
  if (movesTo && !resultId) changes.latest_result_id = null
  // a schedule of an archived query would never run again: archiving clears it (part 1 section 4)
  if (body.is_archived === true) changes.schedule = null
  const saved = await updateQuery(db, id, body.version ?? null, demandUserId(actor), changes)
  if (!saved) throw refuse('query.version_conflict')
  await linkNewestResult(db, id)
  return await demandQuery(db, actor, id)
}

/** Archives: flag set, schedule cleared. For owner and admins. Throws not_found and auth.not_owner. */
export async function archiveStoredQuery({ db }: Needs, actor: Actor, id: number): Promise<void> {
  const stored = await demandQuery(db, actor, id)
  if (!can(actor, 'own', querySubject(stored))) throw refuse('auth.not_owner')
  await updateQuery(db, id, null, demandUserId(actor), { is_archived: true, schedule: null })
}

/**
 * Does the save change what a run of the query sends? That is as good as running text, for people with view access and
 * the bearers of its key run it: so it needs full access, which an owner may have lost since.
 */
function changesRun(
  stored: StoredQuery,
  storedOptions: Record<string, unknown>,
  { query, options }: BodyOf<typeof saveQuery>,
): boolean {
  if (stored.data_source_id === null) return false
  if (query !== undefined && query !== stored.query_text) return true
  return options !== undefined && !isDeepStrictEqual(options ?? {}, storedOptions)
}

function readChanges(body: BodyOf<typeof saveQuery>): QueryChanges {
  const changes: QueryChanges = {}
  if (body.name !== undefined) changes.name = body.name
  if (body.description !== undefined) changes.description = body.description
  if (body.query !== undefined) changes.query_text = body.query
  if (body.data_source_id !== undefined) changes.data_source_id = body.data_source_id
  if (body.schedule !== undefined)
    changes.schedule = body.schedule === null ? null : JSON.stringify(body.schedule)
  if (body.options !== undefined) changes.options = JSON.stringify(body.options ?? {})
  if (body.tags !== undefined) changes.tags = cleanTags(body.tags)
  if (body.is_draft !== undefined) changes.is_draft = body.is_draft
  if (body.is_archived !== undefined) changes.is_archived = body.is_archived
  return changes
}

async function demandFullAccess(db: Db, actor: Actor, dataSourceId: number): Promise<string> {
  const source: { type: string; groups: GroupAccess } = await demandDataSource(db, actor, dataSourceId)
  if (!can(actor, 'use_fully', { groups: source.groups })) throw refuse('auth.forbidden')
  return source.type
}

/** Trimmed, without empty ones, each once (part 1 section 5). */
function cleanTags(tags: readonly (string | null)[] | null | undefined): string[] {
  const trimmed = (tags ?? []).map((tag) => tag?.trim() ?? '').filter((tag) => tag !== '')
  return [...new Set(trimmed)]
}

function demandUserId(actor: Actor): number {
  if (actor.user_id === null) throw refuse('auth.forbidden')
  return actor.user_id
}

/** A query shows only results of its own data source: no other can be smuggled in. */
async function demandResultOf(db: Db, resultId: number, dataSourceId: number | null): Promise<void> {
  if (dataSourceId !== null && (await isResultOf(db, resultId, dataSourceId))) return
  throw refuse('request.invalid', {
    field: 'latest_query_data_id',
    reason: 'latest_query_data_id: this result is not of the data source of the query.',
  })
}
