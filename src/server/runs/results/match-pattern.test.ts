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
    // null only after several tries: one alone may have met a machine that stood still
    expect(matchPattern('(a+)+b', 'a'.repeat(60))).toBeNull()
  })
  it('asks patterns of a request no more once too many had no end', () => {
    const matches = patternMatcher()
    expect(matches('a', 'a')).toBe(true)
    expect(matches('(a+)+b', 'a'.repeat(60))).toBe(false)
    expect(matches('(a+)+b', 'a'.repeat(60))).toBe(false)
    expect(matches('b', 'b')).toBe(true)
    expect(matches('(a+)+b', 'a'.repeat(61))).toBe(false)
    expect(matches('c', 'c')).toBe(false)
    // what was asked before is known
    expect(matches('a', 'a')).toBe(true)
    expect(patternMatcher()('a', 'a')).toBe(true)
  })
})
