import { type Static, Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { Id } from '../http/schemas.ts'
import { QueryList, QueryListQuery, QueryOfCaller } from './queries-api.ts'

/** The caller's own queries. */
export const listMyQueries = endpoint({
  method: 'GET',
  path: '/api/queries/my',
  access: ['view_query'],
  query: QueryListQuery,
  reply: QueryList,
})

/** Archived queries; drafts only if they are the caller's own. */
export const listArchivedQueries = endpoint({
  method: 'GET',
  path: '/api/queries/archive',
  access: ['view_query'],
  query: QueryListQuery,
  reply: QueryList,
})

/** The caller's favorites that they can still see. */
export const listFavoriteQueries = endpoint({
  method: 'GET',
  path: '/api/queries/favorites',
  access: 'signed-in',
  query: QueryListQuery,
  reply: QueryList,
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

/** The authors of the unarchived queries that the caller can see, sorted by name. */
export const listQueryAuthors = endpoint({
  method: 'GET',
  path: '/api/queries/authors',
  access: ['view_query'],
  reply: Type.Array(Type.Object({ id: Id, name: Type.String() })),
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
