import { describe, expect, it } from 'vitest'
import { matchPattern, patternMatcher } from './match-pattern.ts'

describe('matchPattern', () => {
  it('matches the whole value', () => {
    expect(matchPattern('[a-z]+', 'abc')).toBe(true)
    expect(matchPattern('[a-z]+', 'abc1')).toBe(false)
    expect(matchPattern('a|b', 'ab')).toBe(false)
    expect(matchPattern('a$', 'a\n')).toBe(false)
  })
  it('rejects unreadable and non-terminating patterns', () => {
    expect(matchPattern('(', '(')).toBe(false)
    // null only after several tries: a single one may have met a stalled machine
    expect(matchPattern('(a+)+b', 'a'.repeat(60))).toBeNull()
  })
  it('tries no more patterns of a request after too many did not terminate', () => {
    const matches = patternMatcher()
    expect(matches('a', 'a')).toBe(true)
    expect(matches('(a+)+b', 'a'.repeat(60))).toBe(false)
    expect(matches('(a+)+b', 'a'.repeat(60))).toBe(false)
    expect(matches('b', 'b')).toBe(true)
    expect(matches('(a+)+b', 'a'.repeat(61))).toBe(false)
    expect(matches('c', 'c')).toBe(false)
    // earlier answers are kept
    expect(matches('a', 'a')).toBe(true)
    expect(patternMatcher()('a', 'a')).toBe(true)
  })
})
