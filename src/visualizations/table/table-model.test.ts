import { describe, expect, it } from 'vitest'
import { resultOf } from '../parts/columns/column-samples.ts'
import { sampleSettings } from '../sample-settings.ts'
import { createRowSearch, estimateWidth, pageOf, searchedColumns, searchPlaceholder } from './table-model.ts'
import { normalizeTable } from './table-options.ts'

const result = resultOf(
  [
    ['name', 'string'],
    ['amount', 'integer'],
    ['at', 'date'],
  ],
  [
    ['Ada', 1234, '2024-03-05'],
    ['Grace', 99, null],
    [null, 5, '2024-12-31'],
  ],
)
const options = normalizeTable(
  {
    columns: [
      { name: 'name', allowSearch: true, visible: false },
      { name: 'amount', allowSearch: true },
      { name: 'at', allowSearch: true },
    ],
  },
  result,
  sampleSettings,
)
const find = (term: string) =>
  createRowSearch(result.rows, searchedColumns(options), sampleSettings)
    .find(term)
    .map(({ amount }) => amount)

describe('search', () => {
  it('matches displayed texts, case-insensitively, also in hidden columns', () => {
    expect(find('ADA')).toEqual([1234])
    expect(find('1,234')).toEqual([1234])
    expect(find('1234')).toEqual([])
    expect(find('05/03')).toEqual([1234])
    expect(find('null')).toEqual([99, 5])
  })
  it('finds all rows for an empty term and never matches across cells', () => {
    expect(find('')).toEqual([1234, 99, 5])
    expect(find('Ada1')).toEqual([])
  })
  it('returns the same after partial preparation', () => {
    const search = createRowSearch(result.rows, searchedColumns(options), sampleSettings)
    expect(search.prepare(2)).toBe(true)
    expect(search.find('a')).toHaveLength(2)
    expect(search.prepare(2)).toBe(false)
    expect(search.find('31/12')).toHaveLength(1)
  })
  it('lists its columns in the placeholder', () => {
    const named = (...titles: string[]) =>
      searchPlaceholder(titles.map((title) => ({ ...(options.columns[0] ?? expect.fail()), title })))
    expect(named('A')).toBe('Search A...')
    expect(named('A', 'B')).toBe('Search A and B...')
    expect(named('A', 'B', 'C')).toBe('Search A, B and C...')
    expect(named('A', 'B', 'C', 'D', 'E')).toBe('Search A, B, C and 2 others...')
  })
})

describe('pageOf', () => {
  const rows = Array.from({ length: 51 }, (_, n) => ({ n }))
  it('cuts pages and clamps the page number', () => {
    expect(pageOf(rows, 1, 25)).toMatchObject({ page: 1, pages: 3 })
    expect(pageOf(rows, 3, 25).rows).toEqual([{ place: 50, row: { n: 50 } }])
    expect(pageOf(rows, 99, 25).page).toBe(3)
    expect(pageOf(rows, -1, 25).page).toBe(1)
    expect(pageOf([], 4, 25)).toEqual({ page: 1, pages: 1, rows: [] })
  })
})

describe('estimateWidth', () => {
  it('fits title and texts within limits', () => {
    expect(estimateWidth('a', [])).toBe(72)
    expect(estimateWidth('a', ['x'.repeat(500)])).toBe(480)
    expect(estimateWidth('a title of some length', ['x'])).toBeGreaterThan(estimateWidth('a title', ['x']))
  })
})
