import { describe, expect, it } from 'vitest'
import { isLandUnder, legendRoom } from './legend-room.ts'

describe('a legend', () => {
  const legend = { x: 8, y: 200, width: 80, height: 92 }

  it('is obstructive above land', () => {
    expect(isLandUnder(legend, [{ x: 300, y: 10 }])).toBe(false)
    expect(
      isLandUnder(legend, [
        { x: 300, y: 10 },
        { x: 60, y: 250 },
      ]),
    ).toBe(true)
    expect(
      isLandUnder(legend, [
        { x: 60, y: 199 },
        { x: 89, y: 250 },
      ]),
    ).toBe(false)
  })

  it('reserves space where the map shrinks least', () => {
    const wide = { box: { width: 600, height: 300 }, map: { width: 580, height: 280 } }
    expect(legendRoom(legend, 'bottom-left', wide)).toEqual({ left: 88, right: 0, top: 0, bottom: 0 })
    expect(legendRoom(legend, 'top-right', wide)).toEqual({ left: 0, right: 88, top: 0, bottom: 0 })
    const tall = { box: { width: 300, height: 600 }, map: { width: 280, height: 290 } }
    expect(legendRoom(legend, 'bottom-left', tall)).toEqual({ left: 0, right: 0, top: 0, bottom: 100 })
    expect(legendRoom(legend, 'top-left', tall)).toEqual({ left: 0, right: 0, top: 100, bottom: 0 })
  })
})
