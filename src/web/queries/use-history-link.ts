import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { searchWithHistory } from '#web/versions/history-address.ts'

/** Opens the version history of a query: on its open page, otherwise on its source page. */
export function useHistoryLink(): (queryId: number) => void {
  const router = useRouter()
  return useCallback(
    (queryId) => {
      const here = router.state.location.pathname
      const shown = { versionId: null, againstId: null }
      if (here === `/queries/${queryId}` || here === `/queries/${queryId}/source`) {
        void router.navigate({
          to: '.',
          search: (current) => searchWithHistory(current, shown) as never,
          hash: true,
          resetScroll: false,
        })
        return
      }
      void router.navigate({
        to: '/queries/$queryId/source',
        params: { queryId },
        search: searchWithHistory({}, shown) as never,
      })
    },
    [router],
  )
}
