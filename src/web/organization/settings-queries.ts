import { queryOptions } from '@tanstack/react-query'
import { getOrganizationSettings } from '#shared/organizations/organizations-api.ts'
import { call } from '#web/api/call.ts'

export const settingsQuery = queryOptions({
  queryKey: ['organization-settings'],
  queryFn: ({ signal }) => call(getOrganizationSettings, { signal }),
  // the form starts from it: never overwrite it under the user's hands
  staleTime: 0,
  gcTime: 0,
})
