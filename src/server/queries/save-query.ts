import { isDeepStrictEqual } from 'node:util'
import { holdActor, randomKey, requireUserId } from '#server/identity/index.ts'
import { apiKeyColumns, type Db, type Secrets } from '#server/kernel/index.ts'
import { requireSchedule } from '#server/runs/index.ts'
import { requireDataSource } from '#server/sources/index.ts'
import { refuseFromGit } from '#shared/content/refuse-from-git.ts'
import { Refusal, refuse } from '#shared/errors/refusal.ts'
import type { BodyOf } from '#shared/http/endpoint.ts'
import { phrase } from '#shared/messages/phrase.ts'
import { detectParameterNames } from '#shared/parameters/detect-parameters.ts'
import { excessOfTags } from '#shared/parameters/template-tokens.ts'
import { type Actor, can, type GroupAccess } from '#shared/permissions/can.ts'
import type { createQuery, saveQuery } from '#shared/queries/queries-api.ts'
import { cleanTags } from '#shared/tags/clean-tags.ts'
import { checkDropdownQueries, checkMovedDropdownQueries } from './check-dropdown-queries.ts'
import { hashOfQuery } from './hash-of-query.ts'
import { keepRefusedSave } from './keep-refused-save.ts'
import { keepingVersion } from './keep-version.ts'
import {
  deleteUsesOfQuery,
  insertQuery,
  isResultOf,
  linkNewestResult,
  type QueryChanges,
  type StoredQuery,
  updateQuery,
} from './query-store.ts'
import { insertVersion } from './query-version-store.ts'
import { querySubject, requireModifiable, requireOwned, requireQuery } from './require-query.ts'

interface Needs {
  db: Db
  clock: () => Date
}

/** Creates a draft with one default Table. Throws auth.forbidden without full access to the data source. */
export async function createNewQuery(
  needs: Needs & { secrets: Secrets },
  actor: Actor,
  body: BodyOf<typeof createQuery>,
): Promise<StoredQuery> {
  const { db, secrets } = needs
  const schedule = requireSchedule(actor, body.schedule ?? null, null)
  const type = await requireFullAccess(db, actor, body.data_source_id)
  const options = body.options ?? {}
  requireReadableTags(body.query)
  requireFewParameters(body.query, options)
  await checkDropdownQueries({ db }, actor, options)
  const query = {
    org_id: actor.org_id,
    data_source_id: body.data_source_id,
    name: body.name ?? 'New Query',
    description: body.description ?? null,
    query_text: body.query,
    query_hash: await hashOfQuery(needs, actor, type, body.query, options),
    ...apiKeyColumns(secrets, randomKey()),
    user_id: requireUserId(actor),
    schedule,
    options: JSON.stringify(options),
    tags: cleanTags(body.tags),
  }
  return await db.transaction().execute(async (trx) => {
    await holdActor(trx, actor)
    const id = await insertQuery(trx, query)
    await linkNewestResult(trx, id)
    await insertVersion(trx, id, 'created', query.user_id)
    return await requireQuery(trx, actor, id)
  })
}

export type SaveBody = BodyOf<typeof saveQuery>

/**
 * Saves the sent fields. If the sent `version` is no longer the stored one: query.version_conflict, nothing is saved,
 * and the sent fields are kept beside the versions. Without a `version` the save overwrites. Archiving is for the owner
 * and admins, as by DELETE. Throws not_found, auth.forbidden and auth.not_owner.
 */
export async function changeQuery(
  needs: Needs,
  actor: Actor,
  id: number,
  body: SaveBody,
): Promise<StoredQuery> {
  try {
    return await keepingVersion(needs, actor, id, 'saved', (locked) => saveLocked(locked, actor, id, body))
  } catch (error) {
    if (error instanceof Refusal && error.code === 'query.version_conflict') {
      await keepRefusedSave(needs.db, actor, id, body)
    }
    throw error
  }
}

