import type { FastifyInstance } from 'fastify'
import { pageReply, readOrder, replied, requirePage, serve } from '#server/http/index.ts'
import { currentOrganization, requireUserId } from '#server/identity/index.ts'
import type { Db, ServerContext } from '#server/kernel/index.ts'
import { reachableSources } from '#server/sources/index.ts'
import type { QueryOf } from '#shared/http/endpoint.ts'
import type { Page } from '#shared/http/paging.ts'
import { organizationSettings } from '#shared/organizations/organization-settings.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { listQueries, type QueryInList, type QueryOfCaller } from '#shared/queries/queries-api.ts'
import { favoriteQuery, unfavoriteQuery } from '#shared/queries/query-life-api.ts'
import * as api from '#shared/queries/query-lists-api.ts'
import { readSearchParts } from '#shared/queries/search-parts.ts'
import { readSearchTerm } from '#shared/queries/search-term.ts'
import { similarWords } from '#shared/queries/similar-words.ts'
import { presentQueries, presentQueriesOfCaller } from './present-query.ts'
import { countTags, listAuthors } from './query-filters-store.ts'
import {
  findQueryPage,
  findRecentQueries,
  knowsSimilarWords,
  type QueryListRequest,
  type QuerySearch,
  queryOrders,
} from './query-list-store.ts'
import { listQueriesById } from './query-store.ts'
import { starQuery } from './star-query.ts'

export function registerQueryListRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db } = context
  serve(app, listQueries)(({ actor, query }) => listPage(context, actor, 'all', query))
  serve(app, api.listMyQueries)(({ actor, query }) => listPage(context, actor, 'my', query))
  serve(app, api.listArchivedQueries)(({ actor, query }) => listPage(context, actor, 'archive', query))
  serve(app, api.listFavoriteQueries)(({ actor, query }) => listPage(context, actor, 'favorites', query))
  serve(app, api.listRecentQueries)(({ actor }) => listRecent(context, actor))
  serve(app, api.listQueryAuthors)(async ({ actor }) => listAuthors(db, await reachableSources(db, actor)))
  serve(app, api.listQueryTags)(({ actor }) => listTags(context, actor))

  serve(
    app,
    api.searchQueries,
  )(async ({ query, reply }) => {
    const term = query.q ?? ''
    if (term === '') return []
    const target = new URLSearchParams({
      q: term,
      drafts: String(query.include_drafts !== undefined),
      org_slug: 'default',
    })
    await reply
      .code(301)
      .headers({ location: `/api/queries?${target}`, 'content-type': 'application/json; charset=utf-8' })
      .send('{}')
    return replied
  })

  serve(app, favoriteQuery)(({ actor, params }) => starQuery(context, actor, params.id, true))
  serve(app, unfavoriteQuery)(({ actor, params }) => starQuery(context, actor, params.id, false))
}

type Needs = Pick<ServerContext, 'db' | 'secrets'>
type ListReply = Page & { count: number; results: QueryInList[]; is_similar?: boolean }
type ListArguments = QueryOf<typeof listQueries>

const maxRecent = 10

/** One page of a list of queries. Throws request.invalid, and not_found for a page that does not exist. */
async function listPage(
  { db, secrets }: Needs,
  actor: Actor,
  list: QueryListRequest['list'],
  query: ListArguments,
): Promise<ListReply> {
  const page = requirePage(query)
  const viewerId = requireUserId(actor)
  const search = await readSearch(db, query.q ?? '')
  const sources = await reachableSources(db, actor)
  const wanted = idOf(query.data_source)
  const find = (by: QuerySearch | null) =>
    findQueryPage(db, {
      ...{ list, viewerId, orgId: actor.org_id, search: by, tags: [query.tags ?? []].flat() },
      ...orderOf(query.order, by),
      sourceIds: wanted === null ? sources : sources.filter((id) => id === wanted),
      authorId: idOf(query.author),
      ...{ limit: page.limit, offset: page.offset },
    })
  const exact = search === 'nothing' ? { count: 0, ids: [] } : await find(search)
  const similar = exact.count === 0 && search !== null ? await similarTo(db, query.q ?? '') : null
  const { count, ids } = similar === null ? exact : await find(similar)
  const queries = await listQueriesById(db, actor.org_id, viewerId, ids)
  return {
    ...pageReply(page, count, await presentQueries({ db, secrets }, actor, queries)),
    ...(similar !== null && count > 0 ? { is_similar: true } : {}),
  }
}

/** null: no filter. A text that is not an id matches no query. */
function idOf(given: string | undefined): number | null {
  if (given === undefined || given === '') return null
  return /^[1-9]\d{0,8}$/.test(given) ? Number(given) : 0
}

/** What forgives typing errors in a search that has found nothing; null: it stays so. */
async function similarTo(db: Db, term: string): Promise<QuerySearch | null> {
  const words = similarWords(term)
  return words.length > 0 && (await knowsSimilarWords(db)) ? { kind: 'similar', words } : null
}

/** null: no filter. */
async function readSearch(db: Db, term: string): Promise<QuerySearch | 'nothing' | null> {
  if (term.trim() === '') return null
  const { settings } = await currentOrganization({ db })
  if (organizationSettings(settings).multi_byte_search_enabled) {
    const parts = readSearchParts(term)
    return parts.length === 0 ? 'nothing' : { kind: 'parts', parts }
  }
  const filter = readSearchTerm(term)
  if (filter.finds === 'everything') return null
  return filter.finds === 'nothing' ? 'nothing' : { kind: 'words', tsquery: filter.tsquery }
}

/** A search without an order uses its own; an unknown order means the default (docs/reference/api-conventions.md#order). */
function orderOf(
  given: string | undefined,
  search: QuerySearch | null,
): Pick<QueryListRequest, 'order' | 'descending'> {
  const known = readOrder(given, queryOrders)
  if (known !== null) return known
  if (given !== undefined || search === null) return { order: 'created_at', descending: true }
  return search.kind !== 'parts'
    ? { order: 'relevance', descending: true }
    : { order: 'id', descending: false }
}

/** The actor's own queries, at most ten, most recently changed first. */
async function listRecent({ db, secrets }: Needs, actor: Actor): Promise<QueryOfCaller[]> {
  const viewerId = requireUserId(actor)
  const sourceIds = await reachableSources(db, actor)
  const ids = await findRecentQueries(db, viewerId, sourceIds, maxRecent)
  const queries = await listQueriesById(db, actor.org_id, viewerId, ids)
  return await presentQueriesOfCaller({ db, secrets }, actor, queries)
}

/** Tags of the queries in the actor's lists, with the number of queries of each, by name. */
async function listTags({ db }: { db: Db }, actor: Actor): Promise<{ tags: api.TagCount[] }> {
  return { tags: await countTags(db, await reachableSources(db, actor)) }
}
