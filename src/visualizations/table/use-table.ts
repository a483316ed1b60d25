import { useDebouncedValue } from '@mantine/hooks'
import { useCallback, useMemo, useState } from 'react'
import { type ColumnFilter, isComplete } from '#shared/results/column-filter.ts'
import type { TableColumn } from '../parts/columns/column-options.ts'
import { sameOptions } from '../parts/merge-options.ts'
import type { HostSettings, Row, VisualizationData } from '../visualization.ts'
import type { RowWindow } from './grid-window.ts'
import { createRowSearch, type Page, pageOf, searchedColumns } from './table-model.ts'
import type { TableOptions } from './table-options.ts'
import { nextSort, type SortColumn } from './table-sort.ts'
import { prepareInSteps, useLocalRows } from './use-local-rows.ts'
import { type SourcePage, useSourcePage } from './use-source-page.ts'
import { useSourceRows } from './use-source-rows.ts'

export interface TableState {
  searched: readonly TableColumn[]
  term: string
  search(term: string): void
  /** called on focus of the search field, to prepare the search before the first letter */
  prepareSearch(): void
  sort: readonly SortColumn[]
  toggleSort(name: string, additive: boolean): void
  /** sorts by these columns only */
  sortBy(sort: readonly SortColumn[]): void
  filters: readonly ColumnFilter[]
  /** replaces the filter of this column; null removes it */
  filterBy(name: string, filter: ColumnFilter | null): void
  /** forgets search and filters */
  showAll(): void
  /** rows of the whole result */
  rowCount: number
  /** rows left by search and filters */
  found: number
  /** whether search or filters leave out rows, and how many they leave is known */
  isNarrowed: boolean
  /** rows of a page; null: all rows, scrolled */
  pageSize: number | null
  setPageSize(size: number | null): void
  current: Page
  turnTo(page: number): void
  /** number of rows of the current page that are loading */
  loading: number
  /** why rows could not be loaded, and a function to retry */
  failure: SourcePage['failure']
  /** the row at a place among the found ones; `undefined` while it loads */
  rowAt(place: number): Row | undefined
  /** tells which rows are in view */
  look(window: RowWindow): void
  /** some of the found rows, wherever they are */
  read(from: number, count: number, signal: AbortSignal): Promise<readonly Row[]>
}

/**
 * Search, filters, sort and page of a table; none of them is stored. Large results are sorted and searched by their
 * source. `explores`: all columns can be searched, and all rows are scrolled.
 */
export function useTable(
  data: VisualizationData,
  options: TableOptions,
  settings: HostSettings,
  explores = false,
): TableState {
  const { source } = data
  const [term, setTerm] = useState('')
  const [page, setPage] = useState(1)
  const [chosenSize, setChosenSize] = useState<number | null | undefined>(undefined)
  const usualSize = explores ? null : options.itemsPerPage
  const pageSize = chosenSize === undefined ? usualSize : chosenSize
  const [{ sort, filters }, setOrder] = useOrder(data, options)
  const searched = useMemo(() => searchedColumns(options, explores), [options, explores])
  // with a source, `data.rows` are only the first rows
  const rows = source === undefined ? data.rows : noRows
  const rowSearch = useMemo(() => createRowSearch(rows, searched, settings), [rows, searched, settings])
  const complete = useMemo(() => filters.filter(isComplete), [filters])
  const localRows = useLocalRows(rowSearch, rows.length, data, { term, sort, filters: complete, settings })
  const remote = useRemoteRows(data, { term, sort, filters: complete, page, pageSize, searched })
  const current = useMemo(
    () => remote?.current ?? (pageSize === null ? onePage : pageOf(localRows, page, pageSize)),
    [remote?.current, localRows, page, pageSize],
  )
  const restart = (act: () => void) => {
    act()
    setPage(1)
  }
  const readRemote = remote?.read
  const read = useCallback(
    (from: number, count: number, signal: AbortSignal): Promise<readonly Row[]> =>
      readRemote?.(from, count, signal) ?? Promise.resolve(localRows.slice(from, from + count)),
    [readRemote, localRows],
  )
  return {
    searched,
    term,
    search: (next) => restart(() => setTerm(next)),
    prepareSearch: () => prepareInSteps(rowSearch),
    sort,
    toggleSort: (name, additive) =>
      restart(() => setOrder({ filters, sort: nextSort(sort, name, additive) })),
    sortBy: (next) => restart(() => setOrder({ filters, sort: next })),
    filters,
    filterBy: (name, filter) =>
      restart(() => {
        const others = filters.filter((one) => one.column.name !== name)
        setOrder({ sort, filters: filter === null ? others : [...others, filter] })
      }),
    showAll: () =>
      restart(() => {
        setTerm('')
        setOrder({ sort, filters: noFilters })
      }),
    rowCount: source?.count ?? data.rows.length,
    found: remote?.found ?? localRows.length,
    isNarrowed: (term !== '' || complete.length > 0) && (remote?.isAnswered ?? true),
    pageSize,
    setPageSize: (size) => restart(() => setChosenSize(size)),
    current,
    turnTo: setPage,
    loading: remote?.loading ?? 0,
    failure: remote?.failure ?? null,
    rowAt: remote?.rowAt ?? ((place) => localRows[place]),
    look: remote?.look ?? noLook,
    read,
  }
}