/**
 * Archives the query: sets the flag, clears the schedule, deletes its alerts and the widgets that show it
 * (docs/reference/api-queries.md#archive); un-archiving restores none of this. For the owner and admins. Throws
 * not_found and auth.not_owner.
 */
export async function archiveStoredQuery(needs: { db: Db }, actor: Actor, id: number): Promise<void> {
  await keepingVersion(needs, actor, id, 'saved', async ({ db }) => {
    refuseFromGit(actor, await requireOwned(db, actor, id))
    await updateQuery(db, id, requireUserId(actor), { is_archived: true, schedule: null })
    await deleteUsesOfQuery(db, id)
  })
}

/** The save itself, on a query locked by the transaction: nothing checked here can change before it is written. */
export async function saveLocked(
  needs: Needs,
  actor: Actor,
  id: number,
  body: SaveBody,
): Promise<StoredQuery> {
  const { db } = needs
  const stored = await requireModifiable(db, actor, id)
  const changes = await judgeSave(needs, actor, stored, body)
  if ((body.version ?? stored.version) !== stored.version) throw refuse('query.version_conflict')
  await updateQuery(db, id, requireUserId(actor), changes)
  if (changes.is_archived === true && !stored.is_archived) await deleteUsesOfQuery(db, id)
  await linkNewestResult(db, id)
  return await requireQuery(db, actor, id)
}

/** Checks that the actor may save this, and returns what it would change. */
async function judgeSave(
  needs: Needs,
  actor: Actor,
  stored: StoredQuery,
  body: SaveBody,
): Promise<QueryChanges> {
  const { db } = needs
  const storedOptions: Record<string, unknown> = JSON.parse(stored.options)
  if (changesRun(stored, storedOptions, body) && !can(actor, 'use_fully', { groups: stored.groups })) {
    throw refuse('auth.forbidden')
  }
  const changes = readChanges(body)
  if (body.schedule !== undefined) changes.schedule = requireSchedule(actor, body.schedule, stored.schedule)
  judgeArchiving(actor, stored, body, changes)
  const movesTo = readMove(stored, body)
  if (movesTo !== null) requireSeen(actor, stored)
  const type = await requireTypeOfSource(db, actor, stored, movesTo)
  const options = body.options ?? storedOptions
  // a text stored before the limit existed can still be renamed and fixed
  if (body.query !== undefined && body.query !== stored.query_text) requireReadableTags(body.query)
  requireFewParameters(body.query ?? stored.query_text, options)
  await checkDropdownQueries({ db }, actor, options, storedOptions)
  if (movesTo !== null) await checkMovedDropdownQueries({ db }, actor, options)
  changes.query_hash = await hashOfQuery(needs, actor, type, body.query ?? stored.query_text, options)
  const resultId = readResult(stored, body, movesTo)
  if (resultId) await requireResultOf(db, resultId, movesTo ?? stored.data_source_id)
  if (resultId !== undefined) changes.latest_result_id = resultId
  return changes
}

/** The new data source of the query; null: unchanged. Clients send back the null of a detached query. */
function readMove(stored: StoredQuery, { data_source_id: wanted }: SaveBody): number | null {
  if (wanted === undefined || wanted === stored.data_source_id) return null
  if (wanted !== null) return wanted
  throw refuse('request.invalid', {
    field: 'data_source_id',
    reason: phrase('data_source_id: a query is not detached from its data source.'),
  })
}

/** The text moves along, and others may have changed it since its owner lost the data source. */
function requireSeen(actor: Actor, stored: StoredQuery): void {
  if (stored.data_source_id === null) return
  if (!can(actor, 'view', querySubject(stored))) throw refuse('auth.forbidden')
}

/**
 * The new result link of the query; undefined: unchanged. A moved query loses its result, even if the save contains
 * one.
 */
function readResult(stored: StoredQuery, body: SaveBody, movesTo: number | null): number | null | undefined {
  const sent = body.latest_query_data_id
  if (movesTo === null) return sent === stored.latest_result_id ? undefined : sent
  return sent === stored.latest_result_id ? null : (sent ?? null)
}

