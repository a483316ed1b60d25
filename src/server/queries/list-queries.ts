import { refuse } from '#shared/errors/refusal.ts'
import type { QueryOf } from '#shared/http/endpoint.ts'
import { type Page, readPage } from '#shared/http/paging.ts'
import type { Actor } from '#shared/permissions/can.ts'
import type { listQueries as listQueriesEndpoint, QueryInList } from '#shared/queries/queries-api.ts'
import type { Db } from '../db/database.ts'
import { presentQueries } from './present-query.ts'
import { listQueries, type QueryOrder, queryOrders } from './query-store.ts'

type ListReply = Page & { count: number; results: QueryInList[] }

/** One page of the queries the actor's groups can see. Throws request.invalid for a page that is not there. */
export async function listVisibleQueries(
  { db }: { db: Db },
  actor: Actor,
  query: QueryOf<typeof listQueriesEndpoint>,
): Promise<ListReply> {
  const read = readPage(query)
  if (!read.ok) throw refuse('request.invalid', { reason: read.reason })
  const { page, page_size } = read.page
  const wanted = (query.order ?? '').replace(/^-/, '') as QueryOrder
  const known = queryOrders.includes(wanted)
  const { count, queries } = await listQueries(db, {
    orgId: actor.org_id,
    viewerId: actor.user_id,
    groupIds: actor.group_ids,
    search: query.q?.trim() || null,
    tags: [query.tags ?? []].flat(),
    order: known ? wanted : 'created_at',
    descending: known ? query.order?.startsWith('-') === true : true,
    limit: page_size,
    offset: (page - 1) * page_size,
  })
  if (queries.length === 0 && page > 1) {
    if (count === 0) throw refuse('not_found')
    throw refuse('request.invalid', { reason: 'Page is out of range.' })
  }
  return { count, page, page_size, results: await presentQueries(db, actor, queries) }
}
