import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { DashboardRunner, RunTarget } from './dashboard-runner.ts'
import type { WidgetState } from './page-results.ts'
import { createResultsStore, type ResultsStore } from './results-store.ts'

export type { WidgetState } from './page-results.ts'

/** A widget whose result is wanted. `parameters`: the query's parameters with the values for a run. */
export type WantedWidget = RunTarget

export type DashboardResults = Omit<ResultsStore, 'want' | 'open' | 'close'>

export interface DashboardResultsOptions {
  /** loads all stored results, not just those near the viewport: dashboard-level filters need them */
  loadsAll?: boolean
}

/**
 * The results of the widgets of a page, in one store. `widgets`: the widgets to show, in grid order (no hidden ones,
 * no other tabs). Changed values run automatically (max_age 0), without `refresh`.
 */
export function useDashboardResults(
  runner: DashboardRunner,
  widgets: readonly WantedWidget[],
  { loadsAll = false }: DashboardResultsOptions = {},
): DashboardResults {
  const latest = useRef(runner)
  latest.current = runner
  const [store] = useState(() => createResultsStore(() => latest.current))
  useEffect(() => {
    store.open()
    return store.close
  }, [store])
  useEffect(() => store.want(widgets, { loadsAll }), [store, widgets, loadsAll])
  return store
}

/** The state of one widget; rerenders only when that changes. */
export function useWidgetState(results: DashboardResults, widgetId: number): WidgetState {
  return useSyncExternalStore(results.subscribe, () => results.of(widgetId))
}

/** The states of all wanted widgets: a new map whenever one changes. */
export function useWidgetStates(results: DashboardResults): ReadonlyMap<number, WidgetState> {
  return useSyncExternalStore(results.subscribe, results.all)
}
