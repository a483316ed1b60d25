// @vitest-environment happy-dom

import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { sampleSettings } from '../sample-settings.ts'
import type { Row, RowPage, RowPageRequest, RowSource } from '../visualization.ts'
import { normalizeTable } from './table-options.ts'
import { useTable } from './use-table.ts'

afterEach(cleanup)

const columns = [{ name: 'n', friendly_name: 'n', type: 'integer' }]
const rowsFrom = (from: number, count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ n: from + index }))

/** A source whose answers the test resolves. */
function heldSource(count: number) {
  const asked: { request: RowPageRequest; signal: AbortSignal; answer: PromiseWithResolvers<RowPage> }[] = []
  const source: RowSource = {
    count,
    page(request, signal) {
      const answer = Promise.withResolvers<RowPage>()
      asked.push({ request, signal, answer })
      return answer.promise
    },
    facts: () => Promise.reject(new Error('not asked here')),
  }
  return { source, asked }
}

function table(source: RowSource | undefined, firstRows: Row[], explores = false) {
  const data = { columns, rows: firstRows, source }
  const stored = { itemsPerPage: 10, columns: [{ name: 'n', allowSearch: true }] }
  const options = normalizeTable(stored, data, sampleSettings)
  return renderHook(() => useTable(data, options, sampleSettings, explores)).result
}
const shown = (state: ReturnType<typeof useTable>) => state.current.rows.map(({ row }) => row['n'])

