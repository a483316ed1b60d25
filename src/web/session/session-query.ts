import { queryOptions } from '@tanstack/react-query'
import type { ReplyOf } from '#shared/http/endpoint.ts'
import { getOrganizationStatus, getSession } from '#shared/session/session-api.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { loginAddress } from './login-address.ts'

export type Session = ReplyOf<typeof getSession>

/**
 * The logged-in user, their permissions and the settings of the instance. Without a session, redirects to the login
 * page.
 */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<Session> => {
    try {
      return await call(getSession, { signal })
    } catch (error) {
      if (!(error instanceof ApiError) || (error.status !== 401 && error.status !== 404)) throw error
      window.location.assign(loginAddress(window.location))
      // stay pending during the redirect, so that no error flashes up
      return new Promise<Session>(() => {})
    }
  },
  staleTime: 5 * 60_000,
})

export const organizationStatusQuery = queryOptions({
  queryKey: ['organization-status'],
  queryFn: ({ signal }) => call(getOrganizationStatus, { signal }),
})
