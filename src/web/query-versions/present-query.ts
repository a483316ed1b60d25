import { queryOptions } from '@tanstack/react-query'
import { getQuery } from '#shared/queries/queries-api.ts'
import type { QuerySnapshot } from '#shared/queries/query-versions-api.ts'
import { call } from '#web/api/call.ts'

export interface PresentQuery {
  /** of what is stored now, whoever has saved it */
  version: number
  snapshot: QuerySnapshot
}

/** The query as it is stored now: its page may hold an older state, or changes that nobody has saved. */
export function presentQuery(queryId: number) {
  return queryOptions({
    queryKey: ['query', queryId, 'present'],
    queryFn: async ({ signal }): Promise<PresentQuery> => {
      const query = await call(getQuery, { params: { id: queryId }, signal })
      const { name, description, data_source_id, options, schedule, tags, is_draft, is_archived } = query
      return {
        version: query.version,
        snapshot: {
          ...{ name, description, data_source_id, options, schedule, tags, is_draft, is_archived },
          query: query.query,
          visualizations: query.visualizations.map(({ id, type, name, description, options }) => ({
            ...{ id, type, name, description, options },
          })),
        },
      }
    },
    staleTime: 0,
    gcTime: 0,
  })
}
