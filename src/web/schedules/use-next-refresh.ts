import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { getQuery, type Query } from '#shared/queries/queries-api.ts'
import { call } from '#web/api/call.ts'

export type Refresh = Pick<Query, 'schedule' | 'next_refresh_at' | 'schedule_failures'>

const clockEvery = 30_000
/** Usually a due run has started by then, and the next one is known. */
const settleMilliseconds = 20_000
const maxPause = 10 * 60_000

/** When the schedule next runs the query, refetched after that time; and the current time. */
export function useNextRefresh(query: Refresh & { id: number; version: number | null }): {
  refresh: Refresh
  now: number
} {
  const now = useNow()
  const { data } = useQuery({
    queryKey: ['query', query.id, 'next-refresh', query.version],
    queryFn: async ({ signal }): Promise<Refresh> =>
      refreshOf(await call(getQuery, { params: { id: query.id }, signal })),
    initialData: refreshOf(query),
    enabled: query.schedule !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    gcTime: 0,
    refetchInterval: ({ state }) => pauseUntil(state.data?.next_refresh_at ?? null),
  })
  return { refresh: query.schedule === null ? query : data, now }
}

function refreshOf({ schedule, next_refresh_at, schedule_failures }: Refresh): Refresh {
  return { schedule, next_refresh_at, schedule_failures }
}

function pauseUntil(next: string | null): number | false {
  if (next === null) return false
  const left = Date.parse(next) - Date.now()
  return Math.min(Math.max(left, 0) + settleMilliseconds, maxPause)
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), clockEvery)
    return () => clearInterval(timer)
  }, [])
  return now
}
