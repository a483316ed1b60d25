import { useMemo, useState, useSyncExternalStore } from 'react'
import { mergeFilters } from '#shared/dashboards/dashboard-filters.ts'
import { carryFilterChoices, detectFilters, filterKind, type ResultFilter } from '#shared/results/filters.ts'
import type { DashboardResults, WidgetState } from '#web/dashboards/widgets/use-dashboard-results.ts'
import type { LoadedResult } from '#web/results/read-result.ts'

/** For dashboards without filters of their own: skips detection, so that results cause no redraw. */
const none: ReadonlyMap<number, WidgetState> = new Map()
const detected = new WeakMap<LoadedResult, ResultFilter[]>()

export interface DashboardFilters {
  filters: readonly ResultFilter[]
  choose(filters: readonly ResultFilter[]): void
}

/** Whether there are dashboard-level filters: by option, or because the address names a filter column. */
export function hasFilters(isEnabled: boolean, search: string): boolean {
  return isEnabled || [...new URLSearchParams(search).keys()].some((name) => filterKind(name) !== undefined)
}

/**
 * Dashboard-level filters from the results of the shown widgets, in widget order
 * (docs/reference/visualizations.md#filters-of-dashboards). Choices are kept while results arrive; switching the
 * option resets them.
 */
export function useDashboardFilters(
  results: DashboardResults,
  widgetIds: readonly number[],
  { isEnabled, search }: { isEnabled: boolean; search: string },
): DashboardFilters {
  const isNeeded = hasFilters(isEnabled, search)
  const states = useSyncExternalStore(results.subscribe, () => (isNeeded ? results.all() : none))
  const [chosen, setChosen] = useState<{ isEnabled: boolean; filters: readonly ResultFilter[] } | null>(null)
  const merged = useMemo(() => {
    const found = widgetIds.map((id) => filtersOf(states.get(id)?.result ?? null))
    return mergeFilters(found, { isEnabled, search })
  }, [states, widgetIds, isEnabled, search])
  const filters = useMemo(
    () => (chosen?.isEnabled === isEnabled ? carryFilterChoices(merged, chosen.filters) : merged),
    [merged, chosen, isEnabled],
  )
  return { filters, choose: (next) => setChosen({ isEnabled, filters: next }) }
}

function filtersOf(result: LoadedResult | null): ResultFilter[] {
  if (result === null) return []
  const known = detected.get(result)
  if (known !== undefined) return known
  const filters = detectFilters(result.data)
  detected.set(result, filters)
  return filters
}
