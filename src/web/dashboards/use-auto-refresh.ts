import { useClientConfig } from '#web/session/use-session.ts'
import type { PageAddress } from './page-address.ts'
import { refreshOfAddress } from './refresh-interval.ts'
import { useRepeatedly } from './use-repeatedly.ts'

export interface AutoRefresh {
  /** seconds; null: off */
  interval: number | null
  /** by the settings, in seconds */
  offered: readonly number[]
  refresh(): void
  /** also refreshes at once; null: ends it */
  choose(seconds: number | null): void
}

/** `?refresh=` of the address (docs/reference/dashboards.md#automatic-refresh). */
export function useAutoRefresh(address: PageAddress, isAllowed: boolean, refresh: () => void): AutoRefresh {
  const { dashboardRefreshIntervals: offered } = useClientConfig()
  const interval = isAllowed ? refreshOfAddress(address.text('refresh'), offered) : null
  useRepeatedly(interval, refresh)
  return {
    interval,
    offered,
    refresh,
    choose: (seconds) => {
      address.set({ refresh: seconds === null ? null : String(seconds) })
      if (seconds !== null) refresh()
    },
  }
}
