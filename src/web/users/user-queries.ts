import { queryOptions } from '@tanstack/react-query'
import { listUserSessions } from '#shared/session/user-sessions-api.ts'
import { getUser, listUsers } from '#shared/users/users-api.ts'
import { call } from '#web/api/call.ts'
import { type ListState, requestOfState } from '#web/lists/list-state.ts'
import type { UserPlace } from './user-places.ts'

/** Prefix of the keys: one invalidation reaches every list and search of users. */
export const usersKey = ['users']

export function usersQuery(place: UserPlace, state: ListState) {
  const { tags: _, ...request } = requestOfState(state, false)
  const query = { ...request, ...place.filter }
  return queryOptions({
    queryKey: [...usersKey, 'list', query],
    queryFn: ({ signal }) => call(listUsers, { query, signal }),
    // users change lists without an action on this page
    staleTime: 0,
  })
}

export function userQuery(id: number) {
  return queryOptions({
    queryKey: ['user', id],
    queryFn: ({ signal }) => call(getUser, { params: { id }, signal }),
  })
}

export function sessionsQuery(id: number) {
  return queryOptions({
    queryKey: ['user', id, 'sessions'],
    queryFn: ({ signal }) => call(listUserSessions, { params: { id }, signal }),
    staleTime: 0,
  })
}
