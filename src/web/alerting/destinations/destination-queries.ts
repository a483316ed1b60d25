import { queryOptions } from '@tanstack/react-query'
import {
  getDestination,
  listDestinations,
  listDestinationTypes,
} from '#shared/destinations/destinations-api.ts'
import { call } from '#web/api/call.ts'

export const destinationsQuery = queryOptions({
  queryKey: ['destinations'],
  queryFn: ({ signal }) => call(listDestinations, { signal }),
})

/** Types change only with the installed version. */
export const destinationTypesQuery = queryOptions({
  queryKey: ['destination-types'],
  queryFn: ({ signal }) => call(listDestinationTypes, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export function destinationQuery(id: number) {
  return queryOptions({
    queryKey: ['destination', id],
    queryFn: ({ signal }) => call(getDestination, { params: { id }, signal }),
    // the form starts from it: never overwrite it under the user's hands
    staleTime: 0,
    gcTime: 0,
  })
}
