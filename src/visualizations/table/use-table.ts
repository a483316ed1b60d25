import { useDeferredValue, useMemo, useState } from 'react'
import { sameOptions } from '../parts/merge-options.ts'
import type { HostSettings, VisualizationData } from '../visualization.ts'
import {
  createRowSearch,
  type Page,
  pageOf,
  type RowSearch,
  searchedColumns,
  typesOf,
} from './table-model.ts'
import type { TableColumn, TableOptions } from './table-options.ts'
import { nextSort, type SortColumn, sortRows } from './table-sort.ts'

export interface TableState {
  searched: readonly TableColumn[]
  term: string
  search(term: string): void
  /** the search field was entered: get ready while the first letter is typed */
  prepareSearch(): void
  sort: readonly SortColumn[]
  toggleSort(name: string, additive: boolean): void
  /** rows left by the search */
  found: number
  current: Page
  turnTo(page: number): void
}

/** Search, sort and page of a table; none of them is stored. */
export function useTable(data: VisualizationData, options: TableOptions, settings: HostSettings): TableState {
  const [term, setTerm] = useState('')
  const [page, setPage] = useState(1)
  const [sort, setSort] = useSort(data, options)
  const searched = useMemo(() => searchedColumns(options), [options])
  const rowSearch = useMemo(
    () => createRowSearch(data.rows, searched, settings),
    [data.rows, searched, settings],
  )
  const deferredTerm = useDeferredValue(term)
  const types = useMemo(() => typesOf(data), [data])
  const found = useMemo(() => rowSearch.find(deferredTerm), [rowSearch, deferredTerm])
  const sorted = useMemo(() => sortRows(found, sort, types), [found, sort, types])
  const current = useMemo(
    () => pageOf(sorted, page, options.itemsPerPage),
    [sorted, page, options.itemsPerPage],
  )
  return {
    searched,
    term,
    search: (next) => {
      setTerm(next)
      setPage(1)
    },
    prepareSearch: () => prepareInSteps(rowSearch),
    sort,
    toggleSort: (name, additive) => {
      setSort(nextSort(sort, name, additive))
      setPage(1)
    },
    found: found.length,
    current,
    turnTo: setPage,
  }
}

const rowsInStep = 4000

/** Small steps, so that typing is never held up. */
function prepareInSteps(rowSearch: RowSearch): void {
  if (rowSearch.prepare(rowsInStep)) setTimeout(() => prepareInSteps(rowSearch), 0)
}

/** The sort starts anew when the result's columns or the column options change (reference-visualizations 3.3). */
function useSort(data: VisualizationData, { columns }: TableOptions) {
  const [sort, setSort] = useState<readonly SortColumn[]>([])
  const [known, setKnown] = useState({ result: data.columns, columns })
  if (known.result !== data.columns || known.columns !== columns) {
    setKnown({ result: data.columns, columns })
    if (!sameOptions(known.result, data.columns) || !sameOptions(known.columns, columns)) setSort([])
  }
  return [sort, setSort] as const
}
