import { Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { IdParams } from '../http/schemas.ts'
import { Query, QueryWithoutVisualizations } from './queries-api.ts'

/** Adds a query to the caller's favorites; repeating it is not an error. */
export const favoriteQuery = endpoint({
  method: 'POST',
  path: '/api/queries/:id/favorite',
  access: 'signed-in',
  params: IdParams,
  reply: Type.Null(),
})

export const unfavoriteQuery = endpoint({
  method: 'DELETE',
  path: '/api/queries/:id/favorite',
  access: 'signed-in',
  params: IdParams,
  reply: Type.Null(),
})

/**
 * A copy with all visualizations, owned by the caller (docs/reference/api-queries.md#fork); requires full access to its
 * data source.
 */
export const forkQuery = endpoint({
  method: 'POST',
  path: '/api/queries/:id/fork',
  access: ['edit_query'],
  params: IdParams,
  reply: Query,
})

/** The old key stops working at once. For the owner and admins. */
export const regenerateQueryApiKey = endpoint({
  method: 'POST',
  path: '/api/queries/:id/regenerate_api_key',
  access: ['edit_query'],
  params: IdParams,
  reply: QueryWithoutVisualizations,
})
