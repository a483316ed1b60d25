import { StrictMode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { getPublicDashboard, type PublicDashboard } from '#shared/dashboards/public-dashboards-api.ts'
import { type ClientConfig, getConfig } from '#shared/session/session-api.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { callAsNobody } from '#web/api/call.ts'
import { DashboardSkeleton } from '#web/dashboards/dashboard-skeleton.tsx'
import { PrintedTime, usePrintKey } from '#web/dashboards/printing.tsx'
import { refreshOfAddress } from '#web/dashboards/refresh-interval.ts'
import { lazy, setPatience } from '#web/ui/lazy.tsx'
import { VisitorThemeProvider, waitForVisitorPart } from '#web/ui/visitor-page.tsx'
import { type PublicAddress, readPublicAddress } from './public-address.ts'
import { PublicContent } from './public-content.tsx'
import classes from './public-dashboard.module.css'
import { ClosedNotice, FailedNotice, PublicFooter } from './public-notices.tsx'
import { publicWords } from './public-words.ts'
import { type PublicParts, usePublicParts } from './use-public-content.ts'

/** Lazy: only some need the code for parameters. */
const ParameterizedContent = lazy(async () => ({
  default: (await import('./parameterized-content.tsx')).ParameterizedContent,
}))

const noControls = () => undefined

setPatience(waitForVisitorPart)

/** The dashboard of the address, without session, router and shell. */
export function PublicApp() {
  const address = useMemo(() => readPublicAddress(window.location), [])
  return (
    <StrictMode>
      <VisitorThemeProvider asked={address?.theme ?? null}>
        {address === null ? <ClosedNotice reason="gone" /> : <PublicPage address={address} />}
      </VisitorThemeProvider>
    </StrictMode>
  )
}

/** A dashboard for anyone with its link (docs/reference/dashboards.md#public-page). */
function PublicPage({ address }: { address: PublicAddress }) {
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

type SharedDashboardState =
  | { phase: 'loading' }
  /** nothing of it may be shown any more */
  | { phase: 'closed'; reason: 'gone' | 'disabled' }
  | { phase: 'failed'; message: string }
  | { phase: 'ready'; dashboard: PublicDashboard; config: ClientConfig }

interface SharedDashboard {
  state: SharedDashboardState
  /** reloads it; the shown state stays until then, and while the server is unreachable */
  reload(): void
}

/** Loads the dashboard that the token of the address opens. */
function useSharedDashboard(token: string): SharedDashboard {
  const [state, setState] = useState<SharedDashboardState>({ phase: 'loading' })
  const abort = useRef<AbortController | null>(null)
  const reload = useCallback(() => {
    abort.current?.abort()
    const own = new AbortController()
    abort.current = own
    load(token, own.signal).then(
      (next) => setState((before) => withoutNews(before, next)),
      (error: unknown) => {
        if (!own.signal.aborted) setState((before) => afterFailure(before, error))
      },
    )
  }, [token])
  useEffect(() => {
    reload()
    return () => abort.current?.abort()
  }, [reload])
  return { state, reload }
}

async function load(token: string, signal: AbortSignal): Promise<SharedDashboardState> {
  const [{ client_config: config }, dashboard] = await Promise.all([
    callAsNobody(getConfig, { signal }),
    callAsNobody(getPublicDashboard, { params: { token }, signal }),
  ])
  return { phase: 'ready', dashboard, config }
}

/** Keeps the previous object if nothing has changed, so that nothing is redrawn or requested again. */
function withoutNews(before: SharedDashboardState, next: SharedDashboardState): SharedDashboardState {
  return JSON.stringify(before) === JSON.stringify(next) ? before : next
}

function afterFailure(before: SharedDashboardState, error: unknown): SharedDashboardState {
  if (error instanceof ApiError) {
    if (error.code === 'dashboard.public_disabled') return { phase: 'closed', reason: 'disabled' }
    if (error.status === 404 || error.status === 401) return { phase: 'closed', reason: 'gone' }
  }
  if (before.phase === 'ready') return before
  return { phase: 'failed', message: messageOf(error, publicWords.unknown) }
}

interface PublicDashboardViewProps {
  address: PublicAddress
  dashboard: PublicDashboard
  config: ClientConfig
  /** reloads the dashboard, which checks that it may still be shown */
  onReload(): void
}

/** The dashboard itself: name, controls, the widgets of the shown tab. */
function PublicDashboardView({ address, dashboard, config, onReload }: PublicDashboardViewProps) {
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