describe('useTable with a source', () => {
  it('shows the first rows at once, and the total count', () => {
    const { source } = heldSource(1000)
    const { current: state } = table(source, rowsFrom(0, 20))
    expect(shown(state)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(state).toMatchObject({ rowCount: 1000, found: 1000, loading: 0, failure: null })
    expect(state.current.pages).toBe(100)
  })

  it('keeps the previous page briefly, then shows placeholders for the next', async () => {
    const { source, asked } = heldSource(995)
    const result = table(source, rowsFrom(0, 20))
    act(() => result.current.turnTo(100))
    expect(asked.at(-1)?.request).toMatchObject({ from: 990, count: 10, sort: [], search: null })
    await waitFor(() => expect(result.current.loading).toBe(5))
    expect(result.current.current).toMatchObject({ page: 100, pages: 100, rows: [] })
    await act(async () => asked.at(-1)?.answer.resolve({ rows: rowsFrom(990, 5), found: 995 }))
    expect(result.current.loading).toBe(0)
    expect(result.current.current.rows.map(({ place }) => place)).toEqual([990, 991, 992, 993, 994])
  })

  it('lets the source sort and search, and aborts outdated requests', async () => {
    const { source, asked } = heldSource(1000)
    const result = table(source, rowsFrom(0, 20))
    act(() => result.current.turnTo(3))
    const turned = asked.at(-1)
    act(() => result.current.toggleSort('n', false))
    expect(turned?.signal.aborted).toBe(true)
    expect(asked.at(-1)?.request).toMatchObject({ from: 0, sort: [{ name: 'n', descending: false }] })
    act(() => result.current.search('9'))
    await waitFor(() => expect(asked.at(-1)?.request.search?.text).toBe('9'))
    expect(asked.at(-1)?.request.search?.columns).toMatchObject([{ name: 'n', displayAs: 'number' }])
    await act(async () => asked.at(-1)?.answer.resolve({ rows: [{ n: 9 }, { n: 19 }], found: 2 }))
    expect(shown(result.current)).toEqual([9, 19])
    expect(result.current).toMatchObject({ found: 2, rowCount: 1000, isNarrowed: true })
    expect(result.current.current.pages).toBe(1)
    act(() => result.current.search('95'))
    expect(result.current.isNarrowed).toBe(false)
    act(() => result.current.showAll())
    await waitFor(() => expect(asked.at(-1)?.request.search).toBeNull())
    await act(async () => asked.at(-1)?.answer.resolve({ rows: rowsFrom(0, 10), found: 1000 }))
    expect(result.current).toMatchObject({ term: '', found: 1000, isNarrowed: false })
  })

  it('reports a failure and retries', async () => {
    const { source, asked } = heldSource(1000)
    const result = table(source, rowsFrom(0, 20))
    act(() => result.current.turnTo(50))
    await act(async () => asked.at(-1)?.answer.reject(new Error('Sextant cannot be reached.')))
    expect(result.current.failure?.message).toBe('Sextant cannot be reached.')
    expect(result.current).toMatchObject({ loading: 0, found: 1000 })
    const before = asked.length
    act(() => result.current.failure?.retry())
    expect(asked).toHaveLength(before + 1)
    await act(async () => asked.at(-1)?.answer.resolve({ rows: rowsFrom(490, 10), found: 1000 }))
    expect(shown(result.current)[0]).toBe(490)
    expect(result.current.failure).toBeNull()
  })
})

describe('useTable with a source, scrolled', () => {
  it('shows the first rows at once, and asks for blocks around those in view', async () => {
    const { source, asked } = heldSource(100_000)
    const result = table(source, rowsFrom(0, 20), true)
    expect(result.current).toMatchObject({ found: 100_000, pageSize: null })
    expect(result.current.rowAt(7)).toEqual({ n: 7 })
    expect(result.current.rowAt(50)).toBeUndefined()
    act(() => result.current.look({ first: 50_100, last: 50_160 }))
    await waitFor(() => expect(asked.at(-1)?.request).toMatchObject({ from: 50_000, count: 500 }))
    await act(async () => asked.at(-1)?.answer.resolve({ rows: rowsFrom(50_000, 500), found: 100_000 }))
    expect(result.current.rowAt(50_100)).toEqual({ n: 50_100 })
    expect(result.current.rowAt(7)).toEqual({ n: 7 })
  })

  it('has no rows of another order, and as many places as before until it is there', async () => {
    const { source, asked } = heldSource(1000)
    const result = table(source, rowsFrom(0, 20), true)
    act(() => result.current.sortBy([{ name: 'n', descending: true }]))
    expect(result.current.rowAt(0)).toBeUndefined()
    await waitFor(() => expect(asked.at(-1)?.request.sort).toEqual([{ name: 'n', descending: true }]))
    const column = { name: 'n', displayAs: 'number' }
    act(() => result.current.filterBy('n', { column, type: 'integer', test: 'above', value: '990' }))
    await waitFor(() => expect(asked.at(-1)?.request.filters).toHaveLength(1))
    expect(result.current.isNarrowed).toBe(false)
    await act(async () => asked.at(-1)?.answer.resolve({ rows: [{ n: 999 }], found: 9 }))
    expect(result.current).toMatchObject({ found: 9, isNarrowed: true })
    expect(result.current.rowAt(0)).toEqual({ n: 999 })
  })
})

describe('useTable without a source', () => {
  it('filters, and forgets filters that are removed', () => {
    const result = table(undefined, rowsFrom(0, 30))
    const column = { name: 'n', displayAs: 'number' }
    act(() => result.current.filterBy('n', { column, type: 'integer', test: 'above', value: '27' }))
    expect(shown(result.current)).toEqual([28, 29])
    act(() => result.current.filterBy('n', { column, type: 'integer', test: 'above', value: '' }))
    expect(result.current.found).toBe(30)
    act(() => result.current.filterBy('n', null))
    expect(result.current.filters).toEqual([])
  })

  it('has pages of another size when a reader wants them', () => {
    const result = table(undefined, rowsFrom(0, 30))
    act(() => result.current.setPageSize(25))
    expect(result.current.current.pages).toBe(2)
    act(() => result.current.setPageSize(null))
    expect(result.current.rowAt(29)).toEqual({ n: 29 })
  })

  it('sorts and searches the rows themselves', async () => {
    const result = table(undefined, rowsFrom(0, 30))
    act(() => result.current.toggleSort('n', false))
    act(() => result.current.toggleSort('n', false))
    expect(shown(result.current)[0]).toBe(29)
    act(() => result.current.search('2'))
    await waitFor(() => expect(result.current.found).toBe(12))
    expect(result.current).toMatchObject({ loading: 0, failure: null, rowCount: 30 })
  })
})
