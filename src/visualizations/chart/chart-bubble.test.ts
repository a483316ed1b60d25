import { describe, expect, it } from 'vitest'
import { bubbleDiameter, bubbleScale } from './chart-bubble.ts'

describe('bubbles', () => {
  it.each([
    ['diameter', 1, 30, 30],
    ['diameter', 0.5, 30, 15],
    ['diameter', 0, 30, 30],
    ['area', 1, 50, 10],
    ['area', 4, 50, 20],
    ['diameter', 1, -3, 0],
    ['area', 1, null, 0],
  ])(
    'with sizemode %s, coefficient %s and size %s have a diameter of %s pixels',
    (sizemode, coefficient, size, pixels) => {
      expect(bubbleDiameter(size, { sizemode, coefficient })).toBe(pixels)
    },
  )

  it('shrink only when the largest takes more than three fifths of the plot', () => {
    expect(bubbleScale(240, 400)).toBe(1)
    expect(bubbleScale(480, 400)).toBe(0.5)
  })
})
