import { queryOptions } from '@tanstack/react-query'
import { getQuery } from '#shared/queries/queries-api.ts'
import { call } from '#web/api/call.ts'

/**
 * A stored query. The page works on a copy: fetched again when the page opens (`isFetchedAfterMount`), then never
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
    // offline, the page shows an error rather than waiting silently
    networkMode: 'always',
    throwOnError: true,
  })
}