/** null: the query has no data source. */
async function requireTypeOfSource(
  db: Db,
  actor: Actor,
  stored: StoredQuery,
  movesTo: number | null,
): Promise<string | null> {
  if (movesTo !== null) return await requireFullAccess(db, actor, movesTo)
  if (stored.data_source_id === null) return null
  return (await requireDataSource(db, actor, stored.data_source_id)).type
}

/**
 * Clears the schedule of an archived query, because it would never run (docs/reference/api-queries.md#archive).
 * Un-archiving is for users who may edit.
 */
function judgeArchiving(actor: Actor, stored: StoredQuery, body: SaveBody, changes: QueryChanges): void {
  const archives = body.is_archived === true && !stored.is_archived
  if (archives && !can(actor, 'own', querySubject(stored))) throw refuse('auth.not_owner')
  if (!(body.is_archived ?? stored.is_archived)) return
  if (body.schedule && !archives) {
    throw refuse('request.invalid', {
      field: 'schedule',
      reason: phrase('schedule: an archived query has no schedule.'),
    })
  }
  changes.schedule = null
}

/**
 * Does the save change what a run of the query sends? Users with view access and callers with its key run it, so this
 * equals running text: it requires full access, which an owner may have lost.
 */
function changesRun(
  stored: StoredQuery,
  storedOptions: Record<string, unknown>,
  { query, options }: SaveBody,
): boolean {
  if (stored.data_source_id === null) return false
  if (query !== undefined && query !== stored.query_text) return true
  return options !== undefined && !isDeepStrictEqual(options ?? {}, storedOptions)
}

function readChanges(body: SaveBody): QueryChanges {
  const changes: QueryChanges = {}
  if (body.name !== undefined) changes.name = body.name
  if (body.description !== undefined) changes.description = body.description
  if (body.query !== undefined) changes.query_text = body.query
  if (body.data_source_id) changes.data_source_id = body.data_source_id
  if (body.options !== undefined) changes.options = JSON.stringify(body.options ?? {})
  if (body.tags !== undefined) changes.tags = cleanTags(body.tags)
  if (body.is_draft !== undefined) changes.is_draft = body.is_draft
  if (body.is_archived !== undefined) changes.is_archived = body.is_archived
  return changes
}

async function requireFullAccess(db: Db, actor: Actor, dataSourceId: number): Promise<string> {
  const source: { type: string; groups: GroupAccess } = await requireDataSource(db, actor, dataSourceId)
  if (!can(actor, 'use_fully', { groups: source.groups })) throw refuse('auth.forbidden')
  return source.type
}

/** A query shows only results of its own data source: reject results of others. */
async function requireResultOf(db: Db, resultId: number, dataSourceId: number | null): Promise<void> {
  if (dataSourceId !== null && (await isResultOf(db, resultId, dataSourceId))) return
  throw refuse('request.invalid', {
    field: 'latest_query_data_id',
    reason: phrase('latest_query_data_id: this result is not of the data source of the query.'),
  })
}

/** The web process checks each value before a run, so their number is limited (docs/reference/promises.md#s19). */
const maxParameters = 500

/** Throws request.invalid for a query that defines or names too many parameters. */
function requireFewParameters(text: string, options: Readonly<Record<string, unknown>>): void {
  const defined = Array.isArray(options.parameters) ? options.parameters.length : 0
  const named = detectParameterNames(text)?.length ?? 0
  if (defined <= maxParameters && named <= maxParameters) return
  throw refuse('request.invalid', {
    field: 'options.parameters',
    reason: phrase('A query may have at most {count} parameters.', { count: maxParameters }),
  })
}

/** Throws request.invalid for a new text that could not run, because its placeholders are too many or too deeply nested. */
function requireReadableTags(text: string): void {
  const excess = excessOfTags(text)
  if (excess !== null)
    throw refuse('request.invalid', { field: 'query', reason: phrase('query: {excess}', { excess }) })
}
