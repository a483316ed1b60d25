import { describe, expect, it } from 'vitest'
import { matchPattern, patternMatcher } from './match-pattern.ts'

describe('matchPattern', () => {
  it('matches the whole value', () => {
    expect(matchPattern('[a-z]+', 'abc')).toBe(true)
    expect(matchPattern('[a-z]+', 'abc1')).toBe(false)
    expect(matchPattern('a|b', 'ab')).toBe(false)
    expect(matchPattern('a$', 'a\n')).toBe(false)
  })
  it('takes no pattern that cannot be read or does not come to an end', () => {
    expect(matchPattern('(', '(')).toBe(false)
    expect(matchPattern('(a+)+b', 'a'.repeat(60))).toBe(false)
  })
  it('gives all patterns of a request one allowance', () => {
    const matches = patternMatcher()
    expect(matches('a', 'a')).toBe(true)
    for (let count = 0; count < 20; count++) matches('(a+)+b', 'a'.repeat(60 + count))
    expect(matches('b', 'b')).toBe(false)
    // what was asked before is known
    expect(matches('a', 'a')).toBe(true)
    expect(patternMatcher()('a', 'a')).toBe(true)
  })
})
