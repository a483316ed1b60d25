import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listQueries } from '#shared/queries/queries-api.ts'
import { listRecentQueries } from '#shared/queries/query-lists-api.ts'
import { call } from '#web/api/call.ts'
import { useDebounced } from '#web/schema-browser/use-debounced.ts'

/** Part 1 section 9. */
const searchDelay = 200
const offered = 20

export interface FoundQuery {
  id: number
  name: string
  is_draft: boolean
  tags: readonly string[]
}

/** Queries for what is typed; for nothing the caller's recent ones, then others. */
export function useFoundQueries(typed: string) {
  const term = typed.trim()
  const [q] = useDebounced(term, searchDelay)
  const recent = useQuery({
    queryKey: ['queries', 'recent'],
    queryFn: ({ signal }) => call(listRecentQueries, { signal }),
  })
  const found = useQuery({
    queryKey: ['queries', 'add-widget', q],
    queryFn: ({ signal }) =>
      call(listQueries, {
        query: { page_size: String(offered), ...(q === '' ? {} : { q }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
  const first: readonly FoundQuery[] = q === '' ? (recent.data ?? []).filter((one) => !one.is_archived) : []
  const others: readonly FoundQuery[] = (found.data?.results ?? []).filter(
    ({ id }) => !first.some((one) => one.id === id),
  )
  return {
    recent: first,
    others,
    hasMore: (found.data?.count ?? 0) > (found.data?.results.length ?? 0),
    error: found.error,
    isFirst: found.isPending,
    isSearching: found.isFetching || q !== term,
  }
}
