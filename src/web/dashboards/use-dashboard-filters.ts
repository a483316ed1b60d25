import { useMemo, useState, useSyncExternalStore } from 'react'
import { mergeFilters } from '#shared/dashboards/dashboard-filters.ts'
import { carryFilterChoices, detectFilters, filterKind, type ResultFilter } from '#shared/results/filters.ts'
import type {
  DashboardResults,
  WantedWidget,
  WidgetState,
} from '#web/dashboards/widgets/use-dashboard-results.ts'
import type { LoadedResult } from '#web/results/read-result.ts'

/** For dashboards without filters of their own: skips detection, so that results cause no redraw. */
const none: ReadonlyMap<number, WidgetState> = new Map()
const detected = new WeakMap<LoadedResult, ResultFilter[]>()

export interface DashboardFilters {
  filters: readonly ResultFilter[]
  /** filters that results on their way are expected to add: their place is kept, so that no widget is pushed down */
  coming: number
  choose(filters: readonly ResultFilter[]): void
}

/** Whether there are dashboard-level filters: by option, or because the address names a filter column. */
export function hasFilters(isEnabled: boolean, search: string): boolean {
  return isEnabled || [...new URLSearchParams(search).keys()].some((name) => filterKind(name) !== undefined)
}

interface FilterRules {
  /** `dashboard_filters_enabled` */
  isEnabled: boolean
  /** search part of the page's address */
  search: string
  /** filter columns that the texts of the queries mention; null: the page does not know the texts, or they name no columns */
  mentioned: readonly string[] | null
}

/**
 * Dashboard-level filters from the results of the shown widgets, in widget order
 * (docs/reference/visualizations.md#filters-of-dashboards). Choices are kept while results arrive; switching the
 * option resets them.
 */
export function useDashboardFilters(
  results: DashboardResults,
  { order, wanted }: { order: readonly number[]; wanted: readonly WantedWidget[] },
  { isEnabled, search, mentioned }: FilterRules,
): DashboardFilters {
  const isNeeded = hasFilters(isEnabled, search)
  const states = useSyncExternalStore(results.subscribe, () => (isNeeded ? results.all() : none))
  const [chosen, setChosen] = useState<{ isEnabled: boolean; filters: readonly ResultFilter[] } | null>(null)
  const merged = useMemo(() => {
    const found = order.map((id) => filtersOf(states.get(id)?.result ?? null))
    return mergeFilters(found, { isEnabled, search })
  }, [states, order, isEnabled, search])
  const filters = useMemo(
    () => (chosen?.isEnabled === isEnabled ? carryFilterChoices(merged, chosen.filters) : merged),
    [merged, chosen, isEnabled],
  )
  const isWaiting = isNeeded && wanted.some(({ widgetId }) => isComing(states.get(widgetId)))
  const coming = isWaiting ? expectedFilters({ isEnabled, search, mentioned }) - filters.length : 0
  return {
    filters,
    coming: Math.max(0, coming),
    choose: (next) => setChosen({ isEnabled, filters: next }),
  }
}

const isComing = (state: WidgetState | undefined): boolean =>
  state === undefined || (state.result === null && state.error === null)

/** How many filters there will probably be. One where nothing is known: two stand beside each other. */
export function expectedFilters({ isEnabled, search, mentioned }: FilterRules): number {
  const inAddress = [...new URLSearchParams(search).keys()].filter((name) => filterKind(name) !== undefined)
  const ofTexts = isEnabled ? (mentioned ?? []) : []
  const names = new Set([...inAddress, ...ofTexts])
  return isEnabled && mentioned === null ? Math.max(1, names.size) : names.size
}

function filtersOf(result: LoadedResult | null): ResultFilter[] {
  if (result === null) return []
  const known = detected.get(result)
  if (known !== undefined) return known
  const filters = detectFilters(result.data)
  detected.set(result, filters)
  return filters
}
