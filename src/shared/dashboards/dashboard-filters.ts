import { type ResultFilter, sameValues, valueKey } from '../results/filters.ts'

export interface DashboardFilterRules {
  /** `dashboard_filters_enabled` */
  isEnabled: boolean
  /** search part of the page's address: each column it names is a dashboard filter with that value */
  search: string
}

/**
 * The filters of a dashboard, merged from those of its widgets in widget order
 * (docs/reference/visualizations.md#filters-of-dashboards). Filters with the same name become one: the first defines
 * it, and it offers the values of all. If all values of the first were chosen, all values are.
 */
export function mergeFilters(
  filtersOfWidgets: Iterable<readonly ResultFilter[]>,
  { isEnabled, search }: DashboardFilterRules,
): ResultFilter[] {
  const address = new URLSearchParams(search)
  const found = new Map<string, ResultFilter[]>()
  for (const filter of [...filtersOfWidgets].flat()) {
    if (!isEnabled && !address.has(filter.name)) continue
    const namesakes = found.get(filter.name)
    if (namesakes === undefined) found.set(filter.name, [filter])
    else namesakes.push(filter)
  }
  return [...found.values()].map((namesakes) => {
    const merged = namesakes.reduce(joined)
    return address.has(merged.name) ? withTexts(merged, address.getAll(merged.name)) : merged
  })
}

function joined(first: ResultFilter, other: ResultFilter): ResultFilter {
  const keyOf = valueKey(first.column)
  const known = new Set(first.values.map(keyOf))
  const values = [...first.values, ...other.values.filter((value) => !known.has(keyOf(value)))]
  return { ...first, values, current: isAllChosen(first) ? values : first.current }
}

function isAllChosen({ multiple, current, values }: ResultFilter): boolean {
  return multiple && Array.isArray(current) && current.length === values.length
}

/** Selects the values that the address names. Values match by their text, dates by their meaning. */
function withTexts(filter: ResultFilter, texts: readonly string[]): ResultFilter {
  const ofDates = new Set(sameValues(filter, texts))
  const chosen = filter.values.filter((value) => ofDates.has(value) || texts.includes(String(value)))
  return { ...filter, current: filter.multiple ? chosen : (chosen[0] ?? texts[0]) }
}

/**
 * The filters of a widget after a choice on the dashboard, which overrides the widget's own choice. `chosen`: the
 * filter that was changed or, with a new result, all filters of the dashboard. A widget's filter becomes single-value
 * or multi-value like the dashboard's.
 */
export function withDashboardChoices(
  own: readonly ResultFilter[],
  chosen: readonly ResultFilter[],
): ResultFilter[] {
  const byName = new Map(chosen.map((filter) => [filter.name, filter]))
  return own.map((filter) => {
    const dashboard = byName.get(filter.name)
    if (dashboard === undefined) return filter
    const { multiple } = dashboard
    if (isAllChosen(dashboard)) return { ...filter, multiple, current: filter.values }
    const wanted: readonly unknown[] = Array.isArray(dashboard.current)
      ? dashboard.current
      : [dashboard.current]
    const kept = sameValues(filter, wanted)
    return { ...filter, multiple, current: multiple ? kept : (kept[0] ?? wanted[0]) }
  })
}
