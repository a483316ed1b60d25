import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { getQueryVersion, listQueryVersions } from '#shared/queries/query-versions-api.ts'
import { call } from '#web/api/call.ts'

const pageSize = 50

/** Newest first, page by page. Versions that are saved meanwhile push others to the next page: these come twice. */
export function versionPages(queryId: number) {
  return infiniteQueryOptions({
    queryKey: ['query', queryId, 'versions'],
    queryFn: ({ pageParam, signal }) =>
      call(listQueryVersions, {
        params: { id: queryId },
        query: { page: String(pageParam), page_size: String(pageSize) },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ page, page_size, count }) => (page * page_size < count ? page + 1 : undefined),
    select: ({ pages }) => {
      const all = pages.flatMap(({ results }) => results)
      return {
        count: pages[0]?.count ?? 0,
        versions: [...new Map(all.map((version) => [version.id, version])).values()],
      }
    },
    staleTime: 0,
    gcTime: 0,
  })
}

/** A version never changes. */
export function storedVersion(queryId: number, versionId: number) {
  return queryOptions({
    queryKey: ['query-version', queryId, versionId],
    queryFn: ({ signal }) =>
      call(getQueryVersion, { params: { id: queryId, version_id: versionId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
