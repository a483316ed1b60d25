import { queryOptions } from '@tanstack/react-query'
import { listQueryTags } from '#shared/queries/query-lists-api.ts'
import { call } from '#web/api/call.ts'
import { type ListKind, listKinds } from './list-kinds.ts'
import type { ListState } from './list-state.ts'

/** One page of a list. Its key starts with `queries`, so saving a query can invalidate every list at once. */
export function queriesListQuery(kind: ListKind, { q, tags, order, page, pageSize }: ListState) {
  return queryOptions({
    queryKey: ['queries', 'list', kind, { q, tags, order, page, pageSize }],
    queryFn: ({ signal }) =>
      call(listKinds[kind].endpoint, {
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

/** Tags of all unarchived queries the viewer can see, with their counts. */
export const queryTagsQuery = queryOptions({
  queryKey: ['queries', 'tags'],
  queryFn: async ({ signal }) => (await call(listQueryTags, { signal })).tags,
  staleTime: 30_000,
})
