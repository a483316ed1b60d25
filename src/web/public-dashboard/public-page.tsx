import { useEffect } from 'react'
import { DashboardSkeleton } from '#web/dashboards/dashboard-skeleton.tsx'
import type { PublicAddress } from './public-address.ts'
import classes from './public-dashboard.module.css'
import { PublicDashboardView } from './public-dashboard-view.tsx'
import { ClosedNotice, FailedNotice } from './public-notices.tsx'
import { publicWords } from './public-words.ts'
import { type SharedDashboardState, useSharedDashboard } from './use-shared-dashboard.ts'

/** A dashboard for everybody who has its link (docs/reference/dashboards.md#public-page). */
export function PublicPage({ address }: { address: PublicAddress }) {
  const { state, reload } = useSharedDashboard(address.token)
  const title = titleOf(state)
  useEffect(() => {
    document.title = title
  }, [title])
  switch (state.phase) {
    case 'loading':
      return (
        <main className={classes.page}>
          <DashboardSkeleton />
        </main>
      )
    case 'closed':
      return <ClosedNotice reason={state.reason} />
    case 'failed':
      return <FailedNotice message={state.message} onRetry={reload} />
    case 'ready':
      return (
        <PublicDashboardView
          address={address}
          dashboard={state.dashboard}
          config={state.config}
          onReload={reload}
        />
      )
  }
}

function titleOf(state: SharedDashboardState): string {
  if (state.phase === 'ready') return `${state.dashboard.name} · Sextant`
  if (state.phase !== 'closed') return 'Sextant'
  return `${state.reason === 'gone' ? publicWords.gone : publicWords.disabled} · Sextant`
}
