import { useMemo, useRef, useState } from 'react'
import { carryFilterChoices, detectFilters, filterRows, type ResultFilter } from '#shared/results/filters.ts'
import type { VisualizationData } from '#visualizations/visualization.ts'

const emptyResult: VisualizationData = { columns: [], rows: [] }

export interface FilteredResult {
  filters: readonly ResultFilter[]
  data: VisualizationData
  choose(filters: ResultFilter[]): void
}

/** Filters of a result with the user's choices, which survive a new result by the filter's name. */
export function useResultFilters(
  result: VisualizationData | null,
  initial: readonly ResultFilter[] = [],
): FilteredResult {
  const kept = useRef<readonly ResultFilter[]>(initial)
  const [chosen, setChosen] = useState<{
    of: VisualizationData | null
    filters: readonly ResultFilter[]
  } | null>(null)
  const detected = useMemo(
    () => (result ? carryFilterChoices(detectFilters(result), kept.current) : []),
    [result],
  )
  const filters = chosen !== null && chosen.of === result ? chosen.filters : detected
  const data = useMemo(() => {
    if (result === null) return emptyResult
    const rows = filterRows(result.rows, filters)
    return rows === result.rows ? result : { columns: result.columns, rows }
  }, [result, filters])
  return {
    filters,
    data,
    choose: (next) => {
      kept.current = next
      setChosen({ of: result, filters: next })
    },
  }
}
