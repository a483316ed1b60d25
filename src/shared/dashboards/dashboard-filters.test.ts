import { describe, expect, it } from 'vitest'
import { detectFilters, filterRows, type ResultFilter } from '../results/filters.ts'
import { mergeFilters, withDashboardChoices } from './dashboard-filters.ts'

const column = (name: string, type = 'string') => ({ name, friendly_name: name, type })
const filtersOf = (name: string, values: unknown[], type?: string): ResultFilter[] =>
  detectFilters({ columns: [column(name, type)], rows: values.map((value) => ({ [name]: value })) })
const all = { isEnabled: true, search: '' }

describe('mergeFilters', () => {
  it('unites the values of one name; the first one says which is chosen', () => {
    const merged = mergeFilters(
      [
        filtersOf('region::filter', ['EU', 'US']),
        filtersOf('other::filter', [1]),
        filtersOf('region::filter', ['US', 'AS', 'EU']),
      ],
      all,
    )
    expect(merged).toMatchObject([
      { name: 'region::filter', values: ['EU', 'US', 'AS'], current: 'EU', multiple: false },
      { name: 'other::filter', values: [1], current: 1 },
    ])
  })

  it('keeps everything chosen where everything was', () => {
    const [merged] = mergeFilters(
      [filtersOf('r::multiFilter', ['a', 'b']), filtersOf('r::multiFilter', ['c'])],
      all,
    )
    expect(merged?.current).toEqual(['a', 'b', 'c'])
  })

  it('repeats no equal dates', () => {
    const [merged] = mergeFilters(
      [
        filtersOf('day::filter', ['2026-01-01', '2026-01-02'], 'date'),
        filtersOf('day::filter', ['2026-01-02T00:00:00', '2026-01-03'], 'date'),
      ],
      all,
    )
    expect(merged?.values).toEqual(['2026-01-01', '2026-01-02', '2026-01-03'])
  })

  it('has only what the address names unless the dashboard has filters', () => {
    const widgets = [filtersOf('region::filter', ['EU', 'US']), filtersOf('n::filter', [1, 2])]
    expect(mergeFilters(widgets, { isEnabled: false, search: '' })).toEqual([])
    expect(mergeFilters(widgets, { isEnabled: false, search: '?region::filter=US' })).toMatchObject([
      { name: 'region::filter', current: 'US' },
    ])
    const encoded = `?${new URLSearchParams({ 'n::filter': '2' })}`
    expect(mergeFilters(widgets, { isEnabled: true, search: encoded })).toMatchObject([
      { current: 'EU' },
      { current: 2 },
    ])
  })

  it('reads several values, dates and unknown ones from the address', () => {
    const search = '?r::multiFilter=a&r::multiFilter=c&day::filter=2026-01-02&n::filter=9'
    const merged = mergeFilters(
      [
        filtersOf('r::multiFilter', ['a', 'b', 'c']),
        filtersOf('day::filter', ['2026-01-01T00:00:00', '2026-01-02T00:00:00'], 'datetime'),
        filtersOf('n::filter', [1, 2]),
      ],
      { isEnabled: false, search },
    )
    expect(merged.map(({ current }) => current)).toEqual([['a', 'c'], '2026-01-02T00:00:00', '9'])
  })
})

describe('withDashboardChoices', () => {
  const single = (current: unknown): ResultFilter => ({
    name: 'r::filter',
    friendlyName: 'R',
    column: column('r::filter'),
    values: ['a', 'b', 'c'],
    multiple: false,
    current,
  })

  it('overrides the filter of the same name alone', () => {
    const own = [...filtersOf('r::filter', ['b', 'a']), ...filtersOf('x::filter', [1, 2])]
    const next = withDashboardChoices(own, [single('a')])
    expect(next.map(({ current }) => current)).toEqual(['a', 1])
    expect(next[1]).toBe(own[1])
  })

  it('shows no rows of a widget that does not have the value', () => {
    const [own] = withDashboardChoices(filtersOf('r::filter', ['b']), [single('c')])
    expect(filterRows([{ 'r::filter': 'b' }], own ? [own] : [])).toEqual([])
  })

  it('chooses among the values of the widget, several if the dashboard does', () => {
    const several = { ...single(['a', 'c']), multiple: true }
    expect(withDashboardChoices(filtersOf('r::filter', ['c', 'b']), [several])).toMatchObject([
      { multiple: true, current: ['c'] },
    ])
    const everything = { ...several, current: several.values }
    expect(withDashboardChoices(filtersOf('r::filter', ['z', 'b']), [everything])).toMatchObject([
      { current: ['z', 'b'] },
    ])
  })

  it('matches dates by their meaning', () => {
    const day = { ...single('2026-01-02'), name: 'd::filter', column: column('d::filter', 'date') }
    const own = filtersOf('d::filter', ['2026-01-01T00:00:00', '2026-01-02T00:00:00'], 'datetime')
    expect(withDashboardChoices(own, [day])[0]?.current).toBe('2026-01-02T00:00:00')
  })
})
