import { queryOptions } from '@tanstack/react-query'
import { listEvaluations } from '#shared/alerts/alert-evaluations-api.ts'
import { listSubscriptions } from '#shared/alerts/alert-subscriptions-api.ts'
import { getAlert, listAlerts } from '#shared/alerts/alerts-api.ts'
import { getQuery } from '#shared/queries/queries-api.ts'
import { call } from '#web/api/call.ts'

/** Workers evaluate alerts after each result, so the page polls. */
const followEvery = 30_000

/** Prefix of every key: one invalidation reaches the list and every page. */
export const alertsKey = ['alerts']

export const alertsQuery = queryOptions({
  queryKey: [...alertsKey, 'list'],
  queryFn: ({ signal }) => call(listAlerts, { signal }),
  staleTime: 0,
  refetchInterval: followEvery,
})

export function alertQuery(id: number) {
  return queryOptions({
    queryKey: [...alertsKey, id, 'alert'],
    queryFn: ({ signal }) => call(getAlert, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: followEvery,
  })
}

/** The query of an alert with its newest result and its schedule. */
export function watchedQuery(id: number) {
  return queryOptions({
    queryKey: ['query', id, 'watched'],
    queryFn: ({ signal }) => call(getQuery, { params: { id }, signal }),
    staleTime: 0,
  })
}

export function subscriptionsQuery(id: number) {
  return queryOptions({
    queryKey: [...alertsKey, id, 'subscriptions'],
    queryFn: ({ signal }) => call(listSubscriptions, { params: { id }, signal }),
    staleTime: 0,
  })
}

/** The evaluations that the page of an alert loads first. */
export const firstEvaluations = { page: 1, pageSize: 10 }

export function evaluationsQuery(id: number, page: number, pageSize: number) {
  return queryOptions({
    queryKey: [...alertsKey, id, 'evaluations', page, pageSize],
    queryFn: ({ signal }) =>
      call(listEvaluations, {
        params: { id },
        query: { page: String(page), page_size: String(pageSize) },
        signal,
      }),
    staleTime: 0,
    refetchInterval: followEvery,
  })
}
