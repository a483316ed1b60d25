import type { FastifyInstance } from 'fastify'
import { replied, serve } from '#server/http/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { listQueries } from '#shared/queries/queries-api.ts'
import { favoriteQuery, unfavoriteQuery } from '#shared/queries/query-life-api.ts'
import * as api from '#shared/queries/query-lists-api.ts'
import { listPage, listRecent, listTags } from './list-queries.ts'
import { starQuery } from './star-query.ts'

export function registerQueryListRoutes(app: FastifyInstance, context: ServerContext): void {
  serve(app, listQueries)(({ actor, query }) => listPage(context, actor, 'all', query))
  serve(app, api.listMyQueries)(({ actor, query }) => listPage(context, actor, 'my', query))
  serve(app, api.listArchivedQueries)(({ actor, query }) => listPage(context, actor, 'archive', query))
  serve(app, api.listFavoriteQueries)(({ actor, query }) => listPage(context, actor, 'favorites', query))
  serve(app, api.listRecentQueries)(({ actor }) => listRecent(context, actor))
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
