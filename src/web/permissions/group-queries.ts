import { queryOptions } from '@tanstack/react-query'
import { getGroup, listGroupDataSources, listGroupMembers, listGroups } from '#shared/groups/groups-api.ts'
import { call } from '#web/api/call.ts'

/** Prefix of the keys: one invalidation reaches the list, each group, its members and its data sources. */
export const groupsKey = ['groups']

export const groupsQuery = queryOptions({
  queryKey: groupsKey,
  queryFn: ({ signal }) => call(listGroups, { signal }),
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
