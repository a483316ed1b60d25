import { lazy } from '#web/ui/lazy.tsx'
import { Opening } from '#web/ui/opening.tsx'
import { useHistoryAddress } from '#web/versions/history-address.ts'
import type { PageDashboard } from './page-dashboard.ts'

const DashboardHistoryHost = lazy(() =>
  import('./dashboard-history-host.tsx').then((module) => ({ default: module.DashboardHistoryHost })),
)

interface DashboardHistoryPanelProps {
  dashboard: PageDashboard
  mayRestore: boolean
}

/** The version history of the page's dashboard, when the address asks for it. */
export function DashboardHistoryPanel(props: DashboardHistoryPanelProps) {
  const { shown } = useHistoryAddress()
  if (shown === null) return null
  return (
    <Opening>
      <DashboardHistoryHost {...props} shown={shown} />
    </Opening>
  )
}
