import { Suspense, useMemo, useRef } from 'react'
import type { PublicDashboard } from '#shared/dashboards/public-dashboards-api.ts'
import type { ClientConfig } from '#shared/session/session-api.ts'
import { DashboardSkeleton } from '#web/dashboards/dashboard-skeleton.tsx'
import { PrintedTime } from '#web/dashboards/printed-time.tsx'
import { refreshOfAddress } from '#web/dashboards/refresh-interval.ts'
import { usePrintKey } from '#web/dashboards/use-print-key.ts'
import { lazy } from '#web/ui/lazy.tsx'
import type { PublicAddress } from './public-address.ts'
import { PublicContent } from './public-content.tsx'
import classes from './public-dashboard.module.css'
import { PublicFooter } from './public-notices.tsx'

import { type PublicParts, usePublicParts } from './use-public-content.ts'

/** Lazy: only some need the code for parameters. */
const ParameterizedContent = lazy(async () => ({
  default: (await import('./parameterized-content.tsx')).ParameterizedContent,
}))

interface PublicDashboardViewProps {
  address: PublicAddress
  dashboard: PublicDashboard
  config: ClientConfig
  /** reloads the dashboard, which checks that it may still be shown */
  onReload(): void
}

/** The dashboard itself: name, controls, the widgets of the shown tab. */
export function PublicDashboardView({ address, dashboard, config, onReload }: PublicDashboardViewProps) {
  const page = useRef<HTMLDivElement>(null)
  usePrintKey(() => {
    if (page.current !== null) void print(page.current)
  })
  const interval = refreshOfAddress(address.refresh, config.dashboardRefreshIntervals)
  const parts = usePublicParts({ token: address.token, dashboard, config, interval, onReload })
  const takesParameters = parts.runs.some(({ parameters }) => parameters.length > 0)
  return (
    <div className={classes.page} ref={page}>
      {!address.isFullscreen && (
        <header className={classes.header}>
          <h1 className={classes.name}>{dashboard.name}</h1>
          <PrintedTime format={config.dateTimeFormat} />
        </header>
      )}
      <main className={classes.main}>
        {address.isFullscreen && <h1 className="sx-visually-hidden">{dashboard.name}</h1>}
        {takesParameters ? (
          <Suspense fallback={<DashboardSkeleton />}>
            <ParameterizedContent {...parts} />
          </Suspense>
        ) : (
          <PlainContent {...parts} />
        )}
      </main>
      <PublicFooter />
    </div>
  )
}

const noControls = () => undefined

function PlainContent(parts: PublicParts) {
  const { runs } = parts
  const wanted = useMemo(
    () => runs.map(({ id, queryId, parameters }) => ({ widgetId: id, queryId, parameters })),
    [runs],
  )
  return <PublicContent {...parts} wanted={wanted} controls={null} controlsOf={noControls} />
}

async function print(page: HTMLElement): Promise<void> {
  const { printPage } = await import('#web/dashboards/print-page.ts')
  await printPage(page)
}
