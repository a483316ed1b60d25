import { describe, expect, it } from 'vitest'
import { createFactsCounter } from './column-facts.ts'
import { createDistinctCounter } from './distinct-counter.ts'

const factsOf = (type: string | null, values: readonly unknown[]) => {
  const counter = createFactsCounter(type)
  for (const value of values) counter.add(value)
  return counter.facts()
}

describe('facts of a column', () => {
  it('of numbers are exact', () => {
    expect(factsOf('integer', [1, null, '9007199254740993', 3, 3])).toMatchObject({
      ...{ rows: 5, nulls: 1, blanks: 0, distinct: 3, has_more: false },
      ...{ least: '1', most: '9007199254740993', sum: '9007199254741000', average: '2251799813685250' },
      top: [],
    })
    expect(factsOf('float', [0.1, 0.2])).toMatchObject({ sum: '0.3', average: '0.15' })
  })
  it('have a histogram of numbers and dates', () => {
    const { bins } = factsOf(
      'integer',
      Array.from({ length: 240 }, (_, n) => n),
    )
    expect(bins).toHaveLength(24)
    expect(bins.reduce((sum, bin) => sum + bin, 0)).toBe(240)
    expect(new Set(bins)).toEqual(new Set([10]))
    const dates = factsOf('datetime', [
      '2026-01-03T00:00:00',
      '2026-01-01T00:00:00',
      null,
      '2026-01-02T00:00:00',
    ])
    expect(dates).toMatchObject({ least: '2026-01-01T00:00:00', most: '2026-01-03T00:00:00', sum: null })
    expect(dates.bins.reduce((sum, bin) => sum + bin, 0)).toBe(3)
    expect(factsOf('integer', [5, 5]).bins).toEqual([])
  })
  it('of texts are the most frequent ones', () => {
    expect(factsOf('string', ['b', 'a', '', ' ', 'b', null])).toMatchObject({
      ...{ rows: 6, nulls: 1, blanks: 2, distinct: 4, least: '', most: 'b', sum: null, bins: [] },
    })
    expect(factsOf('string', ['b', 'a', 'b']).top).toEqual([
      { value: 'b', count: 2 },
      { value: 'a', count: 1 },
    ])
    expect(
      factsOf(
        'string',
        Array.from({ length: 3000 }, (_, n) => `text ${n}`),
      ).top,
    ).toEqual([])
    expect(factsOf('boolean', [true, false, true]).top[0]).toEqual({ value: 'true', count: 2 })
  })
  it('of nothing are nothing', () => {
    expect(factsOf('integer', [null])).toMatchObject({
      rows: 1,
      nulls: 1,
      distinct: 0,
      least: null,
      sum: null,
      bins: [],
    })
  })
})

describe('the count of distinct values', () => {
  it('is exact for a hundred thousand', () => {
    const counter = createDistinctCounter()
    for (let n = 0; n < 200_000; n++) counter.add(`customer ${n % 100_000}`)
    expect(counter.count()).toBe(100_000)
    expect(counter.isFull()).toBe(false)
  })
})
