import { useCallback, useMemo, useState } from 'react'
import { readDashboardOptions } from '#shared/dashboards/dashboard-options.ts'
import type { PublicDashboard, PublicWidget } from '#shared/dashboards/public-dashboards-api.ts'
import { readStoredParameters } from '#shared/parameters/stored-parameters.ts'
import type { ClientConfig } from '#shared/session/session-api.ts'
import type { RunWidget } from '#web/dashboards/run-widgets.ts'
import { shownWidgets } from '#web/dashboards/shown-widgets.ts'
import { hasFilters, useDashboardFilters } from '#web/dashboards/use-dashboard-filters.ts'
import { useRepeatedly } from '#web/dashboards/use-repeatedly.ts'
import { useShownGrid } from '#web/dashboards/use-shown-grid.ts'
import type { DashboardRunner } from '#web/dashboards/widgets/dashboard-runner.ts'
import { useDashboardResults, type WantedWidget } from '#web/dashboards/widgets/use-dashboard-results.ts'
import { createPublicRunner } from './public-runner.ts'

/** A shared dashboard, and how its widgets get their results. */
export interface PublicParts {
  dashboard: PublicDashboard
  config: ClientConfig
  address: AddressSearch
  runner: DashboardRunner
  /** the widgets with a query */
  runs: readonly RunWidget[]
  /** refresh interval in seconds; null: none */
  interval: number | null
  /** checks that the dashboard may still be shown */
  onReload(): void
}

interface PartsOptions extends Pick<PublicParts, 'dashboard' | 'config' | 'interval' | 'onReload'> {
  token: string
}

export function usePublicParts({ token, ...given }: PartsOptions): PublicParts {
  const { dashboard, interval, onReload } = given
  const address = useAddressSearch()
  const runner = useMemo(() => {
    // half the interval: a result of the previous round is too old, but one that another visitor just made is accepted
    const maxAge = interval === null ? -1 : Math.floor(interval / 2)
    return createPublicRunner({ token, maxAge, onClosed: onReload })
  }, [token, interval, onReload])
  const runs = useMemo(() => widgetsWithQuery(dashboard.widgets), [dashboard.widgets])
  return { ...given, address, runner, runs }
}

/** The server sends only the parameters in the query's text. */
function widgetsWithQuery(widgets: readonly PublicWidget[]): RunWidget[] {
  return widgets.flatMap(({ id, options, visualization }) => {
    if (visualization === undefined) return []
    const { query } = visualization
    return [{ id, options, queryId: query.id, parameters: readStoredParameters(query.options) }]
  })
}

/** Seconds after which a page without refresh checks that it may still be shown (docs/reference/promises.md#s11). */
const lookAgainAfter = 60

export type PublicContentParts = ReturnType<typeof usePublicContent>

/** The shown tab, and the results of its widgets with these values. */
export function usePublicContent(
  { dashboard, address, runner, interval, onReload }: PublicParts,
  runs: readonly WantedWidget[],
) {
  const { widgets, options, dashboard_filters_enabled: isEnabled } = dashboard
  const { text: search } = address
  const { tabs, tab, showTab } = useTabs(options, address)
  const shown = useMemo(() => shownWidgets(widgets, tabs, tab), [widgets, tabs, tab])
  const { items, setItems, order } = useShownGrid(shown, widgets, tab ?? '')
  const wanted = useMemo(() => {
    const byId = new Map(runs.map((one) => [one.widgetId, one]))
    return order.flatMap((id) => byId.get(id) ?? [])
  }, [runs, order])
  const results = useDashboardResults(runner, wanted, { loadsAll: hasFilters(isEnabled, search) })
  const filters = useDashboardFilters(results, { order, wanted }, { isEnabled, search, mentioned: null })
  useRepeatedly(interval, () => {
    onReload()
    results.refresh()
  })
  useRepeatedly(interval === null ? lookAgainAfter : null, onReload)
  return { tabs, tab, showTab, shown, items, setItems, results, filters }
}

function useTabs(options: PublicDashboard['options'], { text, change }: AddressSearch) {
  const { tabs } = useMemo(() => readDashboardOptions(options), [options])
  const wanted = new URLSearchParams(text).get('tab')
  const tab = (tabs.find(({ id }) => id === wanted) ?? tabs[0])?.id ?? null
  const showTab = useCallback((id: string) => change((before) => ({ ...before, tab: id })), [change])
  return { tabs, tab, showTab }
}

type Search = Readonly<Record<string, unknown>>

interface AddressSearch {
  /** the search part of the address */
  text: string
  change(next: (before: Search) => Search): void
}

/**
 * The search part of the page's address. Repeated keys (`hide_filter`) are lists. Replaces the history entry: going
 * back in a frame must not change a value without the page noticing.
 */
function useAddressSearch(): AddressSearch {
  const [text, setText] = useState(window.location.search)
  const change = useCallback((next: (before: Search) => Search) => {
    const { pathname, search, hash } = window.location
    const written = textOf(next(fieldsOf(search)))
    if (written === textOf(fieldsOf(search))) return
    window.history.replaceState(null, '', pathname + written + hash)
    setText(written)
  }, [])
  return useMemo(() => ({ text, change }), [text, change])
}

export function fieldsOf(search: string): Record<string, string | string[]> {
  const found = new URLSearchParams(search)
  return Object.fromEntries(
    [...new Set(found.keys())].map((key) => {
      const texts = found.getAll(key)
      return [key, texts.length === 1 ? (texts[0] ?? '') : texts]
    }),
  )
}

export function textOf(fields: Search): string {
  const written = new URLSearchParams()
  for (const [key, value] of Object.entries(fields)) {
    for (const one of Array.isArray(value) ? value : [value]) written.append(key, String(one))
  }
  const text = written.toString()
  return text === '' ? '' : `?${text}`
}
