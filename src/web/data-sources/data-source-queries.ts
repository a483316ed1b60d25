import { queryOptions } from '@tanstack/react-query'
import { listDataSources, listDataSourceTypes } from '#shared/data-sources/data-sources-api.ts'
import { call } from '#web/api/call.ts'

export const dataSourcesQuery = queryOptions({
  queryKey: ['data-sources'],
  queryFn: ({ signal }) => call(listDataSources, { signal }),
})

/** Types change only with the installed version. */
export const dataSourceTypesQuery = queryOptions({
  queryKey: ['data-source-types'],
  queryFn: ({ signal }) => call(listDataSourceTypes, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
