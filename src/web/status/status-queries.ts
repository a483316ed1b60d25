import { queryOptions } from '@tanstack/react-query'
import { getOutdatedQueries, getQueueStatus, getStatus } from '#shared/status/status-api.ts'
import { call } from '#web/api/call.ts'

/** See docs/reference/screens-administration.md#status-pages. */
const refreshMilliseconds = 60_000

/** Data on these pages is outdated at once. */
const current = { staleTime: 0, refetchInterval: refreshMilliseconds } as const

export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => call(getStatus, { signal }),
  ...current,
})

export const queueStatusQuery = queryOptions({
  queryKey: ['status', 'queues'],
  queryFn: ({ signal }) => call(getQueueStatus, { signal }),
  ...current,
})

export function outdatedQuery(updates: boolean) {
  return queryOptions({
    queryKey: ['status', 'outdated'],
    queryFn: ({ signal }) => call(getOutdatedQueries, { signal }),
    ...current,
    refetchInterval: updates ? refreshMilliseconds : false,
  })
}
