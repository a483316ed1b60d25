import { queryOptions } from '@tanstack/react-query'
import { type DataSourceDetail, getDataSource } from '#shared/data-sources/data-sources-api.ts'
import { translatedMessage } from '#shared/errors/refusal.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'

/** The data source of its page. A separate file, because it imports the table of errors. */
export function dataSourceQuery(id: number) {
  return queryOptions({
    queryKey: ['data-source', id],
    queryFn: async ({ signal }): Promise<DataSourceDetail> => {
      const reply = await call(getDataSource, { params: { id }, signal })
      if ('id' in reply) return reply
      // the server sends the short form to users who may not see data sources
      throw new ApiError(
        403,
        'auth.forbidden',
        translatedMessage({ code: 'auth.forbidden', details: {} }),
        reply,
      )
    },
    // the form starts from it: never overwrite it under the user's hands
    staleTime: 0,
    gcTime: 0,
  })
}
