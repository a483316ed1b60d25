import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { dataSourcesQuery } from '#web/data-sources/data-source-queries.ts'
import { Page } from '#web/ui/page.tsx'
import { PageSkeleton } from '#web/ui/skeletons.tsx'
import { editable } from './editable-query.ts'
import { storedQuery } from './query-load.ts'
import { QueryView } from './query-view.tsx'

/** `/queries/{id}` */
export function QueryViewPage() {
  const { queryId } = useParams({ from: '/shell/queries/$queryId' })
  const { data, isFetchedAfterMount } = useQuery(storedQuery(queryId))
  const query = isFetchedAfterMount ? data : undefined
  const { data: sources } = useQuery(dataSourcesQuery)
  const initial = useMemo(() => (query ? editable(query) : null), [query])
  if (!initial) {
    return (
      <Page width="wide">
        <PageSkeleton />
      </Page>
    )
  }
  const source = sources?.find((one) => one.id === initial.data_source_id) ?? null
  return <QueryView key={queryId} initial={initial} source={source} />
}
