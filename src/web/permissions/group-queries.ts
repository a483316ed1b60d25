import { queryOptions } from '@tanstack/react-query'
import {
  type Group,
  getGroup,
  listGroupDataSources,
  listGroupMembers,
  listGroups,
} from '#shared/groups/groups-api.ts'
import { call } from '#web/api/call.ts'

/** Prefix of the keys: one invalidation reaches the list, each group, its members and its data sources. */
export const groupsKey = ['groups']

export const groupsQuery = queryOptions({
  queryKey: groupsKey,
  // an answer that is no list, as of a proxy, counts as no groups (docs/reference/screens-administration.md#profile)
  queryFn: async ({ signal }): Promise<Group[]> => {
    const groups = await call(listGroups, { signal })
    return Array.isArray(groups) ? groups : []
  },
})

export function groupQuery(id: number) {
  return queryOptions({
    queryKey: [...groupsKey, id],
    queryFn: ({ signal }) => call(getGroup, { params: { id }, signal }),
  })
}

export function membersQuery(id: number) {
  return queryOptions({
    queryKey: [...groupsKey, id, 'members'],
    queryFn: ({ signal }) => call(listGroupMembers, { params: { id }, signal }),
  })
}

export function groupSourcesQuery(id: number) {
  return queryOptions({
    queryKey: [...groupsKey, id, 'data_sources'],
    queryFn: ({ signal }) => call(listGroupDataSources, { params: { id }, signal }),
  })
}
