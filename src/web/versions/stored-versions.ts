import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Versioned } from './versioned.ts'

const pageSize = 50

/** Newest first, page by page. Versions saved in the meantime shift others to the next page, so those appear twice. */
export function versionPages<S>({ noun, id, list }: Versioned<S>) {
  return infiniteQueryOptions({
    queryKey: [noun, id, 'versions'],
    queryFn: ({ pageParam, signal }) =>
      list({ page: String(pageParam), page_size: String(pageSize) }, signal),
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
export function storedVersion<S>({ noun, id, read }: Versioned<S>, versionId: number) {
  return queryOptions({
    queryKey: [`${noun}-version`, id, versionId],
    queryFn: ({ signal }) => read(versionId, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function presentState<S>({ noun, id, present }: Versioned<S>) {
  return queryOptions({
    queryKey: [noun, id, 'present'],
    queryFn: ({ signal }) => present(signal),
    staleTime: 0,
    gcTime: 0,
  })
}
