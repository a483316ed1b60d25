import { useCallback, useEffect, useRef, useState } from 'react'
import { getPublicDashboard, type PublicDashboard } from '#shared/dashboards/public-dashboards-api.ts'
import { type ClientConfig, getConfig } from '#shared/session/session-api.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { callAsNobody } from '#web/api/call.ts'
import { publicWords } from './public-words.ts'

export type SharedDashboardState =
  | { phase: 'loading' }
  /** nothing of it may be shown any longer */
  | { phase: 'closed'; reason: 'gone' | 'disabled' }
  | { phase: 'failed'; message: string }
  | { phase: 'ready'; dashboard: PublicDashboard; config: ClientConfig }

export interface SharedDashboard {
  state: SharedDashboardState
  /** reads it anew; what is shown stays until then, and while the server cannot be reached */
  reload(): void
}

/** The dashboard that the token of the address opens, as it is now. */
export function useSharedDashboard(token: string): SharedDashboard {
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

/** What was read before stays the same object while nothing has changed: nothing is drawn or asked for anew. */
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
