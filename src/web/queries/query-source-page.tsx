import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { dataSourcesQuery } from '#web/data-sources/data-source-queries.ts'
import { Page } from '#web/ui/page.tsx'
import { editable } from './editable-query.ts'
import { EditorSkeleton } from './editor-skeleton.tsx'
import { QueryEditor } from './query-editor.tsx'
import { storedQuery } from './query-load.ts'
import { useUsableSources } from './use-usable-sources.ts'

/** `/queries/{id}/source` */
export function QuerySourcePage() {
  const { queryId } = useParams({ from: '/shell/queries/$queryId/source' })
  const { data, isFetchedAfterMount } = useQuery(storedQuery(queryId))
  const query = isFetchedAfterMount ? data : undefined
  const { data: sources } = useQuery({ ...dataSourcesQuery, throwOnError: true })
  const usable = useUsableSources(sources ?? [], query?.data_source_id ?? null)
  const initial = useMemo(() => (query ? editable(query) : null), [query])
  if (!initial || !sources) return <EditorSkeleton />
  return (
    <Page width="full">
      <QueryEditor key={queryId} initial={initial} sources={usable} />
    </Page>
  )
}
