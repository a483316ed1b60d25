import { describe, expect, it } from 'vitest'
import { wrappedLines } from './dashboard-image.ts'

const lengthOf = (text: string) => [...text].length
const wrapped = (text: string, width: number) => wrappedLines(text, width, lengthOf)

describe('a text in lines', () => {
  it('is broken between words', () => {
    expect(wrapped('Flights by airport and month', 12)).toEqual(['Flights by', 'airport and', 'month'])
  })

  it('stays as it is where there is room', () => {
    expect(wrapped('Flights', 7)).toEqual(['Flights'])
    expect(wrapped('  ', 7)).toEqual([])
  })

  it('breaks words that are too long, never within a character', () => {
    expect(wrapped('a Donaudampfschiff 🛩🛩🛩', 5)).toEqual(['a', 'Donau', 'dampf', 'schif', 'f 🛩🛩🛩'])
    expect(wrapped('🛩🛩🛩', 2)).toEqual(['🛩🛩', '🛩'])
  })

  it('ends even where not a letter fits', () => {
    expect(wrapped('abc', 0)).toEqual(['a', 'b', 'c'])
  })
})
