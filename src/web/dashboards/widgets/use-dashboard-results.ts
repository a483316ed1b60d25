import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { DashboardRunner, RunTarget } from './dashboard-runner.ts'
import type { WidgetState } from './page-results.ts'
import { createResultsStore, type ResultsStore } from './results-store.ts'

export type { WidgetState } from './page-results.ts'

/** A widget whose result is wanted: `parameters` with the values that a run of its query is sent, names as the query has. */
export type WantedWidget = RunTarget

export type DashboardResults = Omit<ResultsStore, 'want' | 'open' | 'close'>

export interface DashboardResultsOptions {
  /** loads all stored results, not just those near the viewport: dashboard-level filters need them */
  loadsAll?: boolean
}

/**
 * The results of the widgets of a page, one store for all. `widgets` in the order of the grid, those alone that are to be
 * shown (no hidden ones, no other tabs). Values that change are run by themselves (max_age 0): no `refresh` is needed then.
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

/** What one widget shows; draws again when just that changes. */
export function useWidgetState(results: DashboardResults, widgetId: number): WidgetState {
  return useSyncExternalStore(results.subscribe, () => results.of(widgetId))
}

/** The states of all wanted widgets: another map whenever one of them changes. */
export function useWidgetStates(results: DashboardResults): ReadonlyMap<number, WidgetState> {
  return useSyncExternalStore(results.subscribe, results.all)
}
