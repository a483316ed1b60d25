import { useMemo, useState } from 'react'
import { withDashboardChoices } from '#shared/dashboards/dashboard-filters.ts'
import { detectFilters, filterRows, isSameChoice, type ResultFilter } from '#shared/results/filters.ts'
import type { VisualizationData } from '#visualizations/visualization.ts'
import type { FilteredResult } from '#web/visualizations/use-result-filters.ts'

interface Choices {
  of: VisualizationData | null
  dashboard: readonly ResultFilter[]
  filters: readonly ResultFilter[]
}

const nothing: VisualizationData = { columns: [], rows: [] }

/**
 * The filters of a widget (docs/reference/visualizations.md#filters-of-dashboards). Its own choices last until its
 * result changes; between them and the dashboard's choices, the last change wins.
 */
export function useWidgetFilters(
  result: VisualizationData | null,
  dashboard: readonly ResultFilter[],
): FilteredResult {
  const [choices, setChoices] = useState<Choices>({ of: null, dashboard, filters: [] })
  const current = nextChoices(choices, result, dashboard)
  // this render already uses the new state: React rerenders only on a difference
  if (current !== choices) setChoices(current)
  const { filters } = current
  const data = useMemo(() => {
    if (result === null) return nothing
    const rows = filterRows(result.rows, filters)
    return rows === result.rows ? result : { columns: result.columns, rows }
  }, [result, filters])
  return { filters, data, choose: (next) => setChoices({ of: result, dashboard, filters: next }) }
}

function nextChoices(
  before: Choices,
  result: VisualizationData | null,
  dashboard: readonly ResultFilter[],
): Choices {
  if (before.of !== result) {
    const own = result === null ? [] : detectFilters(result)
    return { of: result, dashboard, filters: withDashboardChoices(own, dashboard) }
  }
  if (before.dashboard === dashboard) return before
  const changed = dashboard.filter((filter) => {
    const known = before.dashboard.find(({ name }) => name === filter.name)
    return known === undefined || !isSameChoice(known, filter)
  })
  const filters = changed.length === 0 ? before.filters : withDashboardChoices(before.filters, changed)
  return { of: result, dashboard, filters }
}
