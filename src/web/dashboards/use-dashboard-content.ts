import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useCallback, useEffect, useMemo } from 'react'
import { type DashboardTab, readDashboardOptions } from '#shared/dashboards/dashboard-options.ts'
import type { GridItem } from '#shared/dashboards/grid.ts'
import type { Widget } from '#shared/dashboards/widgets-api.ts'
import { filterNamesOfAll } from '#shared/results/filter-names.ts'
import { useDashboardEditing } from '#web/dashboards/editing/use-dashboard-editing.tsx'
import type { DashboardRunner } from '#web/dashboards/widgets/dashboard-runner.ts'
import { createSessionRunner } from '#web/dashboards/widgets/session-runner.ts'
import { type DashboardResults, useDashboardResults } from '#web/dashboards/widgets/use-dashboard-results.ts'
import { dropdownsOfQuery } from '#web/parameters/dropdown-source.ts'
import { useParameterSettings } from '#web/parameters/page-parameters.tsx'
import { parseSearch, stringifySearch } from '#web/ui/search-params.ts'
import type { PageAddress } from './page-address.ts'
import { type RunWidget, runWidgets } from './run-widgets.ts'
import { shownWidgets } from './shown-widgets.ts'
import type { DashboardDraft } from './use-dashboard-draft.ts'
import { type DashboardFilters, hasFilters, useDashboardFilters } from './use-dashboard-filters.ts'
import { type DashboardValues, useDashboardValues } from './use-dashboard-values.ts'
import { useShownGrid } from './use-shown-grid.ts'
import { useWidgetRemoval } from './use-widget-removal.tsx'

/** The content below the header of a dashboard, and what controls it. */
export interface DashboardContentParts {
  /** the element around the grid */
  page: RefObject<HTMLDivElement | null>
  tabs: readonly DashboardTab[]
  /** id of the shown tab; null: there are no tabs */
  tab: string | null
  address: PageAddress
  /** the widgets of the shown tab */
  shown: readonly Widget[]
  runs: readonly RunWidget[]
  runner: DashboardRunner
  values: DashboardValues
  results: DashboardResults
  /** runs the queries of all shown widgets */
  refresh(): void
  filters: DashboardFilters
  items: readonly GridItem[]
  changeLayout(items: readonly GridItem[]): void
  remove(widget: Widget): void
  editing: ReturnType<typeof useDashboardEditing>
}

export function useDashboardContent(
  draft: DashboardDraft,
  address: PageAddress,
  page: RefObject<HTMLDivElement | null>,
  isEditing: boolean,
): DashboardContentParts {
  const { dashboard } = draft
  const { tabs, tab } = useTabs(dashboard.options, address)
  const shown = useMemo(() => shownWidgets(dashboard.widgets, tabs, tab), [dashboard.widgets, tabs, tab])
  const view = `${draft.reloads} ${tab ?? ''}`
  const { items, setItems, showStored, order } = useShownGrid(shown, dashboard.widgets, view)
  const runs = useMemo(() => runWidgets(dashboard.widgets), [dashboard.widgets])
  const values = useDashboardValues(runs, dashboard.options, window.location.search)
  useValuesInAddress(values)
  const runner = useMemo(() => createSessionRunner(dashboard.id), [dashboard.id])
  const { results, filters } = useResults(runner, values, order, {
    isEnabled: dashboard.dashboard_filters_enabled,
    shown,
  })
  const settings = useParameterSettings()
  const editing = useDashboardEditing({
    draft,
    isEditing,
    items,
    showStored,
    tab,
    parameters: values.parameters,
    settings,
    dropdownsOf: dropdownsOfQuery,
    leave: () => address.set({ edit: null }),
  })
  const refresh = useCallback(() => results.refresh(), [results])
  const changeLayout = (next: readonly GridItem[]) => {
    setItems(next)
    if (isEditing) editing.changeLayout(next)
  }
  const remove = useWidgetRemoval({ draft, isEditing, items, view, changeLayout })
  return {
    page,
    tabs,
    tab,
    address,
    shown,
    runs,
    runner,
    values,
    results,
    filters,
    items,
    changeLayout,
    remove,
    editing,
    refresh,
  }
}

function useTabs(options: Readonly<Record<string, unknown>>, address: PageAddress) {
  const { tabs } = useMemo(() => readDashboardOptions(options), [options])
  const wanted = address.text('tab')
  const tab = (tabs.find(({ id }) => id === wanted) ?? tabs[0])?.id ?? null
  return { tabs, tab }
}

/** The results of the shown widgets, from top to bottom, and their common filters. */
function useResults(
  runner: DashboardRunner,
  values: DashboardValues,
  order: readonly number[],
  { isEnabled, shown }: { isEnabled: boolean; shown: readonly Widget[] },
) {
  // the initial search part: parameters change the address, filters do not
  const search = window.location.search
  const wanted = useMemo(() => {
    const byId = new Map(values.wanted.map((one) => [one.widgetId, one]))
    return order.flatMap((id) => byId.get(id) ?? [])
  }, [values.wanted, order])
  const results = useDashboardResults(runner, wanted, { loadsAll: hasFilters(isEnabled, search) })
  const mentioned = useMemo(
    () => filterNamesOfAll(shown.flatMap(({ visualization }) => visualization?.query.query ?? [])),
    [shown],
  )
  const filters = useDashboardFilters(results, { order, wanted }, { isEnabled, search, mentioned })
  return { results, filters }
}

/** Written on opening and on every change, without adding a history entry. */
function useValuesInAddress({ inAddress }: DashboardValues): void {
  const navigate = useNavigate()
  useEffect(() => {
    const search = parseSearch(window.location.search)
    if (stringifySearch(inAddress(search)) === stringifySearch(search)) return
    void navigate({
      to: '.',
      search: (current: Record<string, unknown>) => inAddress(current) as never,
      hash: true,
      replace: true,
      resetScroll: false,
    })
  }, [inAddress, navigate])
}
