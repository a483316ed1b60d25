import { queryOptions } from '@tanstack/react-query'
import { listFiles } from '#shared/data-sources/files-api.ts'
import { call } from '#web/api/call.ts'

/** The uploaded files of a data source that are tables. */
export function filesQuery(id: number) {
  return queryOptions({
    queryKey: ['files', id],
    queryFn: ({ signal }) => call(listFiles, { params: { id }, signal }),
  })
}
