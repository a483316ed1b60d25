import { describe, expect, it } from 'vitest'
import { steppedWindow, wheelFactor, wholeWindow } from './chart-zoom-window.ts'

const whole = [0, 100] as const

describe('a step of the zoom', () => {
  it('keeps the place below the pointer', () => {
    const step = { whole, shown: whole, factor: 2, scale: 'linear' as const }
    expect(steppedWindow({ ...step, share: 0.5 })).toEqual([25, 75])
    expect(steppedWindow({ ...step, share: 0 })).toEqual([0, 50])
    expect(steppedWindow({ ...step, share: 1 })).toEqual([50, 100])
    expect(steppedWindow({ ...step, shown: [25, 75], share: 0.25 })).toEqual([31.25, 56.25])
  })

  it('never leaves the data, and shows everything again in the end', () => {
    const step = { whole, share: 0.5, factor: 0.5, scale: 'datetime' as const }
    expect(steppedWindow({ ...step, shown: [0, 20] })).toEqual([0, 40])
    expect(steppedWindow({ ...step, shown: [90, 100] })).toEqual([80, 100])
    expect(steppedWindow({ ...step, shown: [20, 80] })).toBe(null)
  })

  it('has an end, so that numbers do not lose their digits', () => {
    const [low = 0, high = 0] =
      steppedWindow({ whole, shown: [50, 50.0001], share: 0.5, factor: 2, scale: 'linear' }) ?? []
    expect(high - low).toBeCloseTo(0.0001, 8)
  })

  it('goes by factors on a logarithmic axis', () => {
    const window = steppedWindow({
      whole: [1, 10_000],
      shown: [1, 10_000],
      share: 0.5,
      factor: 2,
      scale: 'logarithmic',
    })
    expect(window?.map(Math.round)).toEqual([10, 1000])
  })

  it('takes away and gives back at least one category', () => {
    const step = { whole: [0, 3], scale: 'category' } as const
    expect(steppedWindow({ ...step, shown: [0, 3], share: 0.1, factor: 1.01 })).toEqual([0, 2])
    expect(steppedWindow({ ...step, shown: [0, 3], share: 0.9, factor: 1.01 })).toEqual([1, 3])
    expect(steppedWindow({ ...step, shown: [2, 2], share: 0.5, factor: 2 })).toEqual([2, 2])
    expect(steppedWindow({ ...step, shown: [2, 2], share: 0.5, factor: 0.99 })).toEqual([2, 3])
    expect(steppedWindow({ ...step, shown: [1, 3], share: 0.5, factor: 0.99 })).toBe(null)
  })
})

it('turns a wheel into factors that cannot run away', () => {
  expect(wheelFactor({ deltaY: -10, deltaMode: 0 })).toBeCloseTo(1.07)
  expect(wheelFactor({ deltaY: 10, deltaMode: 0 })).toBeCloseTo(0.933)
  expect(wheelFactor({ deltaY: -3000, deltaMode: 0 })).toBe(1.5)
  expect(wheelFactor({ deltaY: 3, deltaMode: 1 })).toBe(1 / 1.5)
})

describe('the whole of an axis', () => {
  const axis = { title: '', tickFormat: '', showLabels: true, fromZero: false, categories: [] as string[] }
  const trace = (xs: unknown[], hidden = false) => ({ hidden, points: xs.map((x) => ({ x })) })

  it('counts categories, and spans the values that are shown', () => {
    const of = (x: object, ...traces: object[]) => wholeWindow({ x: { ...axis, ...x }, traces } as never)
    expect(of({ scale: 'category', categories: ['a', 'b', 'c'] })).toEqual([0, 2])
    expect(of({ scale: 'category' })).toBe(null)
    expect(of({ scale: 'linear' }, trace([3, null, -4]), trace([99], true))).toEqual([-4, 3])
    expect(of({ scale: 'logarithmic' }, trace([0, 2, 8]))).toEqual([2, 8])
    expect(of({ scale: 'datetime' }, trace([5, 5]))).toBe(null)
  })
})
