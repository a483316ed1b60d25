import { useDebouncedValue } from '@mantine/hooks'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { TableColumn } from '../parts/columns/column-options.ts'
import { sameOptions } from '../parts/merge-options.ts'
import type {
  HostSettings,
  Row,
  RowPage,
  RowPageRequest,
  RowSource,
  VisualizationData,
} from '../visualization.ts'
import {
  createRowSearch,
  type Page,
  pageOf,
  type RowSearch,
  searchedColumns,
  typesOf,
} from './table-model.ts'
import type { TableOptions } from './table-options.ts'
import { nextSort, type SortColumn, sortRows } from './table-sort.ts'

/** Milliseconds before placeholders replace the previous page. */
const patienceMs = 150

export interface TableState {
  searched: readonly TableColumn[]
  term: string
  search(term: string): void
  /** called on focus of the search field, to prepare the search before the first letter */
  prepareSearch(): void
  sort: readonly SortColumn[]
  toggleSort(name: string, additive: boolean): void
  /** rows of the whole result */
  rowCount: number
  /** rows left by the search */
  found: number
  current: Page
  turnTo(page: number): void
  /** number of rows of the current page that are loading */
  loading: number
  /** why the page could not be loaded, and a function to retry */
  failure: SourcePage['failure']
}

/** Search, sort and page of a table; none of them is stored. Large results are sorted and searched by their source. */
export function useTable(data: VisualizationData, options: TableOptions, settings: HostSettings): TableState {
  const { source } = data
  const [term, setTerm] = useState('')
  const [page, setPage] = useState(1)
  const [sort, setSort] = useSort(data, options)
  const searched = useMemo(() => searchedColumns(options), [options])
  // with a source, `data.rows` are only the first rows
  const rows = source === undefined ? data.rows : noRows
  const rowSearch = useMemo(() => createRowSearch(rows, searched, settings), [rows, searched, settings])
  const local = useLocalPage(rowSearch, rows.length, data, { term, sort, page, options })
  const remote = useRemotePage(data, { term, sort, page, options, searched })
  const { found, current, loading, failure } = remote ?? local
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
    rowCount: source?.count ?? data.rows.length,
    found,
    current,
    turnTo: setPage,
    loading,
    failure,
  }
}

interface Wanted {
  term: string
  sort: readonly SortColumn[]
  page: number
  options: TableOptions
}

type ShownPage = Pick<TableState, 'found' | 'current' | 'loading' | 'failure'>

const noRows: readonly Row[] = []

function useLocalPage(
  rowSearch: RowSearch,
  rowCount: number,
  data: VisualizationData,
  { term, sort, page, options }: Wanted,
): ShownPage {
  const deferredTerm = useDeferredValue(term)
  const isReady = usePreparedSearch(rowSearch, rowCount, deferredTerm !== '')
  const searchedTerm = isReady ? deferredTerm : ''
  const types = useMemo(() => typesOf(data), [data])
  const found = useMemo(() => rowSearch.find(searchedTerm), [rowSearch, searchedTerm])
  const sorted = useMemo(() => sortRows(found, sort, types), [found, sort, types])
  const current = useMemo(
    () => pageOf(sorted, page, options.itemsPerPage),
    [sorted, page, options.itemsPerPage],
  )
  return { found: found.length, current, loading: 0, failure: null }
}

/** Debounce in milliseconds, because each search costs the server work. */
const typingMs = 300

/** Returns null without a source. */
function useRemotePage(
  { source, rows }: VisualizationData,
  { term, sort, page, options, searched }: Wanted & { searched: readonly TableColumn[] },
): ShownPage | null {
  const [text] = useDebouncedValue(term, typingMs)
  const size = options.itemsPerPage
  const search = text === '' || searched.length === 0 ? null : { text, columns: searched }
  const answer = useSourcePage(source, { from: (page - 1) * size, count: size, sort, search }, rows)
  if (answer === null) return null
  const { found, failure } = answer
  const pages = Math.max(1, Math.ceil(found / size))
  const left = Math.max(0, Math.min(size, found - (page - 1) * size))
  const placed = (answer.rows ?? []).map((row, index) => ({ place: answer.from + index, row }))
  const isLoading = answer.rows === null && failure === null
  return {
    found: answer.rows === null ? Math.max(1, found) : found,
    current: { page: Math.min(page, pages), pages, rows: placed },
    loading: isLoading ? Math.max(1, left) : 0,
    failure,
  }
}

const rowsInStep = 1000

/** milliseconds; limits the delay for typing */
const maxStep = 30

/** Prepares the search texts in short steps. */
function prepareInSteps(rowSearch: RowSearch, onReady?: () => void): void {
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

/** Resets the sort when the result's columns or the column options change (docs/reference/visualizations.md#table-behavior). */
function useSort(data: VisualizationData, { columns }: TableOptions) {
  const [sort, setSort] = useState<readonly SortColumn[]>([])
  const [known, setKnown] = useState({ result: data.columns, columns })
  if (known.result !== data.columns || known.columns !== columns) {
    setKnown({ result: data.columns, columns })
    if (!sameOptions(known.result, data.columns) || !sameOptions(known.columns, columns)) setSort([])
  }
  return [sort, setSort] as const
}

interface SourcePage {
  /** number of search results; the previous number while a page loads */
  found: number
  /** rows of the requested page, or briefly of the previous one; null while loading takes longer */
  rows: RowPage['rows'] | null
  /** number of the first row in `rows` */
  from: number
  failure: { message: string; retry(): void } | null
}

interface Answer {
  source: RowSource
  key: string
  from: number
  page: RowPage
}

/**
 * Loads a page from a source whenever the request changes; `null` without a source. `firstRows`: the already known first
 * rows in result order.
 */
function useSourcePage(
  source: RowSource | undefined,
  request: RowPageRequest,
  firstRows: RowPage['rows'],
): SourcePage | null {
  const key = JSON.stringify(request)
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [slow, setSlow] = useState('')
  const [failed, setFailed] = useState<{ key: string; message: string } | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key represents the request; a new attempt repeats it
  useEffect(() => {
    if (source === undefined) return
    const abort = new AbortController()
    const timer = setTimeout(() => setSlow(key), patienceMs)
    source.page(request, abort.signal).then(
      (page) => {
        clearTimeout(timer)
        setFailed(null)
        setAnswer({ source, key, from: request.from, page })
      },
      (error: unknown) => {
        clearTimeout(timer)
        if (abort.signal.aborted) return
        setFailed({ key, message: error instanceof Error ? error.message : String(error) })
      },
    )
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [source, key, attempt])
  if (source === undefined) return null

  const own = answer?.source === source ? answer : null
  const failure =
    failed?.key === key
      ? {
          message: failed.message,
          retry: () => {
            setFailed(null)
            setAttempt(attempt + 1)
          },
        }
      : null
  const found = own?.page.found ?? source.count
  if (own?.key === key) return { found, rows: own.page.rows, from: own.from, failure: null }
  const known = knownRows(request, firstRows, source.count)
  if (known !== null) return { found: source.count, rows: known, from: request.from, failure: null }
  const isHidden = failure !== null || slow === key || own === null
  return { found, rows: isHidden ? null : own.page.rows, from: isHidden ? request.from : own.from, failure }
}

function knownRows(
  { from, count, sort, search }: RowPageRequest,
  firstRows: RowPage['rows'],
  total: number,
): RowPage['rows'] | null {
  const end = Math.min(from + count, total)
  return sort.length === 0 && search === null && end <= firstRows.length ? firstRows.slice(from, end) : null
}
