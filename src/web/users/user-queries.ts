import { queryOptions } from '@tanstack/react-query'
import { t } from '#shared/messages/translate.ts'
import { listUserSessions } from '#shared/session/user-sessions-api.ts'
import { getUser, listUsers } from '#shared/users/users-api.ts'
import { call } from '#web/api/call.ts'
import { type ListState, requestOfState } from '#web/lists/list-state.ts'

export const activeUsers: UserPlace = {
  to: '/users',
  label: t('Active Users'),
  filter: { pending: 'false' },
  emptyTitle: t('There are no active users.'),
  needsCreate: false,
}

export const pendingUsers: UserPlace = {
  to: '/users/pending',
  label: t('Pending Invitations'),
  filter: { pending: 'true' },
  emptyTitle: t('There are no pending invitations.'),
  needsCreate: false,
}

export const disabledUsers: UserPlace = {
  to: '/users/disabled',
  label: t('Disabled Users'),
  filter: { disabled: 'true' },
  emptyTitle: t('There are no disabled users.'),
  needsCreate: true,
}

export const userPlaces: readonly UserPlace[] = [activeUsers, pendingUsers, disabledUsers]

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

/** The lists of users, each with its own address (docs/reference/screens-administration.md#user-list). */
export interface UserPlace {
  to: '/users' | '/users/pending' | '/users/disabled'
  label: string
  /** filter of the request */
  filter: { pending?: string; disabled?: string }
  emptyTitle: string
  /** only for viewers who can create users */
  needsCreate: boolean
}
