import type { FastifyInstance } from 'fastify'
import { pageReply, requirePage, serve } from '#server/http/index.ts'
import type { Db, ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { QueryOf } from '#shared/http/endpoint.ts'
import type { Page } from '#shared/http/paging.ts'
import { type Actor, can } from '#shared/permissions/can.ts'
import * as api from '#shared/queries/query-versions-api.ts'
import { keepingVersion } from './keep-version.ts'
import { presentQuery } from './present-query.ts'
import type { StoredQuery } from './query-store.ts'
import { listVersions } from './query-version-store.ts'
import { type ReadableVersion, requireHistory, requireVersion } from './read-version.ts'
import { requireQuery } from './require-query.ts'
import { type SaveBody, saveLocked } from './save-query.ts'
import { presentVersion, presentVersions } from './versions/present-versions.ts'
import { restoreVisualizations } from './visualizations/restore-visualizations.ts'

export function registerQueryVersionRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db } = context

  serve(
    app,
    api.listQueryVersions,
  )(({ actor, params, query }) => listHistory(context, actor, params.id, query))

  serve(
    app,
    api.getQueryVersion,
  )(async ({ actor, params }) => {
    const { version } = await requireVersion(db, actor, params.id, params.version_id)
    return await presentVersion(db, version)
  })

  serve(
    app,
    api.restoreQueryVersion,
  )(async ({ actor, params, body }) => {
    const restored = await restoreVersion(context, actor, params.id, params.version_id, body.version ?? null)
    return await presentQuery(context, actor, restored)
  })
}

type ListReply = Page & { count: number; results: api.QueryVersionInList[] }

/** One page of the history of a query, including refused saves. Throws request.invalid for a page that does not exist. */
async function listHistory(
  { db }: { db: Db },
  actor: Actor,
  queryId: number,
  query: QueryOf<typeof api.listQueryVersions>,
): Promise<ListReply> {
  const page = requirePage(query)
  await requireHistory(db, actor, queryId)
  const { count, versions } = await listVersions(db, queryId, page)
  return pageReply(page, count, await presentVersions(db, versions))
}

interface Needs {
  db: Db
  clock: () => Date
}

/**
 * Saves the query as it was in this version (also a refused one), with the rights of a save. Owner, draft and archived
 * state stay. The text belongs to its data source, so the query returns to that one: without full access to it,
 * query.version_data_source; if it was deleted, the query stays where it is. Throws not_found, auth.forbidden and
 * query.version_conflict.
 */
async function restoreVersion(
  needs: Needs,
  actor: Actor,
  queryId: number,
  versionId: number,
  expected: number | null,
): Promise<StoredQuery> {
  return await keepingVersion(needs, actor, queryId, 'restored', async (locked) => {
    const { db } = locked
    const readable = await requireVersion(db, actor, queryId, versionId)
    const stored = await requireQuery(db, actor, queryId)
    await saveLocked(locked, actor, queryId, restoringSave(actor, stored, readable, expected))
    const { kind, snapshot } = readable.version
    // a refused save contained no visualizations, so it must not undo those that others have made since
    if (kind !== 'refused') await restoreVisualizations(db, queryId, snapshot.visualizations)
    return await requireQuery(db, actor, queryId)
  })
}

function restoringSave(
  actor: Actor,
  stored: StoredQuery,
  { version: { snapshot }, dataSource }: ReadableVersion,
  expected: number | null,
): SaveBody {
  const movesBack = dataSource !== null && dataSource.id !== stored.data_source_id
  if (movesBack && !can(actor, 'use_fully', { groups: dataSource.groups })) {
    throw refuse('query.version_data_source')
  }
  const { name, description, query, options, schedule, tags } = snapshot
  return {
    version: expected,
    ...{ name, description, query, tags, options },
    ...(stored.is_archived ? {} : { schedule }),
    ...(movesBack ? { data_source_id: dataSource.id } : {}),
  }
}
