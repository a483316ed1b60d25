import { StrictMode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { getPublicDashboard, type PublicDashboard } from '#shared/dashboards/public-dashboards-api.ts'
import { type ClientConfig, getConfig } from '#shared/session/session-api.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { callAsNobody } from '#web/api/call.ts'
import { DashboardSkeleton } from '#web/dashboards/dashboard-skeleton.tsx'
import { setPatience } from '#web/ui/lazy.tsx'
import { VisitorThemeProvider } from '#web/ui/visitor-theme.tsx'
import { waitForVisitorPart } from '#web/ui/wait-for-visitor-part.ts'
import { type PublicAddress, readPublicAddress } from './public-address.ts'
import classes from './public-dashboard.module.css'
import { PublicDashboardView } from './public-dashboard-view.tsx'
import { ClosedNotice, FailedNotice } from './public-notices.tsx'
import { publicWords } from './public-words.ts'

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
