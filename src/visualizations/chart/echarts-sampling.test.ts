import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outlinePlaces, peakPlaces, spanOf } from './echarts-sampling.ts'

describe('outlines', () => {
  it('keep first, lowest, highest and last of each run, and a gap', () => {
    const values = Float64Array.from([5, 5, 9, 5, 1, 5, 5, 5, 3, 3, Number.NaN, 3, 3, 3])
    expect([...(outlinePlaces(values, [0, 14], 2) ?? [])]).toEqual([0, 2, 4, 6, 7, 8, 10, 13])
  })

  it('are null when they would save nothing', () => {
    expect(outlinePlaces(new Float64Array(8), [0, 8], 2)).toBeNull()
  })

  it('include the extremes of any values, in ascending order', () => {
    const numbers = fc.array(fc.float({ noNaN: true }), { minLength: 50, maxLength: 400 })
    fc.assert(
      fc.property(numbers, fc.integer({ min: 1, max: 10 }), (list, runs) => {
        const values = Float64Array.from(list)
        const places = [...(outlinePlaces(values, [0, values.length], runs) ?? [])]
        const drawn = places.map((place) => values[place] ?? Number.NaN)
        expect(Math.max(...drawn)).toBe(Math.max(...list))
        expect(Math.min(...drawn)).toBe(Math.min(...list))
        expect(places).toEqual([...new Set(places)].sort((a, b) => a - b))
      }),
    )
  })
})

describe('peaks', () => {
  it('are the highest and the lowest of each run', () => {
    const values = Float64Array.from([1, 5, 2, -4, 3, 3, 8, 0])
    expect([...(peakPlaces(values, values, [0, 8], 2) ?? [])]).toEqual([1, 3, 6, 7])
  })

  it('of stacks without negative values are only the highest', () => {
    const up = Float64Array.from([1, 5, 2, 4, 3, 3, 8, 0])
    expect([...(peakPlaces(up, new Float64Array(8), [0, 8], 2) ?? [])]).toEqual([1, 6])
  })
})

describe('the points of a window', () => {
  const xs = Float64Array.from([0, 10, 20, 30, 40])
  it('include one more on each side', () => {
    expect(spanOf(xs, [15, 25])).toEqual([1, 4])
    expect(spanOf(xs, [0, 5])).toEqual([0, 2])
  })
  it('are all points without a window, or when it contains none', () => {
    expect(spanOf(xs, null)).toEqual([0, 5])
    expect(spanOf(xs, [21, 22])).toEqual([0, 5])
  })
})
