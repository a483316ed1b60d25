import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { type ColumnFilter, filtersMatcher } from '#shared/results/column-filter.ts'
import type { HostSettings, Row, VisualizationData } from '../visualization.ts'
import { type RowSearch, typesOf } from './table-model.ts'
import { type SortColumn, sortRows } from './table-sort.ts'

interface LocalOrder {
  term: string
  sort: readonly SortColumn[]
  filters: readonly ColumnFilter[]
  settings: HostSettings
}

/** The rows of a result that is in the browser, searched, filtered and sorted. */
export function useLocalRows(
  rowSearch: RowSearch,
  rowCount: number,
  data: VisualizationData,
  { term, sort, filters, settings }: LocalOrder,
): readonly Row[] {
  const deferredTerm = useDeferredValue(term)
  const isReady = usePreparedSearch(rowSearch, rowCount, deferredTerm !== '')
  const searchedTerm = isReady ? deferredTerm : ''
  const types = useMemo(() => typesOf(data), [data])
  const searched = useMemo(() => rowSearch.find(searchedTerm), [rowSearch, searchedTerm])
  const found = useMemo(
    () => (filters.length === 0 ? searched : searched.filter(filtersMatcher(filters, settings))),
    [searched, filters, settings],
  )
  return useMemo(() => sortRows(found, sort, types), [found, sort, types])
}

const rowsInStep = 1000

/** milliseconds; limits the delay for typing */
const maxStep = 30

/** Prepares the search texts in short steps. */
export function prepareInSteps(rowSearch: RowSearch, onReady?: () => void): void {
  const end = performance.now() + maxStep
  while (performance.now() < end) {
    if (!rowSearch.prepare(rowsInStep)) {
      onReady?.()
      return
    }
  }
  setTimeout(() => prepareInSteps(rowSearch, onReady), 0)
}

/** True once the search texts are prepared, which starts when they are needed. Few rows need no preparation. */
function usePreparedSearch(rowSearch: RowSearch, rowCount: number, isNeeded: boolean): boolean {
  const [ready, setReady] = useState<RowSearch | null>(null)
  const isReady = rowCount <= rowsInStep || ready === rowSearch
  useEffect(() => {
    if (isReady || !isNeeded) return
    let isCurrent = true
    prepareInSteps(rowSearch, () => {
      if (isCurrent) setReady(rowSearch)
    })
    return () => {
      isCurrent = false
    }
  }, [isReady, isNeeded, rowSearch])
  return isReady
}
