import { queryOptions } from '@tanstack/react-query'
import { type DataSourceDetail, getDataSource } from '#shared/data-sources/data-sources-api.ts'
import { errorMessage } from '#shared/errors/refusal.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'

/** The data source of its own page. In a file of its own, as the table of errors comes with it. */
export function dataSourceQuery(id: number) {
  return queryOptions({
    queryKey: ['data-source', id],
    queryFn: async ({ signal }): Promise<DataSourceDetail> => {
      const reply = await call(getDataSource, { params: { id }, signal })
      if ('id' in reply) return reply
      // the short form is for people without the right to see data sources
      throw new ApiError(403, 'auth.forbidden', errorMessage('auth.forbidden', {}), reply)
    },
    // the form starts from it: never overwrite it under the user's hands
    staleTime: 0,
    gcTime: 0,
  })
}