const onePage: Page = { page: 1, pages: 1, rows: [] }
const noRows: readonly Row[] = []
const noFilters: readonly ColumnFilter[] = []
const noLook = () => {}

interface Wanted {
  term: string
  sort: readonly SortColumn[]
  filters: readonly ColumnFilter[]
  page: number
  pageSize: number | null
  searched: readonly TableColumn[]
}

type RemoteRows = Pick<
  TableState,
  'found' | 'current' | 'loading' | 'failure' | 'rowAt' | 'look' | 'read'
> & {
  /** whether the source has answered for what is searched and filtered now */
  isAnswered: boolean
}

/** Debounce in milliseconds, because each search costs the server work. */
const typingMs = 300

/** Returns null without a source. */
function useRemoteRows(
  { source, rows }: VisualizationData,
  { term, sort, filters, page, pageSize, searched }: Wanted,
): RemoteRows | null {
  const [text] = useDebouncedValue(term, typingMs)
  const [settledFilters] = useDebouncedValue(filters, typingMs)
  const isSettled = text === term && settledFilters === filters
  const search = text === '' || searched.length === 0 ? null : { text, columns: searched }
  const order = {
    sort,
    search,
    ...(settledFilters.length === 0 ? {} : { filters: settledFilters }),
  }
  const size = pageSize ?? 1
  const paged = useSourcePage(
    source,
    { from: (page - 1) * size, count: size, ...order },
    rows,
    pageSize !== null,
  )
  const scrolled = useSourceRows(source, order, rows, pageSize === null)
  if (source === undefined) return null
  const read: TableState['read'] = async (from, count, signal) =>
    (await source.page({ from, count, ...order }, signal)).rows
  if (paged === null) {
    if (scrolled === null) return null
    return {
      ...scrolled,
      ...{ current: onePage, loading: 0, read, isAnswered: isSettled && scrolled.isAnswered },
    }
  }
  const { found, failure } = paged
  const pages = Math.max(1, Math.ceil(found / size))
  const left = Math.max(0, Math.min(size, found - (page - 1) * size))
  const placed = (paged.rows ?? []).map((row, index) => ({ place: paged.from + index, row }))
  const isLoading = paged.rows === null && failure === null
  return {
    found: paged.rows === null ? Math.max(1, found) : found,
    current: { page: Math.min(page, pages), pages, rows: placed },
    loading: isLoading ? Math.max(1, left) : 0,
    failure,
    isAnswered: isSettled && paged.isAnswered,
    rowAt: (place) => paged.rows?.[place - paged.from],
    look: noLook,
    read,
  }
}

interface Order {
  sort: readonly SortColumn[]
  filters: readonly ColumnFilter[]
}

const noOrder: Order = { sort: [], filters: [] }

/**
 * Resets sort and filters when the result's columns or the column options change
 * (docs/reference/visualizations.md#table-behavior).
 */
function useOrder(data: VisualizationData, { columns }: TableOptions) {
  const [order, setOrder] = useState(noOrder)
  const [known, setKnown] = useState({ result: data.columns, columns })
  if (known.result !== data.columns || known.columns !== columns) {
    setKnown({ result: data.columns, columns })
    if (!sameOptions(known.result, data.columns) || !sameOptions(known.columns, columns)) setOrder(noOrder)
  }
  return [order, setOrder] as const
}
