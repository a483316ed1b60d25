import { describe, expect, it } from 'vitest'
import { nextCard } from './next-card.ts'

/** Two suggestions, then three and one more. */
const places = [
  { left: 0, top: 0 },
  { left: 100, top: 0 },
  { left: 0, top: 90 },
  { left: 100, top: 90 },
  { left: 200, top: 90 },
  { left: 0, top: 180 },
]

describe('arrows in the gallery', () => {
  it('go along, and stop at the ends', () => {
    expect(nextCard('ArrowRight', 1, places)).toBe(2)
    expect(nextCard('ArrowRight', 5, places)).toBe(5)
    expect(nextCard('ArrowLeft', 0, places)).toBe(0)
    expect(nextCard('End', 0, places)).toBe(5)
    expect(nextCard('Home', 4, places)).toBe(0)
  })

  it('go up and down in the column, or near it', () => {
    expect(nextCard('ArrowDown', 1, places)).toBe(3)
    expect(nextCard('ArrowUp', 4, places)).toBe(1)
    expect(nextCard('ArrowDown', 4, places)).toBe(5)
    expect(nextCard('ArrowDown', 5, places)).toBe(5)
    expect(nextCard('ArrowUp', 0, places)).toBe(0)
  })

  it('leave other keys alone', () => {
    expect(nextCard('Enter', 0, places)).toBe(null)
    expect(nextCard('ArrowDown', 9, places)).toBe(null)
  })
})
