import { describe, expect, it } from 'vitest'
import {
  carryFilterChoices,
  detectFilters,
  filterKind,
  filterRows,
  friendlyName,
  nameWithoutSuffix,
} from './filters.ts'
import { typeResult } from './typed-result.ts'

function typed(rows: Record<string, unknown>[]) {
  const names = Object.keys(rows[0] ?? {})
  return typeResult({ columns: names.map((name) => ({ name, friendly_name: name, type: null })), rows })
}

describe('names of filter columns', () => {
  it.each([
    ['region::filter', 'single', 'region', 'Region'],
    ['region__filter', 'single', 'region', 'Region'],
    ['region::multiFilter', 'multiple', 'region', 'Region'],
    ['region name__multi-filter', 'multiple', 'region name', 'Region Name'],
    ['a__b__filter', undefined, 'a__b__filter', 'A__b__filter'],
    ['a::filter::b', 'single', 'a', 'A'],
    ['a__b::filter', 'single', 'a__b', 'A__b'],
    ['::name', undefined, 'name', 'Name'],
    ['plain', undefined, 'plain', 'Plain'],
    ['filter', undefined, 'filter', 'Filter'],
    ['a::Filter', undefined, 'a::Filter', 'A::Filter'],
  ])('%s', (name, kind, title, friendly) => {
    expect(filterKind(name)).toBe(kind)
    expect(nameWithoutSuffix(name)).toBe(title)
    expect(friendlyName(name)).toBe(friendly)
  })
})

describe('filters', () => {
  const rows = [
    { 'r::filter': 'EU', 'c::multiFilter': 1, v: 1 },
    { 'r::filter': 'US', 'c::multiFilter': 2, v: 2 },
    { 'r::filter': 'EU', 'c::multiFilter': 2, v: 3 },
  ]
  const result = typed(rows)
  const [region, count] = detectFilters(result)
  if (!region || !count) throw new Error('two filters expected')

  it('take distinct values in row order and their defaults', () => {
    expect(region).toMatchObject({ values: ['EU', 'US'], current: 'EU', multiple: false, friendlyName: 'R' })
    expect(count).toMatchObject({ values: [1, 2], current: [1, 2], multiple: true })
  })
  it('must all match', () => {
    expect(filterRows(result.rows, [region, count]).map(({ v }) => v)).toEqual([1, 3])
    expect(filterRows(result.rows, [region, { ...count, current: [2] }]).map(({ v }) => v)).toEqual([3])
  })
  it('match the text of a cell, as given in an address', () => {
    expect(filterRows(result.rows, [{ ...count, current: ['1'] }]).map(({ v }) => v)).toEqual([1])
    expect(filterRows(result.rows, [{ ...count, current: '2' }]).map(({ v }) => v)).toEqual([2, 3])
  })
  it('match nothing with an empty multiple choice, everything without filters', () => {
    expect(filterRows(result.rows, [{ ...count, current: [] }])).toEqual([])
    expect(filterRows(result.rows, [])).toBe(result.rows)
  })
  it('compare dates by second for their values and by instant for rows', () => {
    const dates = typed([
      { 'd::filter': '2024-01-01T00:00:00.100Z', v: 1 },
      { 'd::filter': '2024-01-01T00:00:00.900Z', v: 2 },
      { 'd::filter': '2024-01-01T01:00:00.100+01:00', v: 3 },
      { 'd::filter': '2024-01-02T00:00:00Z', v: 4 },
    ])
    const [day] = detectFilters(dates)
    if (!day) throw new Error('a filter expected')
    expect(day.values).toEqual(['2024-01-01T00:00:00.100Z', '2024-01-02T00:00:00Z'])
    expect(filterRows(dates.rows, [day]).map(({ v }) => v)).toEqual([1, 3])
  })
  it('have no values without rows', () => {
    const empty = typeResult({ columns: [{ name: 'a::filter', friendly_name: 'a', type: null }], rows: [] })
    expect(detectFilters(empty)).toMatchObject([{ values: [], current: undefined }])
    expect(filterRows(empty.rows, detectFilters(empty))).toEqual([])
  })
  it('keep choices by name', () => {
    const newer = detectFilters(typed([...rows, { 'r::filter': 'JP', 'c::multiFilter': 3, v: 4 }]))
    const [, all] = carryFilterChoices(newer, [region, count])
    expect(all?.current).toEqual([1, 2, 3])
    const [japan, one] = carryFilterChoices(newer, [
      { ...region, current: 'US' },
      { ...count, current: [2] },
    ])
    expect(japan?.current).toBe('US')
    expect(one?.current).toEqual([2])
  })
  it('drop values that no longer exist, and never end up without rows', () => {
    const newer = detectFilters(typed([{ 'r::filter': 'JP', 'c::multiFilter': 3, v: 4 }]))
    const [japan, three] = carryFilterChoices(newer, [
      { ...region, current: 'US' },
      { ...count, current: [2] },
    ])
    expect([japan?.current, three?.current]).toEqual(['JP', [3]])
    const [, partly] = carryFilterChoices(newer, [region, { ...count, values: [2, 3, 5], current: [2, 3] }])
    expect(partly?.current).toEqual([3])
    const [, none] = carryFilterChoices(newer, [region, { ...count, current: [] }])
    expect(none?.current).toEqual([])
  })

  it('match dates by second', () => {
    const [before] = detectFilters(typed([{ 'at::filter': '2026-01-01T10:00:00Z' }]))
    const [after] = detectFilters(
      typed([{ 'at::filter': '2026-01-02T10:00:00Z' }, { 'at::filter': '2026-01-01T10:00:00.250Z' }]),
    )
    if (!before || !after) throw new Error('two filters expected')
    expect(carryFilterChoices([after], [before])[0]?.current).toBe(after.values[1])
  })

  it('stay fast with 100,000 rows and as many values', () => {
    const many = typed(Array.from({ length: 100_000 }, (_, id) => ({ 'id::multiFilter': id })))
    expect(filterRows(many.rows, detectFilters(many))).toBe(many.rows)
  })
})
