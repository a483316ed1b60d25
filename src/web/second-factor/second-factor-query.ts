import { queryOptions } from '@tanstack/react-query'
import { getSecondFactor } from '#shared/second-factor/second-factor-api.ts'
import { call } from '#web/api/call.ts'

export function secondFactorQuery(userId: number) {
  return queryOptions({
    queryKey: ['user', userId, 'second_factor'],
    queryFn: ({ signal }) => call(getSecondFactor, { params: { id: userId }, signal }),
    staleTime: 0,
  })
}
