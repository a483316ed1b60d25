import { describe, expect, it } from 'vitest'
import { rowSpace, type ScrollPlace, scrollTo, toGiven, toNeeded, windowAround } from './grid-window.ts'

describe('windowAround', () => {
  it('covers the view and some rows more, never beyond the rows', () => {
    expect(windowAround({ top: 0, height: 320 }, 32, 1000)).toEqual({ first: 0, last: 32 })
    const { first, last } = windowAround({ top: 16_000, height: 320 }, 32, 1000)
    expect(first).toBeLessThanOrEqual(500 - 16)
    expect(last).toBeGreaterThanOrEqual(510 + 16)
    expect(last - first).toBeLessThan(60)
    expect(windowAround({ top: 32_000, height: 320 }, 32, 1000)).toEqual({ first: 984, last: 1000 })
    expect(windowAround({ top: 0, height: 320 }, 32, 3)).toEqual({ first: 0, last: 3 })
  })
  it('stays the same for small steps', () => {
    const at = (top: number) => windowAround({ top, height: 320 }, 32, 1000)
    expect(at(16_010)).toEqual(at(16_040))
  })
})

const million = rowSpace(1_000_000, 32)

describe('the space of many rows', () => {
  it('is true to scale for few rows, and at the ends of many', () => {
    expect(rowSpace(1000, 32)).toEqual({ needed: 32_000, given: 32_000 })
    expect(million.given).toBeLessThan(17_000_000)
    expect(toGiven(1000, million)).toBe(1000)
    expect(million.given - toGiven(million.needed - 1000, million)).toBe(1000)
  })
  it('has one place for each place among the rows, in order', () => {
    let last = -1
    for (let place = 0; place <= million.needed; place += million.needed / 64) {
      const given = toGiven(place, million)
      expect(given).toBeGreaterThan(last)
      expect(toNeeded(given, million)).toBeCloseTo(place, 3)
      last = given
    }
  })
})

describe('scrollTo', () => {
  const view = 500
  const topOf = ({ scrolled, offset }: ScrollPlace) => scrolled - offset
  it('moves small steps by as many pixels of rows, also in the middle', () => {
    const middle = scrollTo(6_000_000, { scrolled: 0, offset: 0 }, view, million)
    expect(topOf(middle)).toBeCloseTo(16_000_000, 0)
    const next = scrollTo(middle.scrolled + 120, middle, view, million)
    expect(topOf(next) - topOf(middle)).toBeCloseTo(120, 3)
  })
  it('reaches both ends by small steps', () => {
    let place = scrollTo(million.given - view, { scrolled: 0, offset: 0 }, view, million)
    expect(topOf(place)).toBeCloseTo(million.needed - view, 3)
    place = { scrolled: 400, offset: 400 - 9000 }
    for (let steps = 0; steps < 200 && topOf(place) > 0; steps++) {
      const before = topOf(place)
      place = scrollTo(Math.max(0, place.scrolled - 120), place, view, million)
      expect(topOf(place)).toBeLessThan(before)
    }
    expect(topOf(place)).toBe(0)
    expect(place.scrolled).toBe(0)
  })
  it('changes nothing for few rows', () => {
    expect(scrollTo(300, { scrolled: 0, offset: 0 }, view, rowSpace(1000, 32))).toEqual({
      scrolled: 300,
      offset: 0,
    })
  })
})
