import { queryOptions } from '@tanstack/react-query'
import { listQueries } from '#shared/queries/queries-api.ts'
import { call } from '#web/api/call.ts'
import type { ListState } from './list-state.ts'

/** One page of the list. Its key starts with `queries`, so saving a query can invalidate every list at once. */
export function queriesListQuery({ q, tags, order, page, pageSize }: ListState) {
  return queryOptions({
    queryKey: ['queries', 'list', { q, tags, order, page, pageSize }],
    queryFn: ({ signal }) =>
      call(listQueries, {
        query: {
          page: String(page),
          page_size: String(pageSize),
          // a search is ordered by relevance unless the user asked for an order
          order: order ?? (q === '' ? defaultOrder : undefined),
          q: q === '' ? undefined : q,
          tags: tags.length === 0 ? undefined : tags,
        },
        signal,
      }),
    staleTime: 0,
  })
}

/** Part 1, section 2. */
export const defaultOrder = '-created_at'
