import { type Static, Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { Paged, PagingQuery } from '../http/paging.ts'
import { Id } from '../http/schemas.ts'
import { QueryInList, QueryOfCaller } from './queries-api.ts'

/** The caller's own queries. */
export const listMyQueries = endpoint({
  method: 'GET',
  path: '/api/queries/my',
  access: ['view_query'],
  query: Type.Object(PagingQuery),
  reply: Paged(QueryInList),
})

/** Archived queries; drafts only if they are the caller's own. */
export const listArchivedQueries = endpoint({
  method: 'GET',
  path: '/api/queries/archive',
  access: ['view_query'],
  query: Type.Object(PagingQuery),
  reply: Paged(QueryInList),
})

/** The caller's favorites that they can still see. */
export const listFavoriteQueries = endpoint({
  method: 'GET',
  path: '/api/queries/favorites',
  access: 'signed-in',
  query: Type.Object(PagingQuery),
  reply: Paged(QueryInList),
})

/** The caller's own queries, at most ten, last changed first. */
export const listRecentQueries = endpoint({
  method: 'GET',
  path: '/api/queries/recent',
  access: ['view_query'],
  reply: Type.Array(QueryOfCaller),
})

export const TagCount = Type.Object({ name: Type.String(), count: Type.Integer() })
export type TagCount = Static<typeof TagCount>

/** Tags of the unarchived queries that the caller can see, sorted by name. */
export const listQueryTags = endpoint({
  method: 'GET',
  path: '/api/queries/tags',
  access: 'signed-in',
  reply: Type.Object({ tags: Type.Array(TagCount) }),
})

/** The address that older clients use: without a term an empty list, else 301 to the list. */
export const searchQueries = endpoint({
  method: 'GET',
  path: '/api/queries/search',
  access: ['view_query'],
  query: Type.Object({
    q: Type.Optional(Type.String()),
    include_drafts: Type.Optional(Type.String()),
  }),
  reply: Type.Array(Id),
})
