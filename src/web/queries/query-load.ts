import { queryOptions } from '@tanstack/react-query'
import { getQuery } from '#shared/queries/queries-api.ts'
import { call } from '#web/api/call.ts'

/**
 * A stored query. The page works on a copy of it: read anew when the page opens (`isFetchedAfterMount`), then never
 * refetched under the user's hands.
 */
export function storedQuery(id: number) {
  return queryOptions({
    queryKey: ['query', id],
    queryFn: ({ signal }) => call(getQuery, { params: { id }, signal }),
    staleTime: 0,
    refetchOnMount: 'always',
    gcTime: 0,
    refetchOnReconnect: false,
    // without a connection the page says so, rather than waiting without a word
    networkMode: 'always',
    throwOnError: true,
  })
}
